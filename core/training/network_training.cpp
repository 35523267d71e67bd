#include "core/training/network_training.h"

namespace ergo {
namespace {

/// Coordinates in which the window reaches from -2 to 2.
NetworkShape shape_of(const NetworkSettings& settings, const Window& window) {
  return {settings.first, settings.second, 0.5 * (window.low + window.high),
          0.25 * (window.high - window.low)};
}

}  // namespace

NetworkTraining::NetworkTraining(std::shared_ptr<const PlaneData> data, const NetworkSettings& settings)
    : settings_(settings),
      data_(std::move(data)),
      shape_(shape_of(settings, data_->window())),
      state_(EnergyNetwork(shape_, settings.seed).weights()) {}

EnergyGrid NetworkTraining::grid_of(const EnergyNetwork& network, ThreadPool& pool) const {
  std::vector<double> energies(data_->nodes().size());
  network.energies(data_->nodes(), energies, pool);
  return data_->grid(std::move(energies));
}

void NetworkTraining::learn(std::span<const Position> chains, double diverged, ThreadPool& pool) {
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
  state_.diverged = diverged;
  state_.step(std::move(gradient), settings_.step);
}

}  // namespace ergo
