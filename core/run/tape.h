#pragma once

#include <cstdint>

#include "core/config/journal.h"
#include "core/config/run_config.h"

namespace ergo {

/// Applies an entry that stands in a journal; what restarts a run cannot: throws Error. Edits of chains leave
/// the configuration as it is.
Effect apply_entry(RunConfig& config, const JournalEntry& entry);

/// Gradient evaluations of a step of each chain.
double cost_of(const RunConfig& config);

/// What a chain that begins with this configuration has spent by a step of the journal, and of its
/// continuation as it ends.
double gradients_at(RunConfig config, const Journal& journal, std::uint64_t step);

/// The last step, on the journal or its continuation, by which a chain has spent at most so much.
std::uint64_t step_within(RunConfig config, const Journal& journal, double gradients);

}  // namespace ergo
