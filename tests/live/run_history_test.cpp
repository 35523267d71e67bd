// What is recorded of a run, without OpenGL and without a window.
#include "core/live/run_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/diagnostics/quantities.h"
#include "core/live/report_grid.h"
#include "core/unit/registry.h"

namespace ergo::run_history_test {
namespace {

DiagnosticReport report_at(std::uint64_t step, const std::string& sampler, double mean) {
  DiagnosticReport report;
  report.step = step;
  report.gradient_evaluations = static_cast<double>(step);
  report.seconds = 0.5 * static_cast<double>(step);
  report.chains = 10;
  report.sampler = sampler;
  report.mean = {mean, 0};
  return report;
}

std::vector<double> values_of(const RunHistory& history, const std::string& quantity = "mean_x") {
  std::vector<double> values;
  for (const CurvePoint& point : history.curve(quantity).points) values.push_back(point.value);
  return values;
}

using Values = std::vector<double>;

TEST(RunHistory, RecordsEachReportOnce) {
  RunHistory history;
  history.add(report_at(0, "esh", 1));
  history.add(report_at(4, "esh", 2));
  history.add(report_at(4, "esh", 3));  // the same report again, with its band
  history.add(report_at(2, "esh", 4));  // of a run that has gone back
  EXPECT_EQ(values_of(history), (Values{1, 2}));
  EXPECT_EQ(history.curve("mean_x").points.back().at.seconds, 2);
}

TEST(RunHistory, RecordsARunTwiceWhereItsSamplerWasChanged) {
  RunHistory history;
  history.add(report_at(4, "esh", 1));
  history.add(report_at(4, "mala", 2));
  history.add(report_at(4, "mala", 3));
  history.add(report_at(8, "mala", 4));
  EXPECT_EQ(values_of(history), (Values{1, 2, 4}));
  const auto& points = history.curve("mean_x").points;
  EXPECT_EQ(history.sampler(points[0].sampler), "esh");
  EXPECT_EQ(history.sampler(points[1].sampler), "mala");
}

TEST(RunHistory, HasACurveForEachPlottedQuantityOfEverySampler) {
  for (const SamplerUnit& unit : samplers()) {
    const Descriptor& sampler = unit.descriptor;
    SCOPED_TRACE(sampler.id);
    RunHistory history;
    DiagnosticReport report = report_at(1, sampler.id, 1);
    for (const Channel& channel : sampler.channels) {
      report.channel_ids.push_back(channel.id);
      report.channels.push_back({.mean = 0.5, .variance = 1, .count = 10});
      report.predictions.emplace_back();
      report.spreads.emplace_back();
      report.guides.emplace_back();
    }
    history.add(report);
    for (const Channel& channel : sampler.channels)
      EXPECT_EQ(values_of(history, quantity_of(channel)), Values{0.5}) << channel.id;
    EXPECT_EQ(values_of(history), Values{1});
  }
}

TEST(RunHistory, CutRemovesWhatIsBeyond) {
  RunHistory history;
  for (const std::uint64_t step : {0u, 4u, 8u}) history.add(report_at(step, "esh", static_cast<double>(step)));
  history.mark({4, 4, 2});
  history.mark({4, 4, 2});
  history.mark({8, 8, 4});
  EXPECT_EQ(history.marks().size(), 2u);
  const std::uint64_t beginning = history.beginning();
  history.cut(4);
  EXPECT_EQ(values_of(history), (Values{0, 4}));
  EXPECT_EQ(history.marks().size(), 1u);
  EXPECT_EQ(history.beginning(), beginning);
  history.add(report_at(8, "esh", 9));
  EXPECT_EQ(values_of(history), (Values{0, 4, 9}));
  history.cut(-1);
  EXPECT_TRUE(values_of(history).empty());
  EXPECT_TRUE(history.marks().empty());
  EXPECT_NE(history.beginning(), beginning);
}

// A plot draws what is new at the end of a curve, or all of it where the revision says that it is another one.
TEST(RunHistory, ACurveThatIsNotLongerHasANewRevision) {
  RunHistory history;
  for (const std::uint64_t step : {0u, 4u, 8u}) history.add(report_at(step, "esh", 1));
  const RunHistory kept = history;
  const auto revision = [&] { return history.curve("mean_x").revision; };
  std::uint64_t before = revision();
  history.add(report_at(12, "esh", 1));
  EXPECT_EQ(revision(), before) << "longer";
  history.restore(kept);
  EXPECT_NE(revision(), before) << "another one";
  EXPECT_EQ(values_of(history).size(), 3u);
  before = revision();
  history.cut(100);
  EXPECT_EQ(revision(), before) << "the same";
  history.cut(7);
  EXPECT_NE(revision(), before) << "shorter";
}

TEST(RunHistory, AnInfiniteNumberOfChainsHasNoSpread) {
  RunHistory history;
  history.add_infinite("dula", {1, 1, 0}, 0.5);
  history.add_infinite("dula", {1, 1, 0}, 0.4);  // found again
  history.add_infinite("dula", {2, 2, 0}, 0.3);
  const auto& spreads = history.curve("site_tv").spreads;
  ASSERT_EQ(spreads.size(), 2u);
  EXPECT_EQ(spreads[0].mean, 0.5);
  EXPECT_EQ(spreads[1].sd, 0);
}

TEST(RunHistory, HasTheAveragedModelBesideTheModel) {
  RunHistory history;
  DiagnosticReport report = report_at(8, "mala", 1);
  report.learning = {.model = {.log_likelihood = -2, .total_variation = 0.3},
                     .averaged = {.log_likelihood = -1, .total_variation = 0.2}};
  history.add(report);
  for (const auto& [quantity, model, averaged] :
       {std::tuple{"learned_log_likelihood", -2.0, -1.0}, {"learned_tv", 0.3, 0.2}}) {
    ASSERT_EQ(history.curve(quantity).points.size(), 1u) << quantity;
    ASSERT_EQ(history.curve(quantity).spreads.size(), 1u) << quantity;
    EXPECT_EQ(history.curve(quantity).points[0].value, model);
    EXPECT_EQ(history.curve(quantity).spreads[0].mean, averaged);
    EXPECT_EQ(history.curve(quantity).spreads[0].sd, 0);
  }
}

TEST(RunHistory, ValuesAtRestGoWhenTheRunGoesOn) {
  RunHistory history;
  history.add(report_at(4, "esh", 1));
  DiagnosticReport rest = report_at(5, "esh", 2);
  rest.occasion.at_rest = true;
  history.add(rest);
  history.add(rest);  // with its band
  EXPECT_EQ(values_of(history), (Values{1, 2}));
  history.add(report_at(8, "esh", 3));
  EXPECT_EQ(values_of(history), (Values{1, 3}));
  rest.step = 8;
  rest.gradient_evaluations = 8;
  history.add(rest);  // it has a point already
  history.add(report_at(12, "esh", 4));
  EXPECT_EQ(values_of(history), (Values{1, 3, 4}));
}

// Where the cells double, up to 8 half as wide stay before the first 8 of them.
TEST(RunHistory, PointsOfALongRunAreEquallySpacedAfterADenseBeginning) {
  for (const std::size_t chains : {10u, 100'000u}) {
    RunHistory history;
    const ReportGrid grid(chains);
    const double most = ReportGrid::all.most_points, first = most * grid.cell(1, ReportGrid::all);
    for (double g = 0; g < 40.3 * first; g = grid.next(g, ReportGrid::all)) {
      DiagnosticReport report = report_at(static_cast<std::uint64_t>(g), "esh", g);
      report.chains = chains;
      history.add(report);
      const double points = static_cast<double>(values_of(history).size());
      const double width = grid.cell(g, ReportGrid::all), doublings = std::log2(width / grid.cell(0, ReportGrid::all));
      EXPECT_LE(points, most + 1 + 8 * doublings) << g;
      EXPECT_GE(points, std::min(most / 2, g / first * most)) << g;
    }
    const Values values = values_of(history);
    const double last = 40.3 * first, width = grid.cell(last, ReportGrid::all);
    EXPECT_GT(width, 16 * values[1]);
    for (std::size_t i = 1; i < values.size(); ++i) {
      const double gap = values[i] - values[i - 1];
      EXPECT_LE(gap, width) << i;
      EXPECT_LE(gap, std::max(values[1], values[i] / 8)) << values[i];
      if (values[i - 1] >= 8 * width) {
        EXPECT_EQ(gap, width) << values[i];
      }
    }
  }
}

// Where the spacing had a factor in common with a sampler's cycle, some phases would never be seen.
TEST(ReportGrid, MeetsEveryPhaseOfACycle) {
  for (const std::uint64_t period : {2u, 12u, 20u, 64u, 100u}) {
    const ReportGrid grid(10, period);
    for (const double from : {0.0, 1e4, 1e5}) {
      std::set<std::uint64_t> phases;
      double g = from;
      for (std::uint64_t i = 0; i < 2 * period; ++i) {
        g = grid.next(g, ReportGrid::all);
        phases.insert(static_cast<std::uint64_t>(g) % period);
      }
      EXPECT_EQ(phases.size(), period) << period << " from " << from;
    }
  }
}

}  // namespace
}  // namespace ergo::run_history_test
