#include "core/settings/preset_edit.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/noise_settings.h"
#include "core/config/run_paths.h"
#include "core/settings/view_json.h"

namespace ergo {
namespace {

std::string session_path(std::size_t run) { return "sessions." + std::to_string(run); }

/// Assignments, grouped by what they edit.
struct Edits {
  std::vector<Assignment> shared;
  std::array<std::vector<Assignment>, sessions_max> own;
  std::size_t runs = 0;  ///< with those that are to be made
};

void check_numbers(const std::set<std::size_t>& named, std::size_t runs) {
  for (const std::size_t run : named) {
    if (run < runs) continue;
    if (run > runs)
      throw Error("session numbers must be consecutive:", session_path(run),
                  session_path(runs) + " comes next", "");
    ++runs;
  }
}

Edits sorted_out(const std::vector<Assignment>& assignments, std::size_t runs,
                 std::optional<std::size_t> chosen) {
  Edits edits;
  std::set<std::size_t> named;
  for (const Assignment& assignment : assignments) {
    const auto [run, path] = run_path(assignment.path, sessions_max);
    if (run) named.insert(*run);
    const bool ambiguous = !run && is_of_sampler(path) && runs > 1;
    if (ambiguous && !chosen)
      throw Error(
          "which run?", assignment.path,
          own_path(0, path) + " to " + own_path(runs - 1, path) + ", or session=N", "");
    auto& list = run ? edits.own[*run] : ambiguous ? edits.own[*chosen] : edits.shared;
    list.push_back({path, assignment.value});
  }
  check_numbers(named, runs);
  edits.runs = named.empty() ? runs : std::max(runs, *named.rbegin() + 1);
  check_given_once(edits.shared, "");
  sort_for_apply(edits.shared);
  for (auto& own : edits.own) {
    check_given_once(own, "");
    sort_for_apply(own);
  }
  return edits;
}

/// Applies what is shared, then what is of this run.
void apply_edits(RunConfig& config, const Edits& edits, std::size_t run) {
  const std::vector<Assignment>& own = edits.own[run];
  std::vector<Assignment> list = edits.shared;
  list.insert(list.end(), own.begin(), own.end());
  set_in_turn(list, [&](const Assignment& assignment) {
    try {
      apply(config, assignment);
    } catch (const Error& error) {
      if (edits.runs == 1 || std::ranges::count(own, assignment) == 0) throw;
      throw error.at(own_path(run, assignment.path));
    }
  });
}

}  // namespace

std::vector<PresetSession> runs_of(const Preset& preset) {
  std::vector<PresetSession> runs = {{preset.config, preset.journal}};
  runs.insert(runs.end(), preset.beside.begin(), preset.beside.end());
  return runs;
}

void set_runs(Preset& preset, std::vector<PresetSession> runs) {
  preset.config = std::move(runs.front().config);
  preset.journal = std::move(runs.front().journal);
  preset.beside.assign(std::make_move_iterator(runs.begin() + 1), std::make_move_iterator(runs.end()));
}

void assign(Preset& preset, const std::vector<Assignment>& assignments, std::optional<std::size_t> chosen) {
  PresetView view = preset.view;
  std::vector<Assignment> of_runs;
  for (const Assignment& assignment : assignments)
    if (is_of_view(assignment.path))
      assign_view(view, assignment);
    else if (const std::string path = "view." + assignment.path; std::ranges::count(view_paths(), path))
      throw Error("unknown path", assignment.path, "did you mean '" + path + "'?", "");
    else
      of_runs.push_back(assignment);
  std::vector<PresetSession> runs = runs_of(preset);
  const Edits edits = sorted_out(of_runs, runs.size(), chosen);
  PresetSession beside = runs.front();
  std::erase_if(beside.journal,
                [](const JournalEntry& entry) { return is_of_sampler(entry.assignment.path); });
  runs.resize(edits.runs, beside);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    apply_edits(runs[run].config, edits, run);
    check_beginning(runs[run].config);
  }
  set_runs(preset, std::move(runs));
  preset.view = std::move(view);
}

}  // namespace ergo
