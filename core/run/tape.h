#pragma once

#include <cstdint>
#include <vector>

#include "core/config/journal.h"
#include "core/config/run_config.h"

namespace ergo {

/// Applies an entry that stands in a journal; what restarts a run cannot: throws Error. Edits of chains leave
/// the configuration as it is.
Effect apply_entry(RunConfig& config, const JournalEntry& entry);

/// Gradient evaluations of a step of each chain.
double cost_of(const RunConfig& config);

/// What a chain spent, by their own count, in steps that differ in cost, of a sampler that was taken off
/// again.
struct Counted {
  std::uint64_t begin = 0, end = 0;  ///< steps
  double before = 0, after = 0;      ///< gradient evaluations of a chain by then
};

/// What a chain that begins with this configuration has spent by a step of the journal, and of its
/// continuation as it ends. `counted`: ascending; steps that are not known to have been counted are taken at
/// the most that one costs, the others at their mean.
double gradients_at(const RunConfig& config, const Journal& journal, const std::vector<Counted>& counted,
                    std::uint64_t step);

/// The last step, on the journal or its continuation, by which a chain has spent at most so much.
std::uint64_t step_within(const RunConfig& config, const Journal& journal,
                          const std::vector<Counted>& counted, double gradients);

}  // namespace ergo
