// Sums and expectations of the Gaussian kernel: Fourier series against pairs, closed forms and tables against
// brute-force integrals, for every registered target.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/diagnostics/mmd.h"
#include "core/truth/kernel_sums.h"
#include "core/unit/registry.h"

namespace ergo::kernel_mean_test {
namespace {

constexpr std::uint64_t seed = 1;

Draw numbers(std::size_t i, std::uint32_t slot = 0) {
  return Draws(seed, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, 2)(slot);
}

std::vector<Position> normal_swarm(std::size_t count, double sd) {
  std::vector<Position> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = sd * normal(numbers(i));
  return x;
}

std::vector<double> uneven_weights(std::size_t count) {
  std::vector<double> w(count);
  for (std::size_t i = 0; i < count; ++i) w[i] = i % 7 == 0 ? 0 : -std::log(numbers(i, 1).uniform1);
  return w;
}

/// The promise of kernel_sums: an absolute error below 1e-7 of the sum of the weights.
void expect_sums(const std::vector<Position>& x, double bandwidth, const std::string& what) {
  SCOPED_TRACE(what);
  const auto w = uneven_weights(x.size());
  const auto fast = kernel_sums(x, w, bandwidth), exact = kernel_sums_by_pairs(x, w, bandwidth);
  double greatest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) greatest = std::max(greatest, std::abs(fast[i] - exact[i]));
  EXPECT_LE(greatest, 1e-7 * std::accumulate(w.begin(), w.end(), 0.0));
}

TEST(KernelSums, CompactSwarmsMatchPairwiseSums) {
  const auto x = normal_swarm(4000, 1);
  for (const double bandwidth : {100.0, 3.0, 0.7, 0.1, 0.01})
    expect_sums(x, bandwidth, std::to_string(bandwidth));
}

TEST(KernelSums, AlignedAndCoincidentPointsMatchPairwiseSums) {
  auto x = normal_swarm(3000, 2);
  for (Position& p : x) p.y = 0;
  expect_sums(x, 0.5, "on a line");
  for (Position& p : x) p = {3, std::round(p.x)};
  expect_sums(x, 0.5, "on few points");
  for (Position& p : x) p = {3, 1};
  expect_sums(x, 0.5, "on one point");
}

TEST(KernelSums, FarFlungSwarmsMatchPairwiseSums) {
  auto x = normal_swarm(4000, 1);
  for (std::size_t i = 0; i < 40; ++i) x[i] = std::pow(10.0, static_cast<double>(i)) * x[i];
  x[40] = {1e308, -1e308};
  x[41] = {-1e308, 1e308};
  expect_sums(x, 0.8, "lone outliers");
  for (std::size_t i = 0; i < x.size(); i += 2) x[i] = x[i] / 1e3 + Position{1e6, 0};
  expect_sums(x, 0.8, "two clusters");
  expect_sums(normal_swarm(4000, 40), 0.8, "spread over hundreds of bandwidths");
}

/// The target by its energy alone: no draws, no mixture, no normaliser.
struct ByEnergy : Target {
  std::shared_ptr<const Target> target;
  explicit ByEnergy(std::shared_ptr<const Target> t) : target(std::move(t)) { dim = target->dim; }
  Evaluation evaluate(Position x) const override { return target->evaluate(x); }
  Window window() const override { return target->window(); }
  bool analytic() const override { return target->analytic(); }
};

/// m(x) by the trapezoidal rule on the kernel's support.
double mean_by_energy(const Target& target, double log_normaliser, Position x, double h) {
  constexpr int half = 500;
  const double spacing = 6.5 * h / half;
  double sum = 0;
  for (int i = -half; i <= half; ++i)
    for (int j = target.dim > 1 ? -half : 0; j <= (target.dim > 1 ? half : 0); ++j) {
      const Position y = x + Position{i * spacing, j * spacing};
      sum += gaussian_kernel(x, y, h) * std::exp(-target.evaluate(y).energy - log_normaliser);
    }
  return sum * std::pow(spacing, target.dim);
}

/// log of the integral of exp(-E) over four times the window, by the trapezoidal rule.
double log_integral(const Target& target) {
  constexpr int count = 3000;
  const Window w = target.window();
  const Position middle = 0.5 * (w.low + w.high), step = 4.0 / count * (w.high - w.low);
  double sum = 0;
  for (int i = -count / 2; i <= count / 2; ++i)
    for (int j = target.dim > 1 ? -count / 2 : 0; j <= (target.dim > 1 ? count / 2 : 0); ++j)
      sum += std::exp(-target.evaluate(middle + Position{i * step.x, j * step.y}).energy);
  return std::log(sum * step.x * (target.dim > 1 ? step.y : 1));
}

/// The funnel x1 - 2 = v ~ N(0, 9), x0 | v ~ N(0, e^v): the integral over x0 is a Gaussian one.
double mean_of_funnel(Position x, double h) {
  constexpr double spacing = 0.01;
  double sum = 0;
  for (double v = -30; v <= 30; v += spacing) {
    const double variance = std::exp(v) + h * h;
    sum += std::exp(-v * v / 18) * h / std::sqrt(variance) * std::exp(-x.x * x.x / (2 * variance)) *
           gaussian_kernel({0, x.y - 2}, {0, v}, h);
  }
  return sum * spacing / (3 * std::sqrt(2 * std::numbers::pi));
}

class EveryTarget : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const Target> target = target_unit(GetParam()).make();
};

TEST_P(EveryTarget, KernelMeanIsTheIntegral) {
  const MmdReference reference(target);
  const double h = reference.bandwidth();
  const bool funnel = GetParam() == "funnel";
  std::vector<Position> x = reference.draws()(funnel ? 1000 : 8, 1'000'000);
  const Window w = target->window();
  x.push_back({w.low.x, target->dim > 1 ? w.high.y : 0});
  x.push_back({w.high.x + 4 * h, 0});
  x.push_back({1e5, 0});
  const auto mean = reference.kernel_mean(x);
  const double log_z = reference.draws().log_normaliser();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = funnel ? mean_of_funnel(x[i], h) : mean_by_energy(*target, log_z, x[i], h);
    EXPECT_NEAR(mean[i], expected, 1e-7 + reference.draws().error()) << x[i].x << ", " << x[i].y;
  }
}

TEST_P(EveryTarget, ExpectationIsThatOfExactDraws) {
  const MmdReference reference(target);
  const auto mean = reference.kernel_mean(reference.draws()(20000, 1'000'000));
  const double n = static_cast<double>(mean.size());
  const double average = std::accumulate(mean.begin(), mean.end(), 0.0) / n;
  double square = 0;
  for (const double m : mean) square += (m - average) * (m - average);
  EXPECT_NEAR(average, reference.expectation(), 4 * std::sqrt(square) / n);
}

TEST_P(EveryTarget, TableKnowsMassAndNormaliser) {
  const TabulatedDensity table = tabulate(*target, 0);
  EXPECT_LT(table.error, target->analytic() ? 1e-7 : 2.5e-5);
  const auto own = target->log_normaliser();
  EXPECT_NEAR(table.log_normaliser, own ? *own : log_integral(*target), table.error);
}

TEST_P(EveryTarget, TableAgreesWithTheReference) {
  const MmdReference reference(target);
  const double h = reference.bandwidth();
  const auto table = tabulated_kernel_mean(tabulate(ByEnergy(target), h), h);
  EXPECT_NEAR(table->expectation(), reference.expectation(), 1e-7);
  const auto x = reference.draws()(1000, 1'000'000);
  const auto expected = reference.kernel_mean(x), mean = table->at(x);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(mean[i], expected[i], 1e-7);
}

TEST_P(EveryTarget, DrawsFromTheTableFollowTheTarget) {
  const MmdReference reference(target);
  const ExactDraws draws(std::make_shared<ByEnergy>(target));
  constexpr int replications = 100;
  double sum = 0, square = 0;
  for (int r = 0; r < replications; ++r) {
    const double mmd2 = reference.estimate(draws(400, r))->mmd2;
    sum += mmd2;
    square += mmd2 * mmd2;
  }
  const double mean = sum / replications;
  EXPECT_NEAR(mean, 0, 4 * std::sqrt((square / replications - mean * mean) / replications));
}

INSTANTIATE_TEST_SUITE_P(Targets, EveryTarget, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const auto& unit : targets(Space::plane)) ids.push_back(unit.descriptor.id);
                           return ids;
                         }()),
                         [](const auto& info) { return info.param; });

TEST(TabulatedDensity, ResolvesThinOnes) {
  const auto expect_resolved = [](const std::string& id,
                                  const std::vector<std::pair<std::string, double>>& values) {
    SCOPED_TRACE(id);
    const TargetUnit& unit = target_unit(id);
    auto parameters = initial_values(unit.descriptor.parameters);
    for (const auto& [name, value] : values) parameters[find_parameter(unit.descriptor, name)] = value;
    const std::shared_ptr<const Target> target = unit.make(parameters);
    const MmdReference reference(target);
    const TabulatedDensity table = tabulate(*target, reference.bandwidth());
    EXPECT_LT(table.error, 1e-7);
    EXPECT_NEAR(table.log_normaliser, *target->log_normaliser(), 1e-8);
    EXPECT_NEAR(tabulated_kernel_mean(table, reference.bandwidth())->expectation(), reference.expectation(),
                1e-7);
  };
  expect_resolved("correlated_gaussian", {{"variance_short", 1e-4}});
  expect_resolved("ring8", {{"sd", 0.02}});
  expect_resolved("rings", {{"sd", 0.03}});
}

}  // namespace
}  // namespace ergo::kernel_mean_test
