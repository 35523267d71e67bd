// A network's energy: its derivatives against differences, and its sums for any number of threads.
#include "core/training/energy_network.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random/draws.h"

namespace ergo {
namespace {

const NetworkShape shape{7, 5, {0.3, -0.2}, {2, 0.5}};

std::vector<Position> points(std::size_t count) {
  std::vector<Position> x;
  for (std::uint32_t i = 0; i < count; ++i) x.push_back(normal(Draws(3, Purpose::start, i, 0, 2)(0)));
  return x;
}

// Differences over 2 h err by h^2 and 1e-16/h.
constexpr double h = 1e-5, tolerance = 1e-8;

TEST(EnergyNetwork, GradientIsThatOfDifferences) {
  const EnergyNetwork network(shape, 2);
  for (const Position x : points(20)) {
    const Evaluation at = network(x);
    const auto slope = [&](Position step) {
      return (network(x + step).energy - network(x - step).energy) / (2 * h);
    };
    EXPECT_NEAR(at.gradient.x, slope({h, 0}), tolerance);
    EXPECT_NEAR(at.gradient.y, slope({0, h}), tolerance);
  }
}

TEST(EnergyNetwork, WeightGradientIsThatOfDifferences) {
  ThreadPool pool(1);
  EnergyNetwork network(shape, 2);
  for (double& w : network.weights()) w += 0.1;  // not all but 0
  const std::vector<Position> x = points(300);
  // sum of E + E^2/2, so the factor is 1 + E
  const auto sum = [&] {
    double total = 0;
    for (const Position at : x) {
      const double energy = network(at).energy;
      total += energy + energy * energy / 2;
    }
    return total;
  };
  const std::vector<double> gradient = network.weight_gradient(
      x, [](double energy) { return 1 + energy; }, pool);
  ASSERT_EQ(gradient.size(), shape.weights());
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    double& w = network.weights()[i];
    const double before = w;
    w = before + h;
    const double above = sum();
    w = before - h;
    const double slope = (above - sum()) / (2 * h);
    w = before;
    EXPECT_NEAR(gradient[i], slope, tolerance * static_cast<double>(x.size()) * (1 + std::abs(slope))) << i;
  }
}

TEST(EnergyNetwork, SumsDoNotDependOnThreads) {
  const EnergyNetwork network(NetworkShape{}, 1);
  const std::vector<Position> x = points(1000);
  const auto factor = [](double energy) { return energy; };
  ThreadPool one(1), three(3);
  EXPECT_EQ(network.weight_gradient(x, factor, one), network.weight_gradient(x, factor, three));
  std::vector<double> by_one(x.size()), by_three(x.size());
  network.energies(x, by_one, one);
  network.energies(x, by_three, three);
  EXPECT_EQ(by_one, by_three);
  EXPECT_NEAR(by_one[777], network(x[777]).energy, 1e-12);
}

TEST(EnergyNetwork, StaysFiniteFarAway) {
  const EnergyNetwork network(NetworkShape{}, 1);
  for (const double far : {1e3, -1e3, 1e6, -1e6}) {
    const Evaluation at = network({far, -far});
    EXPECT_TRUE(std::isfinite(at.energy) && std::isfinite(at.gradient.x) && std::isfinite(at.gradient.y))
        << far;
  }
}

}  // namespace
}  // namespace ergo
