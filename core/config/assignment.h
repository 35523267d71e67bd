#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// An edit of a run: `path = value`. Paths: target, target.<param>, sampler, sampler.<param>, start, start.<param>,
/// gradient_noise.<param>, learn.<param>, chains, seed, backend, defaults.
struct Assignment {
  std::string path;
  std::string value;
  bool operator==(const Assignment&) const = default;
};

/// Whether a text has signs that formulas have and names have not.
bool looks_typed(std::string_view text);

/// The assignments that a word stands for: "target=donut" for "donut", those of a typed density for a formula. Empty if
/// no target, sampler or start has this id and it does not look typed.
std::string assignment_naming(std::string_view id);

/// What an assignment does to a running session.
enum class Effect {
  none,          ///< nothing: it has this value already
  live,          ///< changes parameter values; chains stay as they are
  reinitialise,  ///< sets another target or sampler: chains keep their positions, and momentum and thermostat if both
                 ///< samplers have the same; the rest of their state starts anew
  restart        ///< the run goes back to step 0
};

/// Splits "path=value" and removes blanks around both parts. Throws Error if there is no '=' or no path.
Assignment parse_assignment(std::string_view text);

/// Edits `config`. Throws Error with the path, the value and the legal values, and then leaves `config` as it was. A
/// new target, sampler or start has its default parameters; for step sizes see settle_steps(). For what a new target
/// changes besides, see start_on_new_target(), and for an assignment of the noise settle_noise(). Relative paths of
/// files are relative to `folder`, or to the working directory.
Effect apply(RunConfig& config, const Assignment& assignment, const std::filesystem::path& folder = {});

/// Every value of `config`, in an order that apply() accepts: they turn any configuration into `config`. A noise without
/// strength has none.
std::vector<Assignment> assignments_of(const RunConfig& config);

/// Every legal path for the units chosen in `config`.
std::vector<std::string> paths_of(const RunConfig& config);

/// The legal values of a path of `config`, if they can be listed: unit ids, choices and booleans. Empty for numbers,
/// texts, files and unknown paths.
std::vector<std::string> values_of(const RunConfig& config, std::string_view path);

}  // namespace ergo
