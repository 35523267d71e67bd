#pragma once

#include <cstdint>
#include <vector>

#include "core/config/journal.h"
#include "core/config/run_config.h"

namespace ergo {

/// Applies a journal entry to a configuration. Throws Error for an edit that restarts a run, which no journal can
/// hold. Edits of single chains do not change the configuration.
Effect apply_entry(RunConfig& config, const JournalEntry& entry);

/// The first step at which two journals differ; the greatest number if they are the same.
std::uint64_t parting(const Journal& one, const Journal& other);

/// Gradient evaluations of one step of one chain; parts of one for updates of single sites.
double cost_of(const RunConfig& config);

/// Gradient evaluations that chains counted while a sampler was on whose steps differ in cost.
struct Counted {
  std::uint64_t begin = 0, end = 0;  ///< steps
  double before = 0, after = 0;      ///< gradient evaluations of a chain by these steps
};

/// Gradient evaluations that a chain has used by a step, if it begins with this configuration and is edited by the
/// journal. `counted`: in ascending order; these steps are taken at their mean cost, all others at the most that a
/// step can cost.
double gradients_at(const RunConfig& config, const Journal& journal, const std::vector<Counted>& counted,
                    std::uint64_t step);

/// The last step by which a chain has used at most this many gradient evaluations.
std::uint64_t step_within(const RunConfig& config, const Journal& journal,
                          const std::vector<Counted>& counted, double gradients);

}  // namespace ergo
