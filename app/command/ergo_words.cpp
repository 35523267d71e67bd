#include <algorithm>
#include <cstdio>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"
#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/config/remarks.h"
#include "core/config/run_paths.h"
#include "core/files/described_runs.h"
#include "core/settings/preset_edit.h"

namespace ergo {

namespace {

std::vector<std::string> unit_ids() {
  std::vector<std::string> ids;
  for (const auto& unit : samplers()) ids.push_back(unit.descriptor.id);
  for (const auto& unit : targets()) ids.push_back(unit.descriptor.id);
  return ids;
}

}  // namespace

RunsRequest parse_runs(std::vector<std::string> words) {
  constexpr std::string_view chooser = "session=";
  const auto found = std::ranges::find_if(words, [&](const auto& word) { return word.starts_with(chooser); });
  const std::string chosen = found == words.end() ? "" : found->substr(chooser.size());
  const bool choosing = found != words.end();
  if (choosing) words.erase(found);
  const bool named = !words.empty() && words[0].find('=') == std::string::npos;
  Preset preset = named ? load_runs(words[0]) : Preset{};
  RunsRequest request;
  std::vector<Assignment> assignments;
  for (std::size_t i = named ? 1 : 0; i < words.size(); ++i) {
    if (i > 0 && words[i].find('=') == std::string::npos)
      throw Error("neither an assignment nor the first argument:", words[i], "[PRESET] [path=value ...]", "");
    assignments.push_back(parse_assignment(words[i]));
  }
  std::size_t runs = runs_of(preset).size();
  std::vector<RunPath> paths;
  for (const Assignment& assignment : assignments) paths.push_back(run_path(assignment.path, sessions_max));
  for (const RunPath& path : paths) runs = std::max(runs, path.run.value_or(0) + 1);
  std::optional<std::size_t> session;
  if (choosing) session = parse_count("session", chosen, 0, runs - 1);
  assign(preset, assignments, session);
  request.view = preset.view;
  request.runs = runs_of(preset);
  for (std::size_t run = 0; run < runs; ++run)
    request.chains_given.push_back(std::ranges::any_of(
        paths, [&](const RunPath& path) { return path.path == "chains" && path.edits(run, run); }));
  if (!session) return request;
  request.runs = {request.runs[*session]};
  request.chains_given = {request.chains_given[*session]};
  return request;
}

PresetSession parse_run(std::vector<std::string> words, bool quiet) {
  std::vector<PresetSession> runs = parse_runs(std::move(words)).runs;
  if (runs.size() > 1 && !quiet)
    std::fprintf(stderr,
                 "ergo: a comparison of %zu runs; using the first, %s (session=1 to %zu selects another)\n",
                 runs.size(), runs.front().config.sampler.id.c_str(), runs.size() - 1);
  return std::move(runs.front());
}

void print_remarks(const RunConfig& config, const std::string& name) {
  for (const std::string& words : remarks(config))
    std::fprintf(stderr, "ergo: %s%s\n", name.c_str(), words.c_str());
}

Pace pace_of(const std::string& option, const PresetView& preset) {
  if (option.empty()) return pace_of(preset);
  if (option == "gradients") return Pace::gradients;
  if (option == "steps") return Pace::steps;
  throw illegal_value("--pace", option, "gradients, steps", "");
}

Machine::Choice machine_choice(const CommonOptions& options) {
  return {.renderer = renderer_named(options.renderer, "--renderer"),
          .gl_device = options.gl_device,
          .shaders = options.shaders.empty() ? nullptr : std::make_shared<ShaderLibrary>(options.shaders)};
}

std::vector<std::unique_ptr<Backend>> backends_of(const std::string& name, Machine& machine,
                                                  const std::string& deed, bool quiet) {
  const bool all = name == "all";
  if (!all && name != "cpu" && name != "simd" && name != "gpu")
    throw Error("unknown backend", name, "cpu, simd, gpu, all", "--backend");
  std::vector<std::unique_ptr<Backend>> backends;
  if (all || name == "cpu") backends.push_back(machine.backends()(BackendKind::cpu));
  if (all || name == "simd") backends.push_back(machine.backends()(BackendKind::simd));
  if (name == "cpu" || name == "simd") return backends;
  try {
    backends.push_back(machine.backends()(BackendKind::gpu));
  } catch (const Error& error) {
    if (!all || error.blame == Blame::user) throw;
    if (!quiet) std::fprintf(stderr, "ergo: %s the processor only: %s\n", deed.c_str(), error.what());
  }
  return backends;
}

void check_unit_ids(const std::vector<std::string>& ids, const std::string& where) {
  const auto known = unit_ids();
  for (const auto& id : ids)
    if (std::find(known.begin(), known.end(), id) == known.end())
      throw Error("unknown sampler or target", id, legal_words(id, known), where);
}

bool pair_wanted(const std::vector<std::string>& ids, const std::string& sampler, const std::string& target) {
  bool sampler_named = false, target_named = false, any_sampler = false, any_target = false;
  for (const auto& id : ids) {
    for (const auto& unit : samplers()) any_sampler |= unit.descriptor.id == id;
    for (const auto& unit : targets()) any_target |= unit.descriptor.id == id;
    sampler_named |= id == sampler;
    target_named |= id == target;
  }
  return (sampler_named || !any_sampler) && (target_named || !any_target);
}

}  // namespace ergo
