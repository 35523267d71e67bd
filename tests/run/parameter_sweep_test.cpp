// Tuning curves against exact autocorrelations, and sweeps of every sampler.
#include "core/run/parameter_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/error.h"
#include "core/exact/cycle.h"
#include "core/random/draws.h"
#include "core/run/sampler_numbers.h"
#include "core/unit/lattice.h"
#include "tests/machine_fixture.h"

namespace ergo::parameter_sweep_test {
namespace {

/// Standard errors within which an estimate must lie: a normal variable leaves them once in 1.7 million times.
constexpr double most_errors = 5;

/// ESS of the average of T stationary states with these autocorrelations.
double exact_ess(std::uint64_t steps, const std::function<double(std::uint64_t)>& correlation) {
  const auto T = static_cast<double>(steps);
  double sum = 0;
  for (std::uint64_t s = 1; s < steps; ++s) sum += (1 - static_cast<double>(s) / T) * correlation(s);
  return T / (1 + 2 * sum);
}

std::vector<SweepPoint> swept(const RunConfig& run, const SweepOptions& options) {
  ParameterSweep sweep(run, test_factory()(run.backend), options);
  while (!sweep.done()) sweep.advance();
  return sweep.points();
}

void expect_rate(const SweepPoint& point, double exact, double error = 0) {
  if (!(error > 0)) error = point.ess_per_gradient.error;
  EXPECT_NEAR(point.ess_per_gradient.value, exact, most_errors * error) << point.value;
}

std::vector<std::size_t> first(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(TimeAverages, GiveTheEffectiveSampleSizeOfAutoregression) {
  constexpr std::size_t chains = 4096, steps = 200;
  for (const double a : {-0.8, 0.0, 0.9}) {
    TimeAverages averages(chains, {3});  // a centre that is off
    for (std::size_t i = 0; i < chains; ++i) {
      const Draws draws(7, Purpose::step, static_cast<std::uint32_t>(i), 0, 1);
      double x = draws(0).normal_x;
      for (std::size_t t = 1; t <= steps; ++t) {
        averages.add(i, std::vector{3 + x}, 1 / static_cast<double>(t));
        x = a * x + std::sqrt(1 - a * a) * draws(static_cast<std::uint32_t>(t)).normal_x;
      }
    }
    const auto [ess, error] = averages.effective_sample_size(0, first(chains));
    EXPECT_NEAR(ess, exact_ess(steps, [&](std::uint64_t s) { return std::pow(a, s); }), most_errors * error) << a;
    EXPECT_LT(error, 0.03 * ess) << "sqrt(2/4096) = 0.022";
  }
}

/// Independent states with weights w: Kish's (sum w)^2/sum w^2.
TEST(TimeAverages, WeighStates) {
  constexpr std::size_t chains = 4096, steps = 40;
  TimeAverages averages(chains, {0});
  for (std::size_t i = 0; i < chains; ++i) {
    const Draws draws(8, Purpose::step, static_cast<std::uint32_t>(i), 0, 1);
    double total = 0;
    for (std::size_t t = 0; t < steps; ++t) {
      const double weight = t % 2 == 0 ? 1 : 5;
      total += weight;
      averages.add(i, std::vector{draws(static_cast<std::uint32_t>(t)).normal_x}, weight / total);
    }
  }
  const auto [ess, error] = averages.effective_sample_size(0, first(chains));
  EXPECT_NEAR(ess, steps * 36.0 / 52, most_errors * error);
  EXPECT_TRUE(std::isnan(TimeAverages(2, {1}).effective_sample_size(0, first(2)).value)) << "a constant";
}

/// On N(0, I) ULA is x' = a x + noise with a = 1 - eps^2/2: rho_s = a^s for x and a^2s for the energy, whose mean is
/// 1/(1 - eps^2/4) and not 1.
class SweptUla : public testing::TestWithParam<BackendKind> {};
INSTANTIATE_TEST_SUITE_P(Backends, SweptUla, testing::Values(BackendKind::cpu, BackendKind::gpu),
                         [](const auto& info) { return to_string(info.param); });
TEST_P(SweptUla, HasItsAutocorrelationAndItsBias) {
  const RunConfig run = pair_config("ula", "gaussian", GetParam());
  for (const std::string quantity : {"x", "energy"})
    for (const SweepPoint& point : swept(run, {.values = {0.5, 1, 1.6}, .quantity = quantity, .chains = 2048})) {
      const double a = 1 - point.value * point.value / 2, power = quantity == "x" ? 1 : 2;
      const double ess = exact_ess(
          point.steps, [&](std::uint64_t s) { return std::pow(std::pow(a, power), static_cast<double>(s)); });
      EXPECT_TRUE(point.settled) << point.value;
      expect_rate(point, ess / static_cast<double>(point.steps));
      EXPECT_EQ(point.slowest, quantity);
      EXPECT_EQ(point.biased, "energy");
      EXPECT_NEAR(point.bias.value, 1 / (1 - point.value * point.value / 4) - 1, most_errors * point.bias.error)
          << point.value;
      EXPECT_TRUE(std::isnan(point.acceptance.value));
    }
}

TEST(ParameterSweep, ChainsThatDivergeHaveNoRate) {
  const auto points = swept(pair_config("ula", "gaussian", BackendKind::cpu), {.values = {1, 3}, .chains = 64});
  EXPECT_GT(points[0].ess_per_gradient.value, 0);
  EXPECT_EQ(points[0].diverged, 0u);
  EXPECT_TRUE(std::isnan(points[1].ess_per_gradient.value)) << "beyond 2 it is unstable";
  EXPECT_EQ(points[1].diverged, 64u);
}

/// On a lattice <f, P^s f> is known from the transition probabilities P.
TEST(ParameterSweep, HasTheExactRateOnALattice) {
  for (const auto& [sampler, values] : {std::pair("dmala", std::vector<double>{8, 30}), {"lattice_rwm", {2, 4}}}) {
    const RunConfig run = pair_config(sampler, "lattice8", BackendKind::cpu);
    const auto target = make_target(run);
    const LatticeTarget& lattice = *target->lattice();
    const std::vector<double>& pi = lattice.distribution();
    for (const SweepPoint& point : swept(run, {.values = values, .quantity = "x", .chains = 1024})) {
      RunConfig there = run;
      there.sampler.values[0] = point.value;
      ThreadPool pool(1);
      const Cycle cycle(there, lattice, pool);
      std::vector<double> f, weighted;
      double mean = 0;
      for (std::size_t k = 0; k < pi.size(); ++k) mean += pi[k] * lattice.sides().site(k).x;
      for (std::size_t k = 0; k < pi.size(); ++k) {
        f.push_back(lattice.sides().site(k).x - mean);
        weighted.push_back(pi[k] * f[k]);
      }
      std::vector<double> covariance;
      for (std::uint64_t s = 0; s < point.steps; ++s) {
        covariance.push_back(std::inner_product(f.begin(), f.end(), weighted.begin(), 0.0));
        weighted = cycle.apply(weighted);
      }
      EXPECT_TRUE(point.settled) << sampler << " " << point.value;
      expect_rate(point, exact_ess(point.steps, [&](std::uint64_t s) { return covariance[s] / covariance[0]; }) /
                             static_cast<double>(point.steps));
      EXPECT_LT(std::abs(point.bias.value), most_errors * point.bias.error) << sampler;
    }
  }
}

/// The draws of ESH follow the target with their time weights only. At 0.1 the leapfrog's own bias is about eps^2/10.
TEST(ParameterSweep, WeighsByTime) {
  const auto points = swept(pair_config("esh", "gaussian", BackendKind::cpu), {.values = {0.05, 0.1}, .gradients = 4096});
  for (const SweepPoint& point : points) EXPECT_LT(std::abs(point.bias.value), 0.02) << point.value;
}

TEST(ParameterSweep, CountsTheGradientsOfEachStep) {
  const auto hmc = swept(pair_config("hmc", "gaussian", BackendKind::cpu),
                         {.parameter = "leapfrog_steps", .values = {3, 6}, .chains = 64});
  EXPECT_EQ(hmc[0].gradients_per_step, 3);
  EXPECT_EQ(hmc[1].gradients_per_step, 6);
  const auto nuts = swept(pair_config("nuts", "gaussian", BackendKind::cpu), {.values = {0.1, 0.5}, .chains = 64});
  EXPECT_GT(nuts[0].gradients_per_step, 2 * nuts[1].gradients_per_step);
  EXPECT_GT(nuts[1].gradients_per_step, 1);
}

TEST(ParameterSweep, IsDeterminedByTheSeed) {
  const auto rates = [](std::uint64_t seed) {
    RunConfig run = pair_config("mala", "banana", BackendKind::cpu);
    run.seed = seed;
    std::vector<double> list;
    for (const SweepPoint& point : swept(run, {.values = {0.3, 0.6, 1.2}, .chains = 64, .gradients = 1024}))
      list.push_back(point.ess_per_gradient.value);
    return list;
  };
  EXPECT_EQ(rates(1), rates(1));
  EXPECT_NE(rates(1), rates(2));
}

/// Every sampler is swept, or says that it has no number.
TEST(ParameterSweep, TakesEverySamplerWithANumber) {
  for (const SamplerUnit& unit : kernel_samplers()) {
    const Descriptor& d = unit.descriptor;
    const RunConfig run = pair_config(d.id, d.space == Space::lattice ? "lattice8" : "gaussian", BackendKind::cpu);
    const SweepOptions options = {.count = 3, .chains = 32, .gradients = 512};
    if (numbers_of(d).empty()) {
      try {
        swept(run, options);
        ADD_FAILURE() << d.id;
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("a sampler with a number"), std::string::npos) << error.what();
      }
      continue;
    }
    for (const SweepPoint& point : swept(run, options)) {
      EXPECT_TRUE(point.done);
      EXPECT_TRUE(point.ess_per_gradient.value > 0 || point.diverged > 0) << d.id << " " << point.value;
      EXPECT_EQ(std::isnan(point.acceptance.value), d.claims.acceptance_channel.empty() || point.diverged > 0) << d.id;
    }
  }
}

TEST(SweptValues, FollowStepRuleSliderAndScale) {
  const auto values = [](const std::string& sampler, const SweepOptions& options = {}) {
    const RunConfig run = pair_config(sampler, sampler == "lattice_rwm" ? "lattice8" : "gaussian", BackendKind::cpu);
    return swept_values(swept_number(run.sampler, options.parameter), run, options);
  };
  const auto mala = values("mala");  // its default on N(0, I) is 1.2
  EXPECT_EQ(mala.size(), 22u);
  EXPECT_DOUBLE_EQ(mala.front(), 0.075);
  EXPECT_DOUBLE_EQ(mala.back(), 9.6);
  EXPECT_EQ(std::ranges::count(mala, 1.2), 1) << "the default is among them";
  EXPECT_EQ(values("langevin", {.parameter = "friction", .count = 3}), (std::vector<double>{0, 10, 20}));
  const auto widths = values("lattice_rwm");
  EXPECT_TRUE(std::ranges::all_of(widths, [](double width) { return width == std::round(width); }));
  EXPECT_EQ(std::ranges::adjacent_find(widths, std::greater_equal()), widths.end()) << "each once, rising";
  EXPECT_EQ(values("mala", {.values = {2, 0.5, 2}}), (std::vector<double>{0.5, 2}));
  EXPECT_EQ(values("mala", {.from = 0.1, .to = 10, .count = 3}), (std::vector<double>{0.1, 1, 10}));
  EXPECT_THROW(values("mala", {.values = {1}}), Error);
  EXPECT_THROW(values("mala", {.values = {1, -1}}), Error);
  EXPECT_THROW(values("mala", {.from = 2, .to = 1}), Error);
  EXPECT_THROW(values("mala", {.parameter = "no"}), Error);
}

}  // namespace
}  // namespace ergo::parameter_sweep_test
