// Figures of tuning curves: what stands in their panels.
#include "core/figures/tuning_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/machine_fixture.h"

namespace ergo::tuning_curve_test {
namespace {

SweepPoint point_at(double value, double rate, bool settled = true) {
  SweepPoint point{.value = value, .done = true};
  point.ess_per_gradient = {rate, settled ? 0.1 * rate : Estimate().error};
  point.settled = settled;
  return point;
}

TEST(TuningCurve, HasHeightsBetweenItsPoints) {
  const Parameter& step = *first_number(defaults(sampler_unit("mala").descriptor));  // logarithmic
  const double none = std::nan("");
  const std::vector<SweepPoint> points = {point_at(0.1, 0.01), point_at(0.4, 0.04), point_at(1.6, none)};
  EXPECT_EQ(height_at(points, step, 0.4), 0.04);
  EXPECT_NEAR(*height_at(points, step, 0.2), 0.02, 1e-12);
  EXPECT_FALSE(height_at(points, step, 0.05));
  EXPECT_FALSE(height_at(points, step, 0.8)) << "beside a value without a rate";
  EXPECT_FALSE(height_at(points, step, 2));
}

CurveFigure figure_of(const std::string& sampler, std::vector<double> values) {
  RunConfig run = pair_config(sampler, "gaussian", BackendKind::cpu);
  apply(run, {"sampler.step_size", "0.7"});
  ParameterSweep sweep(run, test_factory()(BackendKind::cpu), {.values = std::move(values), .chains = 256, .gradients = 1024});
  while (!sweep.done()) sweep.advance();
  return {.panels = tuning_panels(sweep, run, palette("light"))};
}

TEST(TuningCurve, ShowsAcceptanceOrBias) {
  const auto mala = figure_of("mala", {0.02, 0.5, 1}).panels;
  ASSERT_EQ(mala.size(), 2u);
  EXPECT_EQ(mala[1].title, "Acceptance");
  ASSERT_EQ(mala[0].curves.size(), 3u);
  EXPECT_TRUE(std::isnan(mala[0].curves[0].values[0].value)) << "512 steps of 0.02 are few";
  EXPECT_TRUE(mala[0].curves[0].bars);
  EXPECT_EQ(mala[0].curves[1].name, "not settled");
  EXPECT_EQ(mala[0].curves[1].values.size(), 2u) << "it, and the line to its neighbour";
  EXPECT_TRUE(mala[0].curves[2].dot);
  EXPECT_EQ(mala[0].curves[2].name, "ε = 0.7, this run");
  EXPECT_EQ(mala[0].curves[2].values[0].x, 0.7);

  // The energy's mean is 1/(1 - eps^2/4), 0.33 too high at 1.
  const auto ula = figure_of("ula", {0.5, 1}).panels;
  ASSERT_EQ(ula.size(), 2u);
  EXPECT_EQ(ula[1].title, "Largest bias, sd");
  EXPECT_NEAR(ula[1].curves[0].values[1].value, 1.0 / 3, 0.1);
}

}  // namespace
}  // namespace ergo::tuning_curve_test
