// What is computed of a typed density tells how far it may be off.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/config/assignment.h"
#include "core/config/remarks.h"
#include "core/formula/examples.h"
#include "core/truth/exact_draws.h"
#include "core/truth/moment_errors.h"
#include "core/truth/target_moments.h"
#include "tests/diagnostics/diagnostics_requests.h"

namespace ergo::truth_errors_test {
namespace {

RunConfig typed(const std::string& text) {
  RunConfig run;
  apply(run, {"target", "formula"});
  apply(run, {"target.text", text});
  return run;
}

struct Known {
  const char* text;
  double log_normaliser, variance_x;
};

/// Among them a ridge that no grid of four million nodes meets, walls, cusps, and a tail whose variance comes
/// from far.
TEST(TruthErrors, CoverTheTruth) {
  const double pi = std::numbers::pi;
  for (const Known& known :
       {Known{"(x^2+y^2)/2", std::log(2 * pi), 1},
        Known{"n = 3; (n+2)/2 log(1 + (x^2+y^2)/n)", std::log(2 * pi), 3},
        Known{"n = 5; (n+2)/2 log(1 + (x^2+y^2)/n)", std::log(2 * pi), 5.0 / 3},
        Known{"1e6 (x-y)^2 + (x+y)^2", std::log(pi / 2000), 0.125 + 0.125e-6},
        Known{"if(max(|x|, |y|) < 1, 0, inf)", std::log(4), 1.0 / 3}, Known{"|x| + |y|", std::log(4), 2},
        Known{"sqrt(|x|) + sqrt(|y|)", std::log(16), 120}}) {
    SCOPED_TRACE(known.text);
    const TabulatedDensity table = tabulate(*make_target(typed(known.text)));
    const MomentErrors errors = moment_errors(table);
    EXPECT_LE(std::abs(table.log_normaliser - known.log_normaliser), table.error);
    EXPECT_LE(std::abs(moments_of(table).variance.x - known.variance_x), errors.variance.x);
    EXPECT_LE(std::abs(moments_of(table).mean.x), errors.mean.x);
  }
}

TEST(TruthErrors, AreInfiniteOfMomentsThatThereAreNot) {
  const auto errors = [](const char* text) { return moment_errors(tabulate(*make_target(typed(text)))); };
  const MomentErrors two = errors("n = 2; (n+2)/2 log(1 + (x^2+y^2)/n)"), cauchy = errors("log(1 + x^2)"),
                     along_y = errors("x^2/2 + 1.25 log(1 + y^2)");  // a t with 1.5 degrees
  EXPECT_TRUE(std::isfinite(two.mean.x) && std::isinf(two.variance.x) && std::isinf(two.variance.y));
  EXPECT_TRUE(std::isinf(cauchy.mean.x));
  EXPECT_TRUE(std::isfinite(along_y.variance.x) && std::isfinite(along_y.mean.y) &&
              std::isinf(along_y.variance.y));
}

TEST(TruthErrors, AreToldWhereTheyAreLarge) {
  const RunConfig ridge = typed("1e6 (x-y)^2 + (x+y)^2");
  const std::string words = truth_remark(ridge);
  EXPECT_NE(words.find("too coarse"), std::string::npos) << words;
  EXPECT_NE(truth_remark(typed("if(hypot(x, y) < 1, 0, inf)")).find("by up to 0."), std::string::npos);
  EXPECT_EQ(remarks(ridge).front(), words);
  Diagnostics diagnostics;
  DiagnosticsRequest request = request_for("gaussian", "ula", 100, 10);
  request.config.target = ridge.target;
  const DiagnosticReport report = diagnostics.report(request);
  ASSERT_FALSE(report.remarks.empty());
  EXPECT_EQ(report.remarks.back(), words);
}

TEST(TruthErrors, OfTargetsAndExamplesAreSmall) {
  for (const auto& unit : plane_targets()) {
    RunConfig run;
    apply(run, {"target", unit.descriptor.id});
    EXPECT_EQ(truth_remark(run), "") << unit.descriptor.id;
  }
  for (const formula::Example& example : formula::examples)
    EXPECT_EQ(truth_remark(typed(example.text)), "") << example.title;
}

TEST(TruthErrors, OfAnImproperDensityAreNotSpokenOf) {
  const RunConfig ridge = typed("x^2 + 0y");
  EXPECT_EQ(truth_remark(ridge), "");
  ASSERT_NE(target_remark(ridge), "") << "and it waits until that is found";
  Diagnostics diagnostics;
  DiagnosticsRequest request = request_for("gaussian", "ula", 100, 10);
  request.config.target = ridge.target;
  const DiagnosticReport report = diagnostics.report(request);
  ASSERT_FALSE(report.remarks.empty());
  EXPECT_EQ(report.remarks.back(), target_remark(ridge));
}

}  // namespace
}  // namespace ergo::truth_errors_test
