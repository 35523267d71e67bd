// Jarzynski's estimates of log Z: the mean and its error, starts' densities, and the exact weight beside the
// paper's.
#include "core/diagnostics/jarzynski.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/diagnostics/diagnostics.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

TEST(LogMeanExp, IsTheLogOfTheMeanAtAnyScale) {
  for (const double shift : {0.0, 5000.0, -5000.0}) {
    const std::vector<double> logs = {shift, shift + std::log(2.0), shift + std::log(3.0), -HUGE_VAL};
    const LogMean m = log_mean_exp(logs);  // weights 1, 2, 3, 0: mean 1.5, variance 5/3
    EXPECT_NEAR(m.value - shift, std::log(1.5), 1e-12);
    EXPECT_NEAR(m.error, std::sqrt(5.0 / 3 / 4) / 1.5, 1e-12);
    EXPECT_NEAR(m.effective_draws, 36.0 / 14, 1e-12);
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

/// log Z of a Gaussian with covariance diag(0.1, 0.2), from N(0, I), after `steps` of ESH.
NormaliserEstimates estimates(double step_size, std::uint64_t steps, const char* gradient_scale = "d",
                              BackendKind backend = BackendKind::cpu) {
  RunConfig config = pair_config("esh", "gaussian", backend, 100'000);
  apply(config, {"target.sd_x", "0.31622776601683794"});
  apply(config, {"target.sd_y", "0.44721359549995793"});
  apply(config, {"sampler.step_size", std::to_string(step_size)});
  apply(config, {"sampler.gradient_scale", gradient_scale});
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
}  // namespace ergo
