#pragma once

#include <cstdint>
#include <string>

#include "core/config/assignment.h"
#include "core/network/network_training.h"

namespace ergo {

/// Settings of learning, `learn.<parameter>`: the model that learns the target, if any, and how.
const Descriptor& learning_descriptor();

/// Whether the chains run on a model that learns the target.
bool learns(const RunConfig& config);

NetworkSettings network_settings(const RunConfig& config);
/// Steps of each chain between two iterations.
std::uint64_t steps_of_iteration(const RunConfig& config);
/// Share of the chains that begin anew in an iteration.
double share_of_restarts(const RunConfig& config);

/// The target with whose kernels chains run: a density on a grid where the run learns, else the run's own.
UnitChoice stepped_target(const RunConfig& config);

/// Makes learning consistent after an assignment. Where it begins, chains start uniformly over the window, as a network
/// knows nothing beyond it. It ends with a target that cannot be learned. Throws Error where it
/// is asked for on such a target or beside noise of mini-batches, and for a setting that has no effect.
void settle_learning(RunConfig& config, const Assignment& assignment);

}  // namespace ergo
