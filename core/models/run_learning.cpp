#include "core/models/run_learning.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/config/learning_settings.h"
#include "core/models/machine_learning.h"
#include "core/models/network_learning.h"
#include "core/npz/weight_arrays.h"

namespace ergo {

std::size_t WeightArray::size() const {
  std::size_t count = 1;
  for (const std::size_t side : shape) count *= side;
  return count;
}

std::vector<std::string> model_array_names() {
  std::vector<std::string> all;
  const auto add = [&all](const auto& names) { all.insert(all.end(), names.begin(), names.end()); };
  add(MachineLearning::weight_names);
  add(NetworkLearning::weight_names);
  add(NetworkLearning::coordinate_names);
  return all;
}

std::unique_ptr<RunLearning> RunLearning::made(const RunConfig& config,
                                               std::shared_ptr<const Target> target) {
  if (learned_model(config) == LearnedModel::network)
    return std::make_unique<NetworkLearning>(config, std::move(target));
  return std::make_unique<MachineLearning>(config, std::move(target));
}

RunLearning::RunLearning(const RunConfig& config)
    : learned_(config.target), every_(steps_of_iteration(config)), pool_(std::make_unique<ThreadPool>()) {}

void RunLearning::use(const RunConfig& config, const std::shared_ptr<const Target>& target) {
  if (learned_ != config.target) {
    set_target(config, target);
    learned_ = config.target;
    forget_moments();
  }
  set(config);
  every_ = steps_of_iteration(config);
}

void RunLearning::restore(const ModelState& state) {
  set_state(state);
  forget_moments();
}

const LearningMoment& RunLearning::kept(std::optional<LearningMoment>& known, bool averaged) const {
  if (known && known->iterations == state().iterations) return *known;
  known = measured(averaged);
  known->iterations = state().iterations;
  known->gradient = state().gradient_norm;
  known->diverged = state().diverged;
  return *known;
}

const LearningMoment& RunLearning::now() const { return kept(now_, false); }
const LearningMoment& RunLearning::averaged() const { return kept(averaged_, true); }

std::map<std::string, NpyArray> RunLearning::arrays() const {
  std::map<std::string, NpyArray> arrays;
  const auto add = [&](const std::vector<double>& row, const std::string& ending) {
    std::size_t next = 0;
    for (const WeightArray& part : weight_arrays()) {
      arrays[part.name + ending] = npy_array(part.shape, std::span(row).subspan(next, part.size()));
      next += part.size();
    }
  };
  add(state().weights, "");
  add(state().averaged, averaged_ending);
  add_arrays(arrays);
  return arrays;
}

namespace {

bool is_finite(std::span<const double> state) { return std::isfinite(state[0]) && std::isfinite(state[1]); }

/// The sampler's state begins anew where each chain is. Gradients count as in steps without learning: those
/// that an iteration takes are no sampler's.
void begin_anew(ChainData& data, const RunConfig& config, const Target& target, ThreadPool& pool) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const Oracle oracle(target, gradient_noise_of(config));
  const auto made = make_sampler(config);
  const auto own = static_cast<std::size_t>(state_size(sampler));  // fields, before a configuration of sites
  const int count = state_offset(sampler, sampler.claims.gradients_field);
  pool.for_blocks(data.chains, [&](std::size_t first, std::size_t end) {
    for (std::size_t chain = first; chain < end; ++chain) {
      const ChainRow row = data.row(chain);
      const double counted = count < 0 ? 0 : row.state[static_cast<std::size_t>(count)];
      const Position x{row.state[0], row.state[1]};
      std::ranges::fill(row.state.first(own), 0.0);
      const Evaluation at = target.evaluate(x);
      const ChainState state = {x, at.energy, at.gradient};
      std::memcpy(row.state.data(), &state, sizeof state);
      made->init(row, oracle, config.seed, data.step);
      if (count >= 0) row.state[static_cast<std::size_t>(count)] = counted;
    }
  });
}

}  // namespace

void RunLearning::iterate(ChainData& data, const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto draws = [&](std::size_t chain) {
    return Draws(config.seed, Purpose::start, static_cast<std::uint32_t>(chain), data.step, 2);
  };
  std::size_t diverged = 0;
  for (std::size_t chain = 0; chain < data.chains; ++chain) {
    const ChainRow row = data.row(chain);
    move_to_draw(row.state, sampler);
    if (row.diverged == 0 && is_finite(row.state)) continue;
    put_anew(row.state, draws(chain));
    row.diverged = 0;
    ++diverged;
  }
  learn(data, static_cast<double>(diverged));
  // Slots far from those that place a chain.
  constexpr std::uint32_t decision = 0x4000;
  const double share = share_of_restarts(config);
  for (std::size_t chain = 0; chain < data.chains; ++chain)
    if (draws(chain)(decision).uniform1 < share) put_anew(data.row(chain).state, draws(chain));
  begin_anew(data, config, *target(), pool());
}

}  // namespace ergo
