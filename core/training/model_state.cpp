#include "core/training/model_state.h"

#include <utility>

namespace ergo {
namespace {

constexpr double first_decay = 0.9, second_decay = 0.999, least_scale = 1e-8;  // Adam's
constexpr double power_of_average = 3;                                         // iteration t counts ~ t^3

double length_of(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

ModelState::ModelState(std::vector<double> first)
    : weights(std::move(first)),
      averaged(weights),
      first_moment(weights.size()),
      second_moment(weights.size()) {}

void ModelState::step(std::vector<double> gradient, const WeightStep& how) {
  gradient_norm = length_of(gradient);
  const auto t = static_cast<double>(iterations++);
  if (!std::isfinite(gradient_norm)) return;
  if (gradient_norm > how.clip)
    for (double& slope : gradient) slope *= how.clip / gradient_norm;
  const double rate = how.rate / (1 + t / how.decay);
  const double first_share = 1 - std::pow(first_decay, t + 1),
               second_share = 1 - std::pow(second_decay, t + 1);
  const double share = (power_of_average + 1) / (t + 1 + power_of_average);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    double &m = first_moment[i], &v = second_moment[i];
    m += (1 - first_decay) * (gradient[i] - m);
    v += (1 - second_decay) * (gradient[i] * gradient[i] - v);
    weights[i] -=
        rate * (how.adam ? (m / first_share) / (std::sqrt(v / second_share) + least_scale) : gradient[i]);
    averaged[i] += share * (weights[i] - averaged[i]);
  }
}

}  // namespace ergo
