#include "core/models/machine_learning.h"

#include "core/config/learning_settings.h"
#include "core/sites/site_chains.h"

namespace ergo {
namespace {

std::shared_ptr<const BitsData> bits_data(const RunConfig& config,
                                          const std::shared_ptr<const Target>& target) {
  return std::make_shared<const BitsData>(std::shared_ptr<const SitePlane>(target, target->sites()),
                                          config.seed);
}

}  // namespace

MachineLearning::MachineLearning(const RunConfig& config, const std::shared_ptr<const Target>& target)
    : RunLearning(config),
      data_(bits_data(config, target)),
      batch_(batch_of(config)),
      training_(data_->target().model()->sites(), rbm_settings(config)) {
  follow();
}

void MachineLearning::set(const RunConfig& config) {
  training_.set(rbm_settings(config));
  batch_ = batch_of(config);
}

void MachineLearning::set_target(const RunConfig& config, const std::shared_ptr<const Target>& target) {
  data_ = bits_data(config, target);
  follow();
}

void MachineLearning::set_state(const ModelState& state) {
  training_.restore(state);
  follow();
}

void MachineLearning::follow() {
  target_ = std::make_shared<const SitePlane>(data_->shared_target(), rbm_target(training_.weights()));
}

void MachineLearning::put_anew(std::span<double> state, const Draws& draws) const {
  const Configuration x = uniform_site_start(*target_->model())(SiteDraws(draws));
  target_->packed().pack(x, target_->words(state));
  const Position place = target_->statistics().place(x);
  state[0] = place.x;
  state[1] = place.y;
}

void MachineLearning::learn(const ChainData& data, double diverged) {
  std::vector<Configuration> chains;
  for (std::size_t chain = 0; chain < data.chains; ++chain)
    chains.push_back(target_->configuration(data.state_row(chain)));
  training_.learn(data_->draws(batch_, training_.state().iterations), chains, diverged);
  follow();
}

LearningMoment MachineLearning::measured(bool averaged) const {
  const RbmFit fit = data_->fit(averaged ? training_.averaged() : training_.weights());
  return {.log_likelihood = fit.log_likelihood,
          .best_log_likelihood = data_->best_log_likelihood(),
          .total_variation = fit.total_variation};
}

std::vector<WeightArray> MachineLearning::weight_arrays() const {
  const RbmWeights weights = training_.weights();
  const std::size_t visible = weights.b.size(), hidden = weights.c.size();
  const auto& [b, c, w] = weight_names;
  return {{b, {visible}}, {c, {hidden}}, {w, {hidden, visible}}};
}

}  // namespace ergo
