#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// The only edit of a run: `path = value`. Paths: target, target.<param>, sampler, sampler.<param>, start,
/// start.<param>, gradient_noise.<param>, chains, seed, backend.
struct Assignment {
  std::string path;
  std::string value;
  bool operator==(const Assignment&) const = default;
};

/// "target=donut" for "donut": the assignment that a unit's bare id stands for; empty where no target,
/// sampler or start has this id.
std::string assignment_naming(std::string_view id);

/// What an assignment asks of a running session.
enum class Effect {
  none,          ///< the value was that already
  live,          ///< new parameter values, chains untouched
  reinitialise,  ///< another target or sampler: chains keep their positions, and momentum and thermostat
                 ///< where these mean the same; the rest of their state starts anew
  restart        ///< back to step 0
};

/// Splits "path=value", blanks around either part left out; throws Error where there is no '=' or no path.
Assignment parse_assignment(std::string_view text);

/// Edits `config`. Throws Error naming path, value and the legal values, and then leaves `config` as it was.
/// Assigning target, sampler or start an id sets that unit's parameters to their defaults; what else an
/// assignment of the noise changes: settle_noise(). Relative paths of pictures begin at `folder`, or where
/// the program runs.
Effect apply(RunConfig& config, const Assignment& assignment, const std::filesystem::path& folder = {});

/// The assignments that make `config` out of RunConfig{}, in an order that apply() accepts; with `all`,
/// values that equal their defaults too, but no strength of a noise that has none to be given.
std::vector<Assignment> assignments_of(const RunConfig& config, bool all = false);

/// Puts them in an order in which apply() understands them: the target, which decides what samplers there
/// are, then the other units and the kind of the noise, then parameters, which refer to what is chosen.
void sort_for_apply(std::vector<Assignment>& list);

/// Whether a path edits the sampler, which each session of a comparison has for itself; the rest they share.
bool is_of_sampler(std::string_view path);

/// The run of a comparison that a path sessions.N.<path> names, and the path itself; no run where it names
/// none.
struct RunPath {
  std::optional<std::size_t> run;
  std::string path;
};
/// Throws Error where N is not below `runs`, and where the path is one that the runs share.
RunPath run_path(const std::string& path, std::size_t runs);

/// Every legal path for the units chosen in `config`.
std::vector<std::string> paths_of(const RunConfig& config);

/// The values that a path of `config` may take, where they can be listed: unit ids, choices, switches. Empty
/// for numbers, pictures and paths that there are not.
std::vector<std::string> values_of(const RunConfig& config, std::string_view path);

}  // namespace ergo
