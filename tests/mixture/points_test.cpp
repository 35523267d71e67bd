// The density of points from a file: its columns, moments, draws and normaliser, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/run_config.h"
#include "core/truth/target_moments.h"
#include "tests/scratch_folder.h"

namespace ergo::points_test {
namespace {

class PointsTest : public ScratchFolder {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  static RunConfig run(const std::vector<Assignment>& assignments) {
    RunConfig config;
    apply(config, {"target", "points"});
    for (const Assignment& a : assignments) apply(config, a);
    return config;
  }
  /// What the assignments, or the target that they make, say.
  static std::string refusal(const std::vector<Assignment>& assignments) {
    try {
      make_target(run(assignments));
    } catch (const Error& error) {
      EXPECT_EQ(error.blame, Blame::user);
      return error.what();
    }
    ADD_FAILURE() << assignments.back().value;
    return "";
  }
};

/// By the trapezoidal rule with nodes one standard deviation of the kernels apart, which errs by 2 exp(-2
/// pi^2) = 5e-9; five of them beyond the outermost centre, 6e-7 of one kernel's mass is left out on each
/// side.
double integral(const Target& target) {
  const auto [low, high] = target.window();
  const GaussianTerm term = target.mixture()[0];
  const Position step{std::sqrt(term.xx), target.dim > 1 ? std::sqrt(term.yy) : 1};
  double sum = 0;
  for (double x = low.x - step.x; x <= high.x + step.x; x += step.x)
    for (double y = target.dim > 1 ? low.y - step.y : 0; y <= (target.dim > 1 ? high.y + step.y : 0);
         y += step.y)
      sum += std::exp(-target.evaluate({x, y}).energy) * step.x * step.y;
  return sum;
}

const std::string table = "name,c,a,b\nu,0,1,10\nv,0,2,30\nw,0,4,20\n";

TEST_F(PointsTest, ColumnsAreTheFirstTwoOfNumbersOrChosen) {
  const std::string of = file("t.csv", table);
  EXPECT_EQ(make_target(run({{"target.file", of}}))->mixture()[1].mean, (Position{2, 30}));
  EXPECT_EQ(make_target(run({{"target.file", of}, {"target.columns", "b, a"}}))->mixture()[1].mean,
            (Position{30, 2}));
  EXPECT_EQ(make_target(run({{"target.file", of}, {"target.columns", "4,3"}}))->mixture()[1].mean,
            (Position{30, 2}));
  const auto line = make_target(run({{"target.file", of}, {"target.columns", "b"}}));
  EXPECT_EQ(line->dim, 1);
  EXPECT_EQ(line->mixture()[1].mean, (Position{30, 0}));
  EXPECT_EQ(make_target(run({{"target.file", file("one.csv", "1\n2\n4\n")}}))->dim, 1);
  RunConfig config = run({{"target.file", of}, {"target.columns", "b"}});
  EXPECT_EQ(target_descriptor(config).dim, 1);
  apply(config, {"target.file", file("other.csv", "x,y\n0,1\n5,2\n")});
  EXPECT_EQ(target_descriptor(config).dim, 2) << "another file has other columns";
  apply(config, {"target.columns", "y"});
  apply(config, {"target.file", ""});
  EXPECT_EQ(config.target, run({}).target);
}

TEST_F(PointsTest, ColumnsMayStandBeforeTheirFile) {
  std::vector<Assignment> list = {
      {"target.columns", "b"}, {"target.file", file("t.csv", table)}, {"target", "points"}};
  RunConfig config;
  apply_all(config, list);
  EXPECT_EQ(make_target(config)->mixture()[0].mean, (Position{10, 0}));
}

TEST_F(PointsTest, StandardisedColumnsHaveMean0AndVariance1) {
  const auto target = make_target(run({{"target.file", file("t.csv", "x,y\n1e12,5\n3e12,6\n2e12,9\n")},
                                       {"target.standardise", "on"},
                                       {"target.bandwidth", "0.5"}}));
  const TargetMoments moments = exact_moments(*target);
  EXPECT_NEAR(norm(moments.mean), 0, 1e-14);
  // n/(n - 1) of the points' variance is 1; the kernels add 0.25.
  EXPECT_NEAR(moments.variance.x, 2. / 3 + 0.25, 1e-14);
  EXPECT_NEAR(moments.variance.y, 2. / 3 + 0.25, 1e-14);
}

/// Of the built-in points, of few and of many, on a line and in the plane.
TEST_F(PointsTest, DrawsAndNormaliserAreThoseOfTheDensity) {
  std::string many = "x,y\n";
  for (int i = 0; i < 3000; ++i)
    many += std::to_string(std::sin(1.7 * i)) + "," + std::to_string(i % 71 / 50.) + "\n";
  const std::vector<std::vector<Assignment>> cases = {{},
                                                      {{"target.bandwidth", "0.2"}},
                                                      {{"target.columns", "x"}},
                                                      {{"target.file", file("few.csv", "0 1\n2 0\n5 5\n")}},
                                                      {{"target.file", file("many.csv", many)}}};
  constexpr int count = 20'000;
  for (const auto& assignments : cases) {
    SCOPED_TRACE(assignments.empty() ? "built in" : shown_file(assignments[0].value));
    const auto target = make_target(run(assignments));
    EXPECT_NEAR(integral(*target), 1, 1e-7);
    EXPECT_EQ(target->log_normaliser(), 0);
    const TargetMoments exact = exact_moments(*target);
    Position sum, squares;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position d = *target->draw(Draws(1, Purpose::exact, i, 0, target->dim)) - exact.mean;
      sum = sum + d / count;
      squares = squares + squared(d) / count;
    }
    const auto error = [](double spread) { return 5 * std::sqrt(spread / count); };
    EXPECT_LE(std::abs(sum.x), error(exact.variance.x));
    EXPECT_LE(std::abs(sum.y), error(exact.variance.y));
    EXPECT_LE(std::abs(squares.x - exact.variance.x), error(exact.square_variance.x));
    EXPECT_LE(std::abs(squares.y - exact.variance.y), error(exact.square_variance.y));
  }
}

TEST_F(PointsTest, WhatHasNoDensityIsRefusedByName) {
  const auto expect = [&](const std::vector<Assignment>& assignments, const std::vector<std::string>& words) {
    const std::string said = refusal(assignments);
    for (const std::string& word : words)
      EXPECT_NE(said.find(word), std::string::npos) << word << " not in " << said;
  };
  const auto of = [&](const std::string& text) {
    return std::vector<Assignment>{{"target.file", file("t.csv", text)}};
  };
  for (const char* text : {"1,2\n", "1,2\n1,2\n1,2\n", "x,y\nu,v\n"})
    expect(of(text), {"no column of numbers that vary", "t.csv", "target.file"});
  expect(of("1e200,1\n2,3\n"), {"too large", "t.csv"});
  expect({{"target.columns", "u"}}, {"no such column", "'u'", "x, y", "target.columns"});
  expect({{"target.columns", "x,y,x"}}, {"'x,y,x'", "one or two", "target.columns"});
  expect({{"target.columns", ""}}, {"no such column", "target.columns"});
  expect({{"target.file", file("t.csv", table)}, {"target.columns", "name"}},
         {"'u' at line 2, column 1", "target.columns"});
  expect({{"target.file", file("t.csv", table)}, {"target.columns", "a,c"}}, {"same y", "target.file"});
  expect({{"target.bandwidth", "1e-9"}}, {"1e-06 or more", "target.bandwidth"});
  expect({{"target.bandwidth", "11"}}, {"0 to 10"});
}

/// 1e5 points, 1 s.
TEST_F(PointsTest, ManyPointsAreToldByARemark) {
  std::string rows;
  for (int i = 0; i < 100'000; ++i)
    rows += std::to_string(std::sin(i)) + "," + std::to_string(std::sin(1.3 * i)) + "\n";
  const auto target = make_target(run({{"target.file", file("many.csv", rows)}}));
  const std::string said = target->remark(std::chrono::milliseconds(0));
  EXPECT_EQ(said.find("100000 points as "), 0u) << said;
  const auto far = make_target(run({{"target.file", file("far.csv", "1e6,0\n1000001,2\n")}}));
  EXPECT_NE(far->remark(std::chrono::milliseconds(0)).find("standardise"), std::string::npos);
  EXPECT_EQ(make_target(run({}))->remark(std::chrono::milliseconds(0)), "");
}

TEST_F(PointsTest, TheBuiltInPointsAreTwoHundred) {
  const auto target = make_target(run({}));
  EXPECT_EQ(target->mixture().size(), 200u);
  for (const GaussianTerm& term : target->mixture()) {
    EXPECT_GT(norm(term.mean), 0.0);
    EXPECT_LT(norm(term.mean), 2.6 + 6 * 0.12);
  }
}

}  // namespace
}  // namespace ergo::points_test
