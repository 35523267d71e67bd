#include "core/io/preset.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/config/assignment.h"
#include "core/io/atomic_file.h"
#include "core/io/json_reader.h"
#include "core/io/run_json.h"
#include "core/io/share_string.h"
#include "core/picture/view.h"
#include "core/unit/draws_used.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t preset_limit = 16 << 20;
constexpr int preset_version = 1;
constexpr std::uint64_t latest_step = 1'000'000'000'000;

std::string shown(const Json& value) {
  const auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

/// One object of the file: its keys are checked against the legal ones, its members read with their types.
class Reader {
 public:
  Reader(const Json& object, std::vector<std::string> legal, std::string where)
      : object_(object), where_(std::move(where)) {
    if (!object.is_object()) throw Error("not an object:", shown(object), "{...}", where_);
    for (const auto& [key, value] : object.items())
      if (std::ranges::find(legal, key) == legal.end())
        throw Error("unknown key", key, legal_words(key, legal), where_);
  }
  const Json* find(const std::string& key) const {
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }
  const Json& need(const std::string& key) const {
    if (const Json* value = find(key)) return *value;
    throw Error("a missing key", key, "", where_);
  }
  std::string text(const std::string& key) const {
    const Json& value = need(key);
    if (!value.is_string()) throw wrong(key, "a text");
    return value.get<std::string>();
  }
  std::uint64_t count(const std::string& key) const {
    if (!need(key).is_number_unsigned()) throw wrong(key, "a whole number from 0");
    return need(key).get<std::uint64_t>();
  }
  void read(const std::string& key, std::optional<bool>& to) const {
    if (!find(key)) return;
    if (!find(key)->is_boolean()) throw wrong(key, "true or false");
    to = find(key)->get<bool>();
  }
  void read(const std::string& key, const std::vector<std::string>& names,
            std::optional<std::string>& to) const {
    if (!find(key)) return;
    to = text(key);
    if (std::ranges::find(names, *to) == names.end())
      throw Error("unknown value of " + key, *to, legal_words(*to, names), where_);
  }
  template <class Number>
  void read(const std::string& key, Number low, Number high, std::optional<Number>& to) const {
    if (!find(key)) return;
    const Json& value = *find(key);
    const bool kind = std::is_integral_v<Number> ? value.is_number_integer() : value.is_number();
    if (!kind || value.get<double>() < low || value.get<double>() > high)
      throw wrong(key, Json(low).dump() + " to " + Json(high).dump());
    to = value.get<Number>();
  }
  Error wrong(const std::string& key, const std::string& legal) const {
    return Error("illegal value of " + key + ":", shown(need(key)), legal, where_);
  }
  const std::string& where() const { return where_; }

 private:
  const Json& object_;
  std::string where_;
};

/// Applies one assignment of a file; its Error then tells where in the file.
Effect apply_at(RunConfig& config, const Assignment& assignment, const std::string& where) {
  try {
    return apply(config, assignment);
  } catch (const Error& e) {
    throw Error(e.thing, e.value, e.legal, where + ", " + assignment.path, e.blame);
  }
}

Journal read_journal(const Json& list, RunConfig config, const std::string& where) {
  if (!list.is_array())
    throw Error("not a list:", shown(list), "[{\"step\": k, \"set\": {...}}, ...]", where);
  Journal journal;
  std::uint64_t earliest = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Reader entry(list[i], {"step", "set"}, where + ", entry " + std::to_string(i + 1));
    const std::uint64_t step = entry.count("step");
    if (step < earliest)
      throw Error("a step earlier than the one before it:", std::to_string(step), "steps in order",
                  entry.where());
    earliest = step;
    for (const auto& assignment : assignments_of_json(entry.need("set"), entry.where() + ", set")) {
      if (apply_at(config, assignment, entry.where()) == Effect::restart)
        throw Error("this cannot change in the course of a run:", assignment.path,
                    "live parameters, target, sampler", entry.where());
      journal.push_back({step, assignment});
    }
  }
  return journal;
}

PresetView read_view(const Json& object, const std::string& where) {
  const Reader reader(object,
                      {"coordinates", "colour_by", "show", "draws", "contours", "trails", "trail_life",
                       "point_size", "steps_per_frame"},
                      where);
  PresetView view;
  reader.read("coordinates", coordinates_names(), view.coordinates);
  reader.read("colour_by", {"sampler", "energy", "kinetic_energy", "weight", "thermostat"}, view.colour_by);
  reader.read("show", show_names(), view.show);
  reader.read("draws", {draws_names.begin(), draws_names.end()}, view.draws);
  reader.read("contours", view.contours);
  reader.read("trails", view.trails);
  reader.read("trail_life", 1.0, 10000.0, view.trail_life);
  reader.read("point_size", 0.5, 20.0, view.point_size);
  reader.read("steps_per_frame", 1, 10000, view.steps_per_frame);
  return view;
}

Json view_json(const PresetView& view) {
  Json object = Json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) object[key] = *value;
  };
  put("coordinates", view.coordinates);
  put("colour_by", view.colour_by);
  put("show", view.show);
  put("draws", view.draws);
  put("contours", view.contours);
  put("trails", view.trails);
  put("trail_life", view.trail_life);
  put("point_size", view.point_size);
  put("steps_per_frame", view.steps_per_frame);
  return object;
}

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded_presets())
    names.push_back(std::filesystem::path(file).stem().string());
  std::ranges::stable_partition(names, [](const std::string& name) { return name == "default"; });
  return names;
}

Preset load_preset(const std::string& name_or_path) {
  const auto built_in = embedded_presets().find(name_or_path + ".json");
  if (built_in != embedded_presets().end()) return parse_preset(built_in->second, "preset " + name_or_path);
  if (is_share_string(name_or_path)) return parse_share_string(name_or_path);
  std::error_code ignored;
  if (!name_or_path.ends_with(".json") && !std::filesystem::exists(name_or_path, ignored)) {
    const auto names = preset_names();
    throw Error("unknown preset", name_or_path,
                legal_words(name_or_path, names) + ", a .json file, or a share string (ergo:...)", "");
  }
  return parse_preset(read_file(name_or_path, preset_limit), name_or_path);
}

Preset parse_preset(std::string_view json, const std::string& source) {
  const Json document = parse_json(json, source);
  const Reader reader(document, {"version", "title", "story", "run", "journal", "view", "step"}, source);
  if (reader.count("version") != preset_version)
    throw reader.wrong("version", std::to_string(preset_version));
  Preset preset;
  preset.title = reader.text("title");
  if (reader.find("story")) preset.story = reader.text("story");
  if (const Json* run = reader.find("run"))
    for (const auto& assignment : assignments_of_json(*run, source + ", run"))
      apply_at(preset.config, assignment, source + ", run");
  if (const Json* list = reader.find("journal"))
    preset.journal = read_journal(*list, preset.config, source + ", journal");
  if (const Json* view = reader.find("view")) preset.view = read_view(*view, source + ", view");
  if (reader.find("step")) preset.step = reader.count("step");
  if (preset.step > latest_step) throw reader.wrong("step", "0 to " + std::to_string(latest_step));
  return preset;
}

Preset saved_run(const Session& session, const PresetView& view) {
  return {.title = session.target_descriptor().title + ", " + session.sampler_descriptor().title,
          .story = "",
          .config = session.initial(),
          .journal = session.journal(),
          .view = view,
          .step = session.step()};
}

std::string preset_text(const Preset& preset, int indent) {
  Json document;
  document["version"] = preset_version;
  document["title"] = preset.title;
  document["story"] = preset.story;
  document["run"] = run_json(assignments_of(preset.config));
  if (!preset.journal.empty()) document["journal"] = journal_json(preset.journal);
  if (preset.view != PresetView{}) document["view"] = view_json(preset.view);
  if (preset.step > 0) document["step"] = preset.step;
  return document.dump(indent) + (indent < 0 ? "" : "\n");
}

}  // namespace ergo
