#include "core/training/rbm_training.h"

namespace ergo {
namespace {

constexpr double first_sd = 0.1;  // standard deviation of the weights at the beginning

std::vector<double> row_of(const RbmWeights& weights) {
  std::vector<double> row = weights.b;
  row.insert(row.end(), weights.c.begin(), weights.c.end());
  row.insert(row.end(), weights.w.begin(), weights.w.end());
  return row;
}

}  // namespace

RbmTraining::RbmTraining(int visible, const RbmSettings& settings)
    : settings_(settings),
      visible_(static_cast<std::size_t>(visible)),
      state_(row_of(random_rbm_weights(visible, settings.hidden, first_sd, settings.seed))) {}

RbmWeights RbmTraining::weights_of(const std::vector<double>& row) const {
  const auto b = row.begin(), c = b + static_cast<std::ptrdiff_t>(visible_), w = c + settings_.hidden;
  return {{b, c}, {c, w}, {w, row.end()}};
}

void RbmTraining::learn(std::span<const Configuration> data, std::span<const Configuration> chains,
                        double diverged) {
  const RbmWeights weights = this->weights();
  std::vector<double> gradient = row_of(mean_statistics(weights, chains));
  const std::vector<double> of_data = row_of(mean_statistics(weights, data));
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] -= of_data[i];
  state_.diverged = diverged;
  state_.step(std::move(gradient), settings_.step);
}

}  // namespace ergo
