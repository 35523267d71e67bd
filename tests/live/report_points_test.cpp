// The points of curves belong to the run: they do not depend on how it was watched.
#include <cmath>

#include "core/live/report_grid.h"
#include "tests/live/panes_fixture.h"

namespace ergo::report_points_test {
namespace {

class ReportPointsTest : public PanesTest {
 protected:
  using Histories = std::vector<RunHistory>;

  /// Runs to this time of the clock and rests there.
  Histories watched(int steps_per_frame, double speed, double end) {
    panes().restart();
    panes().steps_per_frame = steps_per_frame;
    panes().speed = speed;
    panes().pause_at(end);
    panes().running = true;
    EXPECT_TRUE(until([&] { return !panes().running; }));
    rest();
    Histories all;
    for (const auto& history : panes().histories()) all.push_back(*history);
    return all;
  }
  /// Cost of a step, on average over all steps.
  double cost(int run) { return panes().at(run).now().gradients / panes().at(run).now().steps; }
};

std::vector<CurvePoint> on_the_way(const Curve& curve) {
  std::vector<CurvePoint> points = curve.points;
  std::erase_if(points, [](const CurvePoint& point) { return point.at_rest; });
  return points;
}

void expect_same(const RunHistory& a, const RunHistory& b) {
  EXPECT_EQ(a.curves().size(), b.curves().size());
  for (const auto& [quantity, curve] : a.curves()) {
    SCOPED_TRACE(quantity);
    const auto one = on_the_way(curve), other = on_the_way(b.curve(quantity));
    // The runs may end a step apart where steps differ in cost.
    ASSERT_LE(std::max(one.size(), other.size()), std::min(one.size(), other.size()) + 1);
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
      ASSERT_EQ(one[i].at.gradients, other[i].at.gradients) << i;
      ASSERT_EQ(one[i].at.steps, other[i].at.steps) << i;
      ASSERT_EQ(one[i].value, other[i].value) << "at step " << one[i].at.steps;
    }
  }
}

TEST_F(ReportPointsTest, DoNotDependOnTheStepsOfAFrame) {
  constexpr double end = 700;  // beyond the first doubling of the spacing
  const Histories slow = watched(1, 1, end);
  for (const auto& [steps, speed] : std::vector<std::pair<int, double>>{{1, 0.4}, {7, 1}, {16, 2}}) {
    SCOPED_TRACE(steps);
    expect_same(slow.front(), watched(steps, speed, end).front());
  }
  const ReportGrid grid(panes().focused().session().config().chains);
  const auto points = [&](ReportGrid::Density density) {
    std::size_t count = 0;
    for (double cost = 0; cost <= end; ++cost) count += std::fmod(cost, grid.cell_at(cost, end, density)) == 0;
    return count;
  };
  EXPECT_EQ(on_the_way(slow.front().curve("energy")).size(), points(ReportGrid::channels));
  EXPECT_EQ(on_the_way(slow.front().curve("mean_x")).size(), points(ReportGrid::all));
}

TEST_F(ReportPointsTest, RunsSideBySideHavePointsAtTheSameCosts) {
  for (const char* sampler : {"nuts", "hmc", "ula"}) panes().add(sampler);
  const Histories slow = watched(1, 1, 600), fast = watched(5, 1, 600);
  for (std::size_t run = 0; run < slow.size(); ++run) {
    SCOPED_TRACE(run);
    expect_same(slow[run], fast[run]);
    const auto points = on_the_way(slow[run].curve("energy"));
    ASSERT_FALSE(points.empty());
    const ReportGrid grid(300);
    const double step = cost(static_cast<int>(run));
    EXPECT_GT(points.back().at.gradients, 600 - 2 * step);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double gap = points[i].at.gradients - points[i - 1].at.gradients;
      const bool every_step = points[i].at.steps == points[i - 1].at.steps + 1;
      EXPECT_TRUE(every_step || gap <= grid.cell(600, ReportGrid::channels) + step) << i << ": " << gap;
    }
  }
}

TEST_F(ReportPointsTest, AStepIsMadeAlsoWhereTheRunWaitedForReports) {
  panes().steps_per_frame = 1000;  // more than can wait to be reported
  panes().running = true;
  frame();
  const std::uint64_t stood = session().step();
  panes().step();
  EXPECT_EQ(panes().clock(), static_cast<double>(stood + 1));
  EXPECT_TRUE(until([&] { return session().step() > stood; }));
  EXPECT_EQ(session().step(), stood + 1);
}

}  // namespace
}  // namespace ergo::report_points_test
