// The no-U-turn sampler: exact moments from elsewhere, exact at coarse steps and shallow trees, and trees
// that are what they say.
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/start_positions.h"
#include "core/verification/stationarity.h"
#include "tests/machine_fixture.h"

namespace ergo::nuts_test {
namespace {

struct Chains {
  CpuBackend backend;
  const Descriptor& descriptor = sampler_unit("nuts").descriptor;
  std::unique_ptr<Target> target;

  Chains(const std::string& target_id, std::vector<Assignment> assignments, std::uint64_t count) {
    RunConfig config = pair_config("nuts", target_id, BackendKind::cpu, count);
    for (const auto& a : assignments) apply(config, a);
    target = make_target(config);
    backend.configure(config);
    backend.place(start_positions(config, *target), 0);
  }
  double channel(const ChainData& data, std::size_t chain, const char* id) const {
    return data.report[chain * data.report_size + find_channel(descriptor, id)];
  }
};

/// After 60 steps from N(0, I). Four standard errors.
TEST(Nuts, FindsTheExactMoments) {
  constexpr std::uint64_t count = 20'000;
  struct Case {
    const char* target;
    double moments[5];  // of x, y, x^2, y^2, xy
  };
  for (const auto& [target, moments] :
       {Case{"banana", {0, 0.4, 4, 1.69, 0.5}},
        Case{"three_gaussians", {-2. / 3, 2. / 3, 53. / 15, 53. / 15, 1. / 6}}}) {
    Chains run(target, {{"start", "normal"}, {"sampler.step_size", "0.2"}}, count);
    run.backend.advance(0, 60);
    const ChainData data = run.backend.read();
    double mean[5] = {}, square[5] = {};
    for (std::size_t i = 0; i < count; ++i) {
      const auto [x, y] = data.x(i);
      const double values[] = {x, y, x * x, y * y, x * y};
      for (int k = 0; k < 5; ++k) {
        mean[k] += values[k] / count;
        square[k] += values[k] * values[k] / count;
      }
    }
    for (int k = 0; k < 5; ++k)
      EXPECT_NEAR(mean[k], moments[k], 4 * std::sqrt((square[k] - mean[k] * mean[k]) / count))
          << target << ", moment " << k;
  }
}

/// Steps with large energy errors, and trees cut off by max_depth: points of equal weight, or trees that
/// depend on where they began, would show.
TEST(Nuts, IsExactAtCoarseStepsAndShallowTrees) {
  constexpr std::uint64_t count = 32'768;
  for (const char* target : {"gaussian", "three_gaussians"})
    for (const char* depth : {"1", "2", "4"}) {
      Chains run(target, {{"start", "exact"}, {"sampler.step_size", "1.2"}, {"sampler.max_depth", depth}},
                 count);
      run.backend.advance(0, 32);
      const ChainData data = run.backend.read();
      std::vector<Position> positions(count);
      double acceptance = 0;
      for (std::size_t i = 0; i < count; ++i) {
        positions[i] = data.x(i);
        acceptance += run.channel(data, i, "acceptance_rate") / count;
      }
      const Verdict verdict = distribution_test(*run.target, positions, 1e-5);
      EXPECT_EQ(verdict.verdict, "pass") << target << ", depth " << depth << ": " << verdict.statistic;
      EXPECT_LT(acceptance, 0.95) << target << ": the step size tests nothing";
    }
}

/// j doublings completed have 2^j - 1 new points; one begun in vain has at least 1 and at most 2^j more.
TEST(Nuts, CountsItsPoints) {
  constexpr int max_depth = 5;
  Chains run("ring8", {{"start", "exact"}, {"sampler.max_depth", std::to_string(max_depth)}}, 2000);
  std::vector<double> used(2000);
  for (std::uint64_t step = 0; step < 20; ++step) {
    run.backend.advance(step, 1);
    const ChainData data = run.backend.read();
    for (std::size_t i = 0; i < used.size(); ++i) {
      const double leapfrogs = run.channel(data, i, "n_leapfrog"), depth = run.channel(data, i, "tree_depth");
      used[i] += leapfrogs;
      ASSERT_LE(depth, max_depth);
      ASSERT_GE(leapfrogs, std::exp2(depth) - 1);
      ASSERT_LE(leapfrogs, std::exp2(std::min<double>(depth + 1, max_depth)) - 1);
      ASSERT_EQ(data.state_row(i)[state_offset(run.descriptor, "gradients")], used[i]);
    }
  }
}

/// At equilibrium p ~ N(0, I): p.p/2d has mean 1/2 and variance 1/2d. Four standard errors.
TEST(Nuts, DrawsMomentaAtTemperatureOne) {
  constexpr std::uint64_t count = 20'000;
  for (const char* target : {"oscillator", "banana"}) {
    Chains run(target, {{"start", "exact"}}, count);
    run.backend.advance(0, 2);
    const ChainData data = run.backend.read();
    double mean = 0, square = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double energy = run.channel(data, i, "kinetic_energy");
      mean += energy / count;
      square += energy * energy / count;
    }
    const double variance = 1.0 / (2 * run.target->dim);
    EXPECT_NEAR(mean, 0.5, 4 * std::sqrt(variance / count)) << target;
    // The fourth central moment of a mean of d halved squares of normals is 3 (1 + 4/d) of the variance's
    // square.
    const double spread = std::sqrt((3 * (1 + 4.0 / run.target->dim) - 1) / count) * variance;
    EXPECT_NEAR(square - mean * mean, variance, 4 * spread) << target;
  }
}

/// Far above the stability limit the first point's energy error ends the trajectory, and the chain stays.
TEST(Nuts, EndsDivergingTrajectories) {
  Chains run("gaussian", {{"start", "exact"}, {"sampler.step_size", "100"}}, 500);
  const ChainData before = run.backend.read();
  run.backend.advance(0, 1);
  const ChainData after = run.backend.read();
  for (std::size_t i = 0; i < before.chains; ++i) {
    EXPECT_EQ(run.channel(after, i, "diverging"), 1);
    EXPECT_EQ(run.channel(after, i, "n_leapfrog"), 1);
    EXPECT_EQ(run.channel(after, i, "acceptance_rate"), 0);
    EXPECT_EQ(after.x(i).x, before.x(i).x);
  }
}

}  // namespace
}  // namespace ergo::nuts_test
