#include "core/network/network_training.h"

#include <cmath>

namespace ergo {
namespace {

constexpr double first_decay = 0.9, second_decay = 0.999, least_scale = 1e-8;  // Adam's
constexpr double power_of_average = 3;                                         // iteration t counts ~ t^3

/// Coordinates in which the window reaches from -2 to 2.
NetworkShape shape_of(const NetworkSettings& settings, const Window& window) {
  return {settings.first, settings.second, 0.5 * (window.low + window.high), 0.25 * (window.high - window.low)};
}

double length_of(std::span<const double> values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

NetworkTraining::NetworkTraining(std::shared_ptr<const PlaneData> data, const NetworkSettings& settings)
    : settings_(settings), data_(std::move(data)), shape_(shape_of(settings, data_->window())) {
  state_.weights = state_.averaged = EnergyNetwork(shape_, settings.seed).weights();
  state_.first_moment = state_.second_moment = std::vector<double>(state_.weights.size());
}

EnergyGrid NetworkTraining::grid_of(const EnergyNetwork& network, ThreadPool& pool) const {
  std::vector<double> energies(data_->nodes().size());
  network.energies(data_->nodes(), energies, pool);
  return data_->grid(std::move(energies));
}

void NetworkTraining::learn(std::span<const Position> chains, ThreadPool& pool) {
  const EnergyNetwork network = this->network();
  // d/dw of sign <E> + penalty <E^2>
  const auto part = [&](std::span<const Position> x, double sign) {
    const double share = 1 / static_cast<double>(x.size()), penalty = settings_.penalty;
    return network.weight_gradient(
        x, [=](double energy) { return share * (sign + 2 * penalty * energy); }, pool);
  };
  std::vector<double> gradient = part(data_->draws(settings_.batch, state_.iterations), 1);
  const std::vector<double> of_chains = part(chains, -1);
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += of_chains[i];
  const double norm = state_.gradient_norm = length_of(gradient);
  if (norm > settings_.clip)
    for (double& slope : gradient) slope *= settings_.clip / norm;
  if (std::isfinite(norm)) move_along(std::move(gradient));
  ++state_.iterations;
}

void NetworkTraining::move_along(std::vector<double> gradient) {
  const auto t = static_cast<double>(state_.iterations);
  const double rate = settings_.rate / (1 + t / settings_.decay);
  const double first_share = 1 - std::pow(first_decay, t + 1),
               second_share = 1 - std::pow(second_decay, t + 1);
  const double share = (power_of_average + 1) / (t + 1 + power_of_average);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    double &m = state_.first_moment[i], &v = state_.second_moment[i], &w = state_.weights[i],
           &mean = state_.averaged[i];
    m += (1 - first_decay) * (gradient[i] - m);
    v += (1 - second_decay) * (gradient[i] * gradient[i] - v);
    w -= rate * (m / first_share) / (std::sqrt(v / second_share) + least_scale);
    mean += share * (w - mean);
  }
}

}  // namespace ergo
