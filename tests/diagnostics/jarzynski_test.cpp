// Jarzynski's estimates of log Z: the mean and its error, starts' densities, and the exact weight beside the
// paper's.
#include "core/diagnostics/jarzynski.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/diagnostics/diagnostics.h"
#include "tests/machine_fixture.h"

namespace ergo::jarzynski_test {
namespace {

TEST(LogMeanExp, IsTheLogOfTheMeanAtAnyScale) {
  for (const double shift : {0.0, 5000.0, -5000.0}) {
    const std::vector<double> four = {shift, shift + std::log(2.0), shift + std::log(3.0), -HUGE_VAL};
    std::vector<double> logs;  // weights 1, 2, 3, 0 ten times: mean 1.5, variance 50/39
    for (int i = 0; i < 10; ++i) logs.insert(logs.end(), four.begin(), four.end());
    const LogMean m = log_mean_exp(logs);
    EXPECT_NEAR(m.value - shift, std::log(1.5), 1e-12);
    EXPECT_NEAR(m.error, std::sqrt(50.0 / 39 / 40) / 1.5, 1e-12);
    EXPECT_NEAR(m.effective_draws / (360.0 / 14), 1, 5e-12);  // the shift's rounding is 1e-12 of a weight
    const LogMean few = log_mean_exp(four);
    EXPECT_NEAR(few.value - shift, std::log(1.5), 1e-12);
    EXPECT_NEAR(few.effective_draws, 36.0 / 14, 1e-12);
    EXPECT_TRUE(std::isnan(few.error)) << "no error from so few effective draws";
  }
  EXPECT_TRUE(std::isnan(log_mean_exp({}).value));
  EXPECT_TRUE(std::isnan(log_mean_exp(std::vector{-HUGE_VAL}).value));
}

/// The mean of 1/p0 over the draws in a box is the box's size, five standard errors.
TEST(Jarzynski, StartDensitiesAreThoseOfTheirDraws) {
  constexpr std::uint32_t draws = 40'000;
  int known = 0;
  for (const auto& unit : starts())
    for (const char* id : {"gaussian", "ring8", "oscillator"}) {
      const auto start = unit.make();
      const auto target = target_unit(id).make();
      if (!start->log_density({}, *target)) continue;
      ++known;
      double sum = 0, squares = 0;
      for (std::uint32_t i = 0; i < draws; ++i) {
        const Position x = start->draw(*target, Draws(1, Purpose::start, i, 0, target->dim));
        if (std::abs(x.x - 0.5) > 0.15 || std::abs(x.y) > 0.15) continue;  // about a mode of the ring
        const double inverse = std::exp(-*start->log_density(x, *target));
        sum += inverse / draws;
        squares += inverse * inverse / draws;
      }
      const double size = target->dim == 1 ? 0.3 : 0.09;
      EXPECT_NEAR(sum, size, 5 * std::sqrt((squares - sum * sum) / draws)) << unit.descriptor.id << " " << id;
    }
  EXPECT_EQ(known, 9);  // exact, normal, uniform
}

constexpr std::uint64_t chains = 100'000;

/// ESH on a Gaussian with covariance diag(0.1, 0.2), from N(0, I).
RunConfig narrowing(double step_size, const char* gradient_scale = "d") {
  RunConfig config = pair_config("esh", "gaussian", BackendKind::cpu, chains);
  apply(config, {"target.sd_x", "0.31622776601683794"});
  apply(config, {"target.sd_y", "0.44721359549995793"});
  apply(config, {"sampler.step_size", std::to_string(step_size)});
  apply(config, {"sampler.gradient_scale", gradient_scale});
  return config;
}

/// Its log Z after `steps`.
NormaliserEstimates estimates(double step_size, std::uint64_t steps, const char* gradient_scale = "d") {
  const RunConfig config = narrowing(step_size, gradient_scale);
  Session session(config, test_factory());
  Diagnostics diagnostics;
  const auto report = [&] {
    return diagnostics.report(
        {.data = session.read(), .config = session.config(), .begun_at_start = session.begun_at_start()});
  };
  report();
  session.advance(steps);
  return report().normaliser.value();
}

/// The exact weight has mean Z whatever the step; the paper's only where H is conserved. Standard errors are
/// the estimates' own.
TEST(Jarzynski, TheExactWeightIsUnbiasedAtAnyStepSize) {
  for (const char* gradient_scale : {"d", "d-1"})
    for (const double step_size : {0.05, 0.5, 1.0}) {
      if (step_size == 1 && gradient_scale[1]) continue;  // the weights of eleven draws: no test
      const NormaliserEstimates z = estimates(step_size, 20, gradient_scale);
      std::printf(
          "gradient over %s, eps %.2f: exact %.4f +- %.4f (ESS %.0f), paper %.4f +- %.4f (ESS %.0f)\n",
          gradient_scale, step_size, z.exact.value - *z.truth, z.exact.error, z.exact.effective_draws,
          z.paper.value - *z.truth, z.paper.error, z.paper.effective_draws);
      EXPECT_NEAR(z.exact.value, *z.truth, 5 * z.exact.error);
    }
  const NormaliserEstimates coarse = estimates(1, 20);
  EXPECT_GT(std::abs(coarse.paper.value - *coarse.truth), 10 * coarse.paper.error);
}

/// Plain importance sampling has the weights of step 0, in each direction worth s sqrt(2 - s^2) of a draw.
TEST(Jarzynski, TheFlowIsWorthMoreThanPlainImportanceSampling) {
  const double plain = chains * std::sqrt(0.1 * 1.9) * std::sqrt(0.2 * 1.8);
  EXPECT_NEAR(estimates(0.05, 0).exact.effective_draws, plain, 0.05 * plain);
  // Published for three dimensions: twice as much after 50 steps, 1.45 times later.
  EXPECT_GT(estimates(0.05, 20).exact.effective_draws, 1.45 * plain);
}

/// The weighted mean of 2E/d, which is 1, and its standard error as a ratio of means.
struct WeightedMean {
  double value, error;
};
WeightedMean weighted_energy(double step_size, const char* weight_channel, double share) {
  Session session(narrowing(step_size), test_factory());
  std::vector<double> logs = log_start_ratios(session.read(), session.config());
  session.advance(20);
  const ChainData data = session.read();
  const auto channel = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), weight_channel));
  for (std::size_t i = 0; i < logs.size(); ++i)
    logs[i] += share * data.report[i * static_cast<std::size_t>(data.report_size) + channel];
  const double largest = *std::max_element(logs.begin(), logs.end());
  const auto energy = [&](std::size_t i) {  // 2E/d, E without its normaliser
    return (data.x(i).x * data.x(i).x / 0.1 + data.x(i).y * data.x(i).y / 0.2) / 2;
  };
  double total = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double weight = std::exp(logs[i] - largest);
    total += weight;
    sum += weight * energy(i);
  }
  for (std::size_t i = 0; i < logs.size(); ++i)
    squares += std::pow(std::exp(logs[i] - largest) * (energy(i) - sum / total), 2);
  return {sum / total, std::sqrt(squares) / total};
}

/// The exact weight repairs means as well as log Z at a step where the paper's, e^r, does not.
TEST(Jarzynski, MeansUnderTheExactWeightAreTheTargets) {
  for (const double step_size : {0.05, 0.5}) {
    const WeightedMean exact = weighted_energy(step_size, "log_importance", 1);
    const WeightedMean paper = weighted_energy(step_size, "kinetic_energy", 0.5);  // d r, d = 2
    std::printf("eps %.2f: exact %.4f +- %.4f, paper %.4f +- %.4f\n", step_size, exact.value, exact.error,
                paper.value, paper.error);
    EXPECT_NEAR(exact.value, 1, 5 * exact.error);
    if (step_size == 0.5) {
      EXPECT_GT(std::abs(paper.value - 1), 5 * paper.error);
    }
  }
}

TEST(Jarzynski, NeedsAStartWithADensityAndItsBeginning) {
  const auto estimated = [](const std::vector<Assignment>& setting, const std::vector<Assignment>& midway,
                            bool from_beginning) {
    RunConfig config = pair_config("esh", "ring8", BackendKind::cpu, 50);
    for (const auto& a : setting) apply(config, a);
    Session session(config, test_factory());
    Diagnostics diagnostics;
    const auto report = [&] {
      return diagnostics.report(
          {.data = session.read(), .config = session.config(), .begun_at_start = session.begun_at_start()});
    };
    if (from_beginning) report();
    session.advance(3);
    for (const auto& a : midway) session.assign(a);
    return report().normaliser.has_value();
  };
  EXPECT_TRUE(estimated({}, {}, true));
  EXPECT_TRUE(estimated({{"start", "exact"}}, {{"sampler.step_size", "0.2"}}, true));
  EXPECT_TRUE(estimated({{"start", "uniform"}}, {}, true));
  EXPECT_FALSE(estimated({}, {}, false));
  EXPECT_FALSE(estimated({{"start", "point"}}, {}, true));
  EXPECT_FALSE(estimated({{"start", "mode"}}, {}, true));
  EXPECT_FALSE(estimated({{"start", "normal"}, {"start.sd", "0"}}, {}, true));
  EXPECT_FALSE(estimated({{"sampler", "ula"}}, {}, true));
  EXPECT_FALSE(estimated({}, {{"sampler", "ula"}, {"sampler", "esh"}}, true));
  EXPECT_FALSE(estimated({}, {{"target.sd", "0.1"}}, true));
}

}  // namespace
}  // namespace ergo::jarzynski_test
