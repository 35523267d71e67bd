#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/config/assignment.h"
#include "core/training/network_training.h"
#include "core/training/rbm_training.h"

namespace ergo {

/// In the order of the values of the parameter `model`.
enum class LearnedModel { none, network, rbm };

/// Settings of learning, `learn.<parameter>`: the model that learns the target, if any, and how.
const Descriptor& learning_descriptor();

LearnedModel learned_model(const RunConfig& config);
/// Whether the chains run on a model that learns the target.
inline bool learns(const RunConfig& config) { return learned_model(config) != LearnedModel::none; }

/// Whether two runs have models of the same kind and sizes that learn the same target, by the same seed.
bool same_model(const RunConfig& one, const RunConfig& other);

/// Names of the models that can learn the run's target, none among them.
std::vector<std::string> legal_models(const RunConfig& config);

NetworkSettings network_settings(const RunConfig& config);
RbmSettings rbm_settings(const RunConfig& config);
std::uint64_t batch_of(const RunConfig& config);  ///< draws of the target, an iteration
/// Steps of each chain between two iterations.
std::uint64_t steps_of_iteration(const RunConfig& config);
/// Share of the chains that begin anew in an iteration.
double share_of_restarts(const RunConfig& config);

/// The target with whose kernels chains run: a density on a grid where a network learns, else the run's own.
UnitChoice stepped_target(const RunConfig& config);
/// A target that has what the run's chains sample has: its own, or a machine without weights.
std::shared_ptr<const Target> sampled_target(const RunConfig& config);

/// Where the setting is that one may look for as learn.<id>, in words; empty for other names.
const char* place_beside_learning(std::string_view id);

/// Throws Error where the run learns, for `what`, which is of one target.
void require_still_target(const RunConfig& config, const std::string& what);

/// Makes learning consistent after an assignment. Where it begins, it has the model's usual settings, and
/// chains start uniformly over the window, as a network knows nothing beyond it. It ends with a target that
/// cannot be learned. Throws Error where it is asked for on such a target or beside noise of mini-batches,
/// and for a setting that has no effect.
void settle_learning(RunConfig& config, const Assignment& assignment);

}  // namespace ergo
