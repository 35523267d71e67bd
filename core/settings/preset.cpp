#include "core/settings/preset.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_once.h"
#include "core/config/apply_list.h"
#include "core/config/chain_edit.h"
#include "core/config/learning_settings.h"
#include "core/config/run_paths.h"
#include "core/diagnostics/quantities.h"
#include "core/settings/json_reader.h"
#include "core/settings/object_reader.h"
#include "core/settings/preset_edit.h"
#include "core/settings/run_json.h"
#include "core/settings/share_string.h"
#include "core/settings/view_json.h"

namespace ergo {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t preset_limit = 16 << 20;
constexpr int oldest_preset = 1, preset_version = 2;
constexpr std::uint64_t latest_step = 1'000'000'000'000;

Journal read_journal(const Json& list, RunConfig config, const std::string& where) {
  if (!list.is_array())
    throw Error("not a list:", shown(list), "[{\"step\": k, \"set\": {...}}, ...]", where);
  Journal journal;
  std::uint64_t earliest = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const ObjectReader entry(list[i], {"step", "set", "goes_on"}, where + ", entry " + std::to_string(i + 1));
    const std::uint64_t step = entry.count("step", 0, latest_step);
    if (step < earliest)
      throw Error("steps are not in order:", std::to_string(step), "steps in order",
                  entry.where());
    earliest = step;
    std::optional<bool> goes_on;
    entry.read("goes_on", goes_on);
    if (goes_on == true && journal.empty())
      throw Error("nothing to go on with:", "goes_on", "an entry after the first", entry.where());
    const std::string place = entry.where() + ", set";
    set_in_turn(assignments_of_json(entry.need("set"), place), [&](const Assignment& assignment) {
      RunConfig edited = config;
      if (apply_at(edited, assignment, place, {}, apply_in_run) == Effect::restart)
        throw Error("this cannot change during a run:", assignment.path,
                    "live parameters, target, sampler", entry.where());
      config = std::move(edited);
      journal.push_back({step, assignment, goes_on.value_or(false)});
    });
  }
  return journal;
}

/// The sessions of a comparison: "run" of the whole file with what each one has on top.
void read_sessions(const Json& list, Preset& preset, const std::string& where) {
  if (!list.is_array() || list.size() < 2 || list.size() > sessions_max)
    throw Error("not a list of sessions:", shown(list),
                "2 to " + std::to_string(sessions_max) + " objects {\"run\": {...}}", where);
  const RunConfig shared = preset.config;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const ObjectReader entry(list[i], {"run", "journal"}, where + ", session " + std::to_string(i));
    PresetSession session{shared, {}};
    const std::string place = entry.where() + ", run";
    set_in_turn(assignments_of_json(entry.need("run"), place), [&](const Assignment& assignment) {
      check_may_differ(assignment.path, entry.where());
      apply_at(session.config, assignment, place);
    });
    check_beginning_at(session.config, place);
    if (const Json* journal = entry.find("journal"))
      session.journal = read_journal(*journal, session.config, entry.where() + ", journal");
    if (i > 0)
      preset.beside.push_back(std::move(session));
    else
      preset.config = std::move(session.config), preset.journal = std::move(session.journal);
  }
}

}  // namespace

std::vector<std::string> plot_names(const Preset& preset) {
  std::set<std::string> names;
  const auto add = [&names](const RunConfig& run) {
    for (const Quantity& quantity : plotted_quantities(sampler_unit(run.sampler.id).descriptor, learns(run)))
      names.insert(column_of(quantity));
  };
  for (const Quantity& plot : chain_plots()) names.insert(plot.id);
  add(preset.config);
  for (const PresetSession& session : preset.beside) add(session.config);
  return {names.begin(), names.end()};
}

namespace {

/// Whether a path is told of each session for itself: the sampler's, and all of a unit in which they differ.
bool told_apart(std::span<const RunConfig> runs, std::string_view path) {
  return runs.size() > 1 && (is_of_sampler(path) || differ_in(runs, path));
}

/// What is told of a session for itself, and its journal. `shared`: the configuration that the session's own
/// assignments are applied to.
Json session_json(const PresetSession& session, std::span<const RunConfig> runs, RunConfig shared, bool whole) {
  std::vector<Assignment> own = assignments_of(session.config);
  std::erase_if(own, [&](const Assignment& a) { return !told_apart(runs, a.path); });
  if (!whole) own = apply_needed(shared, std::move(own));
  if (own.empty() || own.front().path != "sampler") own.insert(own.begin(), {"sampler", session.config.sampler.id});
  Json object;
  object["run"] = run_json(own);
  if (!session.journal.empty()) object["journal"] = journal_json(session.journal);
  return object;
}

}  // namespace

const std::vector<std::string>& preset_groups() {
  static const std::vector<std::string> groups = {
      "Basics", "Formulas", "Classroom", "ESH", "SGNHT", "DLP", "AB", "ACS", "Learning", "Failures"};
  return groups;
}

namespace {

std::vector<std::string> names_by_group() {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [file, text] : embedded_presets()) {
    if (std::filesystem::path(file).has_parent_path()) continue;
    const std::string name = std::filesystem::path(file).stem().string();
    const std::string group = parse_json(text, file).value("group", "");
    const auto rank = std::ranges::find(preset_groups(), group) - preset_groups().begin();
    ranked.emplace_back(name == "welcome" ? 0 : rank + 1, name);
  }
  std::ranges::sort(ranked);
  std::vector<std::string> names;
  for (auto& [rank, name] : ranked) names.push_back(std::move(name));
  return names;
}

}  // namespace

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = names_by_group();
  return names;
}

Preset load_preset(const std::string& name_or_path) {
  const auto built_in = embedded_presets().find(name_or_path + ".json");
  if (built_in != embedded_presets().end()) {
    static ReadOnce<Preset> presets;
    return presets(name_or_path, [&] { return parse_preset(built_in->second, "preset " + name_or_path); });
  }
  if (is_share_string(name_or_path)) return parse_share_string(name_or_path);
  std::error_code ignored;
  if (!name_or_path.ends_with(".json") && !std::filesystem::exists(name_or_path, ignored)) {
    const auto names = preset_names();
    const std::string meant = assignment_naming(name_or_path);
    throw Error(
        "unknown preset", name_or_path,
        (meant.empty() ? legal_words(name_or_path, names) : "did you mean '" + meant + "'? legal: a preset") +
            ", a .json file, or a share string (ergo:...)",
        "");
  }
  return parse_preset(read_file(name_or_path, preset_limit), name_or_path,
                      std::filesystem::path(name_or_path).parent_path());
}

Preset parse_preset(std::string_view json, const std::string& source, const std::filesystem::path& folder) {
  const Json document = parse_json(json, source);
  const ObjectReader reader(document,
                            {"version", "title", "story", "question", "group", "run", "journal", "sessions", "view",
                             "plots", "step", "paused", "bookmarks"},
                            source);
  Preset preset;
  if (reader.count("version", oldest_preset, preset_version) == oldest_preset)
    apply(preset.config, {"defaults", to_string(Defaults::fixed)});
  preset.title = reader.text("title");
  if (reader.find("story")) preset.story = reader.text("story");
  if (reader.find("question")) preset.question = reader.text("question");
  std::optional<std::string> group;
  reader.read("group", preset_groups(), group);
  preset.group = group.value_or("");
  if (const Json* run = reader.find("run"))
    set_in_turn(assignments_of_json(*run, source + ", run"), [&](const Assignment& assignment) {
      apply_at(preset.config, assignment, source + ", run", folder);
    });
  check_beginning_at(preset.config, source + ", run");
  if (const Json* list = reader.find("journal"))
    preset.journal = read_journal(*list, preset.config, source + ", journal");
  if (const Json* list = reader.find("sessions")) {
    if (reader.find("journal"))
      throw Error("a comparison has no journal of its own:", "journal", "a journal in each session", source);
    read_sessions(*list, preset, source + ", sessions");
  }
  if (const Json* view = reader.find("view")) preset.view = read_view(*view, source + ", view");
  reader.read("plots", plot_names(preset), preset.plots);
  if (reader.find("step")) preset.step = reader.count("step", 0, latest_step);
  std::optional<bool> paused;
  reader.read("paused", paused);
  preset.paused = paused.value_or(false);
  if (const Json* list = reader.find("bookmarks")) {
    const auto moment = [](const Json& value) { return value.is_number() && value.get<double>() >= 0; };
    if (!list->is_array() || !std::ranges::all_of(*list, moment))
      throw reader.wrong("bookmarks", "a list of numbers of 0 or more");
    preset.bookmarks = list->get<std::vector<double>>();
  }
  return preset;
}

Pace pace_of(const PresetView& view) { return view.pace == "steps" ? Pace::steps : Pace::gradients; }

Preset saved_runs(std::span<const Session* const> runs, const SharedClock& clock, PresetView view) {
  const Session& first = *runs.front();
  view.pace.reset();
  if (runs.size() > 1) view.pace = clock.pace() == Pace::steps ? "steps" : "gradients";
  Preset preset{.title = first.target_descriptor().title + ", " + first.sampler_descriptor().title,
                .story = "",
                .group = "",
                .config = first.initial(),
                .journal = first.journal(),
                .view = std::move(view),
                .step = static_cast<std::uint64_t>(clock.now())};
  for (const Session* run : runs.subspan(1)) preset.beside.push_back({run->initial(), run->journal()});
  return preset;
}

std::string preset_text(const Preset& preset, int indent) {
  Json document;
  document["version"] = preset_version;
  document["title"] = preset.title;
  document["story"] = preset.story;
  if (!preset.question.empty()) document["question"] = preset.question;
  if (!preset.group.empty()) document["group"] = preset.group;
  const bool whole = indent >= 0;
  const std::vector<PresetSession> sessions = runs_of(preset);
  std::vector<RunConfig> configs;
  for (const PresetSession& session : sessions) configs.push_back(session.config);
  std::vector<Assignment> run = assignments_of(preset.config);
  std::erase_if(run, [&](const Assignment& a) { return told_apart(configs, a.path); });
  RunConfig config;
  const std::vector<Assignment> needed = apply_needed(config, run);
  document["run"] = run_json(whole ? run : needed);
  if (sessions.size() > 1) {
    Json list = Json::array();
    for (const PresetSession& session : sessions) list.push_back(session_json(session, configs, config, whole));
    document["sessions"] = std::move(list);
  } else if (!preset.journal.empty()) {
    document["journal"] = journal_json(preset.journal);
  }
  if (preset.view != PresetView{}) document["view"] = view_json(preset.view);
  if (preset.plots) document["plots"] = *preset.plots;
  if (preset.step > 0) document["step"] = preset.step;
  if (preset.paused) document["paused"] = true;
  if (!preset.bookmarks.empty()) document["bookmarks"] = preset.bookmarks;
  return document.dump(indent) + (indent < 0 ? "" : "\n");
}

}  // namespace ergo
