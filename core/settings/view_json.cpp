#include "core/settings/view_json.h"

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/config/assignment.h"
#include "core/settings/camera_json.h"
#include "core/settings/object_reader.h"
#include "core/settings/tuning_json.h"
#include "core/unit/draws_used.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

constexpr std::string_view view_prefix = "view.";
constexpr const char *tuning_key = "tuning", *camera_key = "camera";
const std::string tuning_path = "view.tuning";

/// Calls visit(key, member, what is legal...) for every member that is one value: legal are names, or a
/// number's low and high, or nothing more to say of a switch.
template <class View, class Visit>
void for_each_member(View& view, Visit&& visit) {
  visit("coordinates", view.coordinates, coordinates_names());
  visit("colour_by", view.colour_by, colour_names());
  visit("show", view.show, show_names());
  visit("draws", view.draws, Names{draws_names.begin(), draws_names.end()});
  visit("contours", view.contours);
  visit("marginals", view.marginals);
  visit("scales", view.scales);
  visit("trails", view.trails);
  visit("trail_life", view.trail_life, 1.0, 10000.0);
  visit("point_size", view.point_size, 0.5, 20.0);
  visit("steps_per_frame", view.steps_per_frame, 1, 10000);
  visit("speed", view.speed, slowest, fastest);
  visit("loop", view.loop, 1.0, 1e9);
  visit("follow", view.follow, 0u, static_cast<std::uint32_t>(chains_max) - 1);
  visit("pace", view.pace, Names{"gradients", "steps"});
  visit("curve", view.curve);
  visit("map", view.map);
  visit("graph", view.graph, Names{"run", "ising"});
}

/// A view with the present name of what it shows.
Json in_present_names(Json object) {
  if (object.is_object() && object.contains("show") && object["show"].is_string())
    object["show"] = present_show_name(object["show"].get<std::string>());
  return object;
}

/// Keys that are open whenever they are given.
bool is_closable(std::string_view key) { return key == "graph" || key == "follow" || key == "loop"; }

Names listed(const std::optional<std::string>&, const Names& names) { return names; }
Names listed(const std::optional<bool>&) { return {"on", "off"}; }
template <class Number>
Names listed(const std::optional<Number>&, Number, Number) {
  return {};
}

Json json_of(const std::string& text, const std::optional<std::string>&) { return text; }
Json json_of(const std::string& text, const std::optional<bool>&) {
  if (text == "on" || text == "true") return true;
  if (text == "off" || text == "false") return false;
  throw Error("illegal value", text, "on, off", "");
}
template <class Number>
Json json_of(const std::string& text, const std::optional<Number>&) {
  return Json::parse(text, nullptr, false);
}

std::string path_of_setting(const char* key) { return tuning_path + "." + key; }

/// Throws Error where the value is not legal.
template <class Member, class... Legal>
void set(std::optional<Member>& member, const Assignment& a, bool closable, const Legal&... legal) try {
  const Json object = {{"value", json_of(a.value, member)}};
  ObjectReader(object, {"value"}, "").read("value", legal..., member);
} catch (const Error& error) {
  throw illegal_value(a.path, a.value, error.legal + (closable ? "; off" : ""), a.path);
}

/// `on` opens the search as it is set or as usual, `off` closes it; a setting opens it too.
void assign_tuning(std::optional<TuningOptions>& tuning, const Assignment& a) {
  TuningOptions options = tuning.value_or(TuningOptions{});
  std::optional<bool> open = true;
  if (a.path == tuning_path) set(open, a, false);
  for_each_setting(options, [&](const char* key, auto& member, auto low, auto high) {
    if (a.path != path_of_setting(key)) return;
    std::optional given = member;
    set(given, a, false, low, high);
    member = *given;
  });
  tuning = *open ? std::optional(options) : std::nullopt;
}

}  // namespace

PresetView read_view(const Json& object, const std::string& where) {
  PresetView view;
  Names keys;
  for_each_member(view, [&](const char* key, auto&, const auto&...) { keys.push_back(key); });
  keys.insert(keys.end(), {tuning_key, camera_key});
  const Json present = in_present_names(object);
  const ObjectReader reader(present, keys, where);
  for_each_member(
      view, [&](const char* key, auto& member, const auto&... legal) { reader.read(key, legal..., member); });
  if (const Json* tuning = reader.find(tuning_key)) view.tuning = read_tuning(*tuning, where + ", tuning");
  if (const Json* camera = reader.find(camera_key)) view.camera = read_camera(*camera, where + ", camera");
  return view;
}

Json view_json(const PresetView& view) {
  Json object = Json::object();
  for_each_member(view, [&](const char* key, const auto& member, const auto&...) {
    if (member) object[key] = *member;
  });
  if (view.tuning) object[tuning_key] = tuning_json(*view.tuning);
  if (view.camera) object[camera_key] = camera_json(*view.camera);
  return object;
}

bool is_of_view(std::string_view path) { return path.starts_with(view_prefix); }

bool is_of_tuning(std::string_view path) { return path.starts_with(tuning_path); }

std::vector<std::string> view_paths() {
  Names paths;
  const PresetView view;
  for_each_member(view, [&](const char* key, const auto&, const auto&...) {
    paths.push_back(std::string(view_prefix) + key);
  });
  paths.push_back(tuning_path);
  const TuningOptions tuning;
  for_each_setting(tuning, [&](const char* key, const auto&...) { paths.push_back(path_of_setting(key)); });
  return paths;
}

std::vector<std::string> view_values(std::string_view path) {
  Names values;
  if (path == tuning_path) return listed(std::optional<bool>());
  const PresetView view;
  for_each_member(view, [&](const char* key, const auto& member, const auto&... legal) {
    if (path != std::string(view_prefix) + key) return;
    values = listed(member, legal...);
    if (is_closable(key)) values.push_back("off");
  });
  return values;
}

void assign_view(PresetView& view, const Assignment& a) {
  const Names paths = view_paths();
  if (std::ranges::find(paths, a.path) == paths.end())
    throw Error("unknown path", a.path, legal_words(a.path, paths), a.path);
  if (is_of_tuning(a.path)) return assign_tuning(view.tuning, a);
  const std::string wanted = a.path.substr(view_prefix.size());
  PresetView edited = view;
  for_each_member(edited, [&](const char* key, auto& member, const auto&... legal) {
    if (wanted != key) return;
    if (is_closable(key) && a.value == "off") return member.reset();
    const bool shows = wanted == "show";
    set(member, {a.path, shows ? present_show_name(a.value) : a.value}, is_closable(key), legal...);
  });
  view = std::move(edited);
}

PresetView preset_view_of(const View& view) {
  PresetView wanted;
  wanted.coordinates = coordinates_names()[static_cast<std::size_t>(view.coordinates)];
  wanted.colour_by = colour_names()[static_cast<std::size_t>(view.colour_by)];
  wanted.show = show_names()[static_cast<std::size_t>(view.show)];
  wanted.draws = to_string(view.draws);
  wanted.contours = view.contours;
  wanted.marginals = view.marginals;
  wanted.scales = view.scales;
  wanted.trails = view.trails;
  wanted.trail_life = view.trail_life;
  wanted.point_size = view.point_size;
  return wanted;
}

std::map<std::string, std::string> look_notes(const View& view) {
  PresetView shown = preset_view_of(view);
  shown.camera = {view.camera.centre.x, view.camera.centre.y, view.camera.height};
  return {{"view", view_json(shown).dump()},
          {"theme", view.palette.id},
          {"size", std::to_string(view.width) + "x" + std::to_string(view.height)}};
}

}  // namespace ergo
