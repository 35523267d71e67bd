#include "core/settings/lecture.h"

#include <algorithm>
#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/read_once.h"
#include "core/config/run_paths.h"
#include "core/settings/camera_json.h"
#include "core/settings/json_reader.h"
#include "core/settings/object_reader.h"
#include "core/settings/run_json.h"
#include "core/settings/view_json.h"

namespace ergo {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t lecture_limit = 16 << 20;
constexpr int oldest_lecture = 1, lecture_version = 2;
constexpr std::uint64_t steps_limit = 100'000'000;
const std::string folder = "lectures/";

/// The runs side by side that the cues so far lead to.
using Runs = std::vector<RunConfig*>;

Runs configs_of(Preset& preset) {
  Runs runs = {&preset.config};
  for (PresetSession& session : preset.beside) runs.push_back(&session.config);
  return runs;
}

/// A sampler's path without a session is that of the first run.
void apply_to(const Runs& runs, const Assignment& assignment, const std::string& where) {
  const RunPath path = [&] {
    try {
      return run_path(assignment.path, runs.size());
    } catch (const Error& error) {
      throw error.at(where);
    }
  }();
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (path.edits(i, 0)) apply_at(*runs[i], {path.path, assignment.value}, where);
}

/// `oldest`: the lecture is of version 1, which fixed the defaults of step sizes.
void read_run(const ObjectReader& reader, Cue& cue, Preset& run, bool first, bool oldest) {
  if (reader.find("preset")) {
    const std::string name = reader.text("preset"), place = reader.where() + ", preset";
    const auto names = preset_names();
    if (std::ranges::find(names, name) == names.end())
      throw Error("unknown preset", name, legal_words(name, names), place);
    cue.preset = name;
    run = load_preset(name);
  } else if (first) {
    throw Error("the first cue opens no preset:", "", "\"preset\": name", reader.where());
  }
  if (const Json* set = reader.find("set")) {
    const std::string place = reader.where() + ", set";
    std::vector<Assignment> assignments = assignments_of_json(*set, place);
    if (oldest) assignments.insert(assignments.begin(), {"defaults", to_string(Defaults::fixed)});
    for (const auto& assignment : assignments) {
      apply_to(configs_of(run), assignment, place);
      cue.set.push_back(assignment);
    }
    for (const RunConfig* config : configs_of(run)) check_beginning_at(*config, place);
  }
  if (reader.find("steps")) cue.steps = reader.count("steps", 0, steps_limit);
  std::optional<bool> running;
  reader.read("running", running);
  cue.running = running.value_or(true);
}

Cue read_cue(const Json& object, Preset& run, bool first, bool oldest, const std::string& where) {
  const ObjectReader reader(
      object,
      {"title", "caption", "notes", "preset", "set", "steps", "running", "show", "plots", "controls", "camera",
       "view"},
      where);
  Cue cue;
  cue.title = reader.text("title");
  cue.caption = reader.text("caption");
  if (reader.find("notes")) cue.notes = reader.text("notes");
  read_run(reader, cue, run, first, oldest);
  reader.read("show", cue_panels(), cue.show);
  reader.read("plots", plot_names(run), cue.plots);
  reader.read("controls", cue_controls(run.config), cue.controls);
  if (const Json* view = reader.find("view")) cue.view = read_view(*view, where + ", view");
  if (const Json* camera = reader.find("camera")) cue.view.camera = read_camera(*camera, where + ", camera");
  return cue;
}

}  // namespace

const std::vector<std::string>& cue_panels() {
  static const std::vector<std::string> panels = {"presets", "plots",  "microscope", "dissector",
                                                  "curve",   "map",    "tuning",     "controls", "schedule"};
  return panels;
}

std::vector<std::string> cue_controls(const RunConfig& run) {
  std::vector<std::string> paths = paths_of(run);
  std::erase_if(paths, [](const std::string& path) { return path == "backend" || path == "defaults"; });
  paths.insert(paths.end(), {"view.coordinates", "view.draws", "view.show"});
  return paths;
}

bool CueNeeds::shows(std::string_view panel) const { return std::ranges::find(panels, panel) != panels.end(); }

CueNeeds needs_of(const Lecture& lecture, std::size_t at) {
  CueNeeds needs;
  for (std::size_t i = 0; i <= at; ++i) {
    const Cue& cue = lecture.cues.at(i);
    if (!cue.preset.empty()) needs.plots = load_preset(cue.preset).plots;
    if (cue.plots) needs.plots = cue.plots;
    if (cue.show) needs.panels = *cue.show, needs.controls.clear();
    if (cue.controls) needs.controls = *cue.controls;
  }
  return needs;
}

std::size_t opening_cue(const Lecture& lecture, std::size_t cue) {
  while (cue > 0 && lecture.cues.at(cue).preset.empty()) --cue;
  return cue;
}

Preset preset_at(const Lecture& lecture, std::size_t cue) {
  const std::size_t opening = opening_cue(lecture, cue);
  Preset run = load_preset(lecture.cues[opening].preset);
  for (std::size_t i = opening; i <= cue; ++i)
    for (const Assignment& assignment : lecture.cues[i].set)
      apply_to(configs_of(run), assignment, lecture.cues[i].title);
  return run;
}

std::vector<std::string> lecture_names() {
  std::vector<std::string> names;
  for (const auto& [file, text] : embedded_presets())
    if (file.starts_with(folder)) names.push_back(std::filesystem::path(file).stem().string());
  return names;
}

Lecture load_lecture(const std::string& name_or_path) {
  const auto built_in = embedded_presets().find(folder + name_or_path + ".json");
  if (built_in != embedded_presets().end()) {
    static ReadOnce<Lecture> lectures;
    return lectures(name_or_path, [&] { return parse_lecture(built_in->second, "lecture " + name_or_path); });
  }
  std::error_code ignored;
  if (!name_or_path.ends_with(".json") && !std::filesystem::exists(name_or_path, ignored))
    throw Error("unknown lecture", name_or_path,
                legal_words(name_or_path, lecture_names()) + ", or a .json file", "");
  return parse_lecture(read_file(name_or_path, lecture_limit), name_or_path);
}

Lecture parse_lecture(std::string_view json, const std::string& source) {
  const Json document = parse_json(json, source);
  const ObjectReader reader(document, {"version", "title", "story", "cues"}, source);
  const bool oldest = reader.count("version", oldest_lecture, lecture_version) == oldest_lecture;
  Lecture lecture;
  lecture.title = reader.text("title");
  if (reader.find("story")) lecture.story = reader.text("story");
  const Json& cues = reader.need("cues");
  if (!cues.is_array() || cues.empty()) throw reader.wrong("cues", "a list of at least one cue");
  Preset run;
  for (std::size_t i = 0; i < cues.size(); ++i)
    lecture.cues.push_back(read_cue(cues[i], run, i == 0, oldest, source + ", cue " + std::to_string(i + 1)));
  return lecture;
}

}  // namespace ergo
