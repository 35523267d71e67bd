// Plots of chains, from runs to what they draw and say.
#include "core/live/chain_figures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/live/report_grid.h"
#include "tests/machine_fixture.h"
#include "tests/recorded_run.h"

namespace ergo::chain_figures_test {
namespace {

RunConfig run_on(const std::string& sampler, const std::string& target, std::uint64_t chains,
                 const std::vector<Assignment>& assignments = {}) {
  RunConfig config = pair_config(sampler, target, BackendKind::cpu, chains);
  for (const Assignment& a : assignments) apply(config, a);
  return config;
}

// x' = (1 - eps^2/2) x + eps z: an AR(1) process with variance 1/(1 - eps^2/4). Errors of the estimated correlations are
// Bartlett's for known mean, of the variance those of a Gaussian process; four of them.
TEST(ChainFigures, AutocorrelationOfLangevinOnAGaussianIsThatOfTheory) {
  const double step_size = 0.5, rho = 1 - step_size * step_size / 2, chains = 64, states = 501;
  RecordedRun run(run_on("ula", "gaussian", 64, {{"sampler.step_size", "0.5"}, {"start", "exact"}}));
  run.advance(500);
  const ChainValues values = values_after(run.traces(), ChainQuantity::x, 0);
  ASSERT_EQ(values.states(), 501u);
  const Autocorrelation found = autocorrelation(values, scale_of(run.traces(), ChainQuantity::x, values));
  const double squares = (1 + rho * rho) / (1 - rho * rho);
  const double variance = 1 / (1 - step_size * step_size / 4);
  EXPECT_NEAR(found.lags[0].value, variance, 4 * variance * std::sqrt(2 * squares / (chains * states)));
  for (std::size_t k = 1; k <= 25; ++k)
    EXPECT_NEAR(found.lags[k].value / found.lags[0].value, std::pow(rho, static_cast<double>(k)),
                4 * std::sqrt(squares / (chains * states)))
        << k;
  const double classical = states * (1 - rho) / (1 + rho) / variance;
  EXPECT_NEAR(classical / found.ess.value, 1, 4 * std::sqrt(2 / chains) + 0.05);  // 0.05: the ends of a finite run
}

// With all states and chains remembered the sum over the lags gives the number that is reported.
TEST(ChainFigures, TheEffectiveSampleSizeIsTheReportedOne) {
  for (const char* const sampler : {"ula", "rwm", "hmc"}) {
    RecordedRun run(run_on(sampler, "banana", 50));
    run.advance(90, false);
    double least = HUGE_VAL, error = 0;
    for (int q = 0; q < static_cast<int>(ChainQuantity::energy); ++q) {
      const auto quantity = static_cast<ChainQuantity>(q);
      const ChainValues values = values_after(run.traces(), quantity, 0);
      const Estimate ess = autocorrelation(values, scale_of(run.traces(), quantity, values)).ess;
      if (ess.value < least) least = ess.value, error = ess.error;
    }
    const double gradients = run.last.gradient_evaluations;
    EXPECT_NEAR(least, run.last.ess_per_gradient.value * gradients, 1e-9 * least) << sampler;
    EXPECT_NEAR(error, run.last.ess_per_gradient.error * gradients, 1e-9 * least) << sampler;
  }
}

// After 12 reports the reported one is of the last six states.
TEST(ChainFigures, SplitRhatIsTheReportedOneWhereTheLineIsItsBeginning) {
  RecordedRun run(run_on("ula", "banana", 50));
  run.advance(11, false);
  double greatest = 0;
  for (const ChainQuantity quantity : {ChainQuantity::x, ChainQuantity::y})
    greatest = std::max(greatest, split_rhat(values_after(run.traces(), quantity, 6)));
  EXPECT_NEAR(greatest, run.last.split_rhat.value, 1e-9);
}

TEST(ChainFigures, StatisticsFollowTheLine) {
  RecordedRun run(run_on("ula", "gaussian", 64, {{"sampler.step_size", "0.5"}, {"start", "point"}, {"start.x", "30"}}));
  run.advance(400);
  const ChainFigure all = run.figure(autocorrelation_figure), after = run.figure(autocorrelation_figure, 100);
  const auto ess = [](const ChainFigure& figure) { return std::stod(figure.value.substr(4)); };
  // Burn-in adds (30 sum rho^t)^2/T^2 = 0.36 to the squared error of 15/400.
  EXPECT_LT(ess(all), 4);
  EXPECT_GT(ess(after), 10);
  EXPECT_NE(run.figure(trace_figure).value, run.figure(trace_figure, 100).value);
  EXPECT_EQ(run.figure(rank_figure).value, "401 draws per chain");
  EXPECT_EQ(run.figure(rank_figure, 100).value, "301 draws per chain");
  EXPECT_EQ(run.figure(trace_figure, 100).panel.reference.front().x, 100);
  EXPECT_TRUE(run.figure(autocorrelation_figure, 1000).panel.curves.empty());
}

TEST(ChainFigures, EverySamplerHasThem) {
  for (const SamplerUnit& unit : samplers()) {
    SCOPED_TRACE(unit.descriptor.id);
    RecordedRun run(run_on(unit.descriptor.id, home_of(unit.descriptor), 5));
    run.advance(40);
    for (int q = 0; q < chain_quantities; ++q)
      for (const Abscissa abscissa : {Abscissa::gradients, Abscissa::steps}) {
        const ChainSelection selection{.quantity = static_cast<ChainQuantity>(q), .abscissa = abscissa};
        if (!exists(selection.quantity, run.traces().dim)) continue;
        const ChainFigure trace = trace_figure(run.traced(), selection);
        ASSERT_EQ(trace.panel.curves.size(), traced_chains);
        EXPECT_EQ(trace.panel.curves[0].values.size(), run.traces().points.size());
        EXPECT_EQ(trace.end, run.last.gradient_evaluations * (abscissa == Abscissa::gradients) +
                                 40.0 * (abscissa == Abscissa::steps));
        EXPECT_EQ(autocorrelation_figure(run.traced(), selection).panel.curves.size(), 1u) << q;
        EXPECT_EQ(rank_figure(run.traced(), selection).panel.curves.size(), traced_chains);
      }
  }
}

TEST(ChainFigures, DivergedChainsAreLeftOut) {
  RecordedRun run(run_on("ula", "banana", 6, {{"sampler.step_size", "3"}}));
  run.advance(60);
  ASSERT_GT(run.last.diverged, 0u);
  std::vector<std::size_t> numbers;
  values_after(run.traces(), ChainQuantity::x, 0, &numbers);
  EXPECT_EQ(numbers.size(), run.last.chains - run.last.diverged);
  run.figure(trace_figure);
  run.figure(autocorrelation_figure);
  run.figure(rank_figure);
}

DiagnosticReport report_at(double gradients, bool at_rest = false) {
  DiagnosticReport report;
  report.gradient_evaluations = gradients;
  report.step = static_cast<std::uint64_t>(gradients);
  report.chains = 10;
  report.sampler = "esh";
  report.occasion = {.at_rest = at_rest, .channels_only = true};
  report.first_chains = std::make_shared<std::vector<ReportedState>>(10, ReportedState{{gradients, 0}, 0});
  return report;
}

TEST(ChainTraces, AreThinnedAndCutAsCurvesAre) {
  RunHistory history;
  const ReportGrid grid(10);
  for (double at = 0; at < 20'000; at = grid.next(at, ReportGrid::channels)) history.add(report_at(at));
  const auto& points = history.traces().points;
  EXPECT_LE(points.size(), ReportGrid::channels.most_points + 1);
  EXPECT_GE(points.size(), ReportGrid::channels.most_points / 2);
  for (std::size_t i = 2; i < points.size(); ++i)
    EXPECT_EQ(points[i].at.gradients - points[i - 1].at.gradients, points[1].at.gradients - points[0].at.gradients);
  EXPECT_GE(history.bytes(), points.size() * 10 * sizeof(ReportedState));
  history.cut(1000);
  EXPECT_LE(points.back().at.gradients, 1000);
  history.add(report_at(1001, true));
  EXPECT_TRUE(points.back().at_rest);
  EXPECT_LE(values_after(history.traces(), ChainQuantity::x, 0).steps.back(), 1000);
  history.add(report_at(1100));
  for (const ChainsPoint& point : points) EXPECT_FALSE(point.at_rest);
  const std::uint64_t before = history.traces().revision;
  history.cut(-1);
  EXPECT_TRUE(points.empty());
  EXPECT_NE(history.traces().revision, before);
}

TEST(ChainTraces, MomentsLieBetweenTheStates) {
  ChainTraces traces;
  const auto states = std::make_shared<std::vector<ReportedState>>(1);
  traces.points = {{{0, 0, 0}, 0, false, states}, {{20, 10, 4}, 0, false, states}};
  EXPECT_EQ(moment_at(traces, Abscissa::gradients, 10).steps, 5);
  EXPECT_EQ(moment_at(traces, Abscissa::seconds, 1).gradients, 5);
  EXPECT_EQ(moment_at(traces, Abscissa::steps, 99).gradients, 20);
  EXPECT_EQ(moment_at({}, Abscissa::steps, 99).gradients, 0);
}

}  // namespace
}  // namespace ergo::chain_figures_test
