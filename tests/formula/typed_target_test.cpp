// Targets that are typed: what the text declares, what becomes of values and runs when it changes, and what is found.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/remarks.h"
#include "core/run/session.h"
#include "core/settings/share_string.h"
#include "core/truth/exact_draws.h"
#include "core/truth/target_moments.h"

namespace ergo::typed_target_test {
namespace {

RunConfig typed(const std::string& text, const std::string& target = "formula") {
  RunConfig run;
  apply(run, {"target", target});
  apply(run, {"target.text", text});
  return run;
}

std::string refusal(RunConfig run, const Assignment& assignment) {
  const RunConfig before = run;
  try {
    apply(run, assignment);
  } catch (const Error& refused) {
    EXPECT_EQ(run, before) << "a refused text leaves the run";
    EXPECT_EQ(&target_descriptor(run), &target_descriptor(before));
    return refused.what();
  }
  return "accepted";
}

double value(const RunConfig& run, std::string_view id) {
  return parameter(run.target, target_descriptor(run), id);
}

TEST(TypedTarget, TheTextDeclaresSliders) {
  const RunConfig run = typed("b = slider(4, 1, 9, log)\ns = slider(0.5, 0, 1)\nE = b x^2 + s y^2");
  const Descriptor& target = target_descriptor(run);
  ASSERT_EQ(target.parameters.size(), 3u);
  const Parameter& b = target.parameters[1];
  EXPECT_EQ(b.id, "b");
  EXPECT_EQ(b.initial, 4);
  EXPECT_EQ(b.hard.low, 1);
  EXPECT_EQ(b.hard.high, 9);
  EXPECT_EQ(b.scale, Scale::log);
  EXPECT_EQ(target.parameters[2].scale, Scale::linear);
  EXPECT_EQ(make_target(run)->evaluate({1, 2}).energy, 4 + 0.5 * 4);
  RunConfig moved = run;
  EXPECT_EQ(apply(moved, {"target.b", "9"}), Effect::reinitialise);
  EXPECT_EQ(make_target(moved)->evaluate({1, 2}).energy, 9 + 0.5 * 4);
  EXPECT_NE(refusal(run, {"target.b", "10"}).find("1 to 9"), std::string::npos);
  EXPECT_NE(refusal(run, {"target.c", "1"}).find("target.b"), std::string::npos);
}

TEST(TypedTarget, ValuesStayWhereTheirNamesDo) {
  RunConfig run = typed("a = slider(1, 0, 5); b = slider(2, 0, 5); E = a x^2 + b y^2");
  apply(run, {"target.b", "4"});
  apply(run, {"target.text", "b = slider(1, 0, 3); c = slider(2, 0, 5); E = b x^2 + c y^2"});
  EXPECT_EQ(value(run, "b"), 3) << "the nearest legal value";
  EXPECT_EQ(value(run, "c"), 2);
  EXPECT_EQ(target_descriptor(run).parameters.size(), 3u);
}

TEST(TypedTarget, IsCalledByItsDensity) {
  const auto title = [](const std::string& text) { return target_descriptor(typed(text)).title; };
  EXPECT_EQ(target_unit("formula").descriptor.title, "Formula");
  EXPECT_EQ(title("x^2 + y^2"), "x^2 + y^2");
  EXPECT_EQ(title("b = slider(5, 1, 9)  # steep; or not\nr = x^2\n\nE = (r - 1)^2 +\n    b y^2"), "E = (r - 1)^2 + b y^2");
  EXPECT_EQ(title("s = 2; p = exp(-|x|/s - |y|)"), "p = exp(-|x|/s - |y|)");
  EXPECT_EQ(title("log p = -x^2 - y^2"), "log p = -x^2 - y^2");
  EXPECT_EQ(title("if(x == 1, 0, inf) + x"), "if(x == 1, 0, inf) + x");
  EXPECT_EQ(title("μ = 1; E = (x-μ)²+(y-μ)²+0.1(x-μ)³(x-μ)"), "E = (x-μ)²+(y-μ)²+0.1(x-μ)³(x-μ)");
  const std::string cut = title("E = ((x^2 + y - 11)^2 + (x + y^2 - 7)^2)/30");
  EXPECT_EQ(cut, "E = ((x^2 + y - 11)^2 + (x + y^2 - …");
  EXPECT_EQ(target_descriptor(typed("x^2", "lattice_formula")).title, "x^2");
}

TEST(TypedTarget, AMistakeIsToldWithItsPlace) {
  const RunConfig run = typed("x^2 + y^2");
  const std::string words = refusal(run, {"target.text", "r = 1\nE = sinn(x)"});
  EXPECT_NE(words.find("target.text: line 2, column 5"), std::string::npos) << words;
  EXPECT_NE(words.find("did you mean 'sin'"), std::string::npos) << words;
  EXPECT_NE(refusal(run, {"target.text", "text = slider(1, 0, 2); E = text x^2 + y^2"}).find("'text'"), std::string::npos);
  EXPECT_NE(refusal(typed("x^2", "lattice_formula"), {"target.text", "side = slider(1, 0, 2); E = side x^2"}).find("'side'"),
            std::string::npos);
}

TEST(TypedTarget, AnotherDimensionIsAnotherTarget) {
  RunConfig run = typed("x^2 + y^2");
  EXPECT_EQ(make_target(run)->dim, 2);
  apply(run, {"target.text", "x^2"});
  EXPECT_EQ(make_target(run)->dim, 1);
  EXPECT_EQ(target_descriptor(run).dim, 1);
  const RunConfig line = typed("(x-3)^2", "lattice_formula");
  EXPECT_EQ(make_target(line)->lattice()->sides(), (Sides{17, 1}));
}

// Chains go on from where they are, with the same positions, and the journal has one entry.
TEST(TypedTarget, ARunGoesOnWithAnotherText) {
  RunConfig run = typed("b = slider(1, 0, 5); (x^2 + b y^2)/2");
  apply(run, {"sampler", "mala"});
  apply(run, {"chains", "50"});
  apply(run, {"backend", "cpu"});
  Session session(run, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  session.advance(20);
  const ChainData before = session.read();
  session.assign({"target.text", "(x^4 + y^4)/4"});
  EXPECT_EQ(session.step(), 20u);
  EXPECT_EQ(session.journal().size(), 1u);
  const ChainData after = session.read();
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(after.x(i), before.x(i));
    const Position x = after.x(i);
    EXPECT_NEAR(after.state_row(i)[2], (std::pow(x.x, 4) + std::pow(x.y, 4)) / 4, 1e-12);
  }
  session.advance(20);
  EXPECT_EQ(session.read().diverged_count(), 0u);
}

TEST(TypedTarget, AShareStringHoldsTextAndSliders) {
  Preset preset;
  preset.config = typed("β = slider(2, 0, 5)\nE = (x^2 + β y^2)/2  # with a comment");
  apply(preset.config, {"target.β", "3"});
  const Preset again = parse_share_string(share_string(preset));
  EXPECT_EQ(again.config, preset.config);
  EXPECT_EQ(value(again.config, "β"), 3);
}

TEST(TypedTarget, ItsAssignmentsMakeItAgain) {
  RunConfig run = typed("b = slider(4, 1, 9); E = b x^2 + y^2"), again;
  apply(run, {"target.b", "5"});
  std::vector<Assignment> list = assignments_of(run);
  std::ranges::reverse(list);
  apply_all(again, list);
  EXPECT_EQ(again, run);
}

struct Known {
  const char* text;
  double log_normaliser;
  Position mean, variance;
};

// Closed forms. Student's t of n degrees: Z = 2 pi, and the variance of a coordinate is n/(n-2).
TEST(TypedTarget, TruthIsFoundFromTheEnergy) {
  const double pi = std::numbers::pi;
  for (const Known& known :
       {Known{"(x-2)^2/2 + (y+1)^2/8", std::log(4 * pi), {2, -1}, {1, 4}},
        Known{"p = 0.25 normal(x, -2, 0.5) normal(y, 0, 1) + 0.75 normal(x, 2, 1) normal(y, 1, 2)", 0, {1, 0.75},
              {0.25 * 0.25 + 0.75 + 0.25 * 9 + 0.75, 0.25 + 3 + 0.25 * 0.5625 + 0.75 * 0.0625}},
        Known{"n = 12; (n+2)/2 log(1 + (x^2+y^2)/n)", std::log(2 * pi), {0, 0}, {1.2, 1.2}},
        Known{"|x| + 2|y|", std::log(2.0), {0, 0}, {2, 0.5}},
        Known{"if(max(|x-5|, |y|) < 2, 0, inf)", std::log(16.0), {5, 0}, {4.0 / 3, 4.0 / 3}},
        Known{"b = slider(100, 1, 1000, log); ((1-x)^2 + b (y-x^2)^2)/2", std::log(2 * pi / 10), {1, 2}, {1, 0.01 + 2 + 4}},
        Known{"(x-1000)^2/2e-4 + (y-5)^2/2e6", std::log(2 * pi * 10), {1000, 5}, {1e-4, 1e6}},
        Known{"x^2/2", std::log(2 * pi) / 2, {0, 0}, {1, 0}}}) {
    SCOPED_TRACE(known.text);
    const RunConfig run = typed(known.text);
    const std::shared_ptr<const Target> target = make_target(run);
    EXPECT_NEAR(ExactDraws(target).log_normaliser(), known.log_normaliser, 2e-3);
    const TargetMoments moments = exact_moments(*target);
    const double scale_x = std::sqrt(known.variance.x), scale_y = std::sqrt(known.variance.y);
    EXPECT_NEAR(moments.mean.x, known.mean.x, 5e-3 * scale_x);
    EXPECT_NEAR(moments.mean.y, known.mean.y, 5e-3 * scale_y);
    EXPECT_NEAR(moments.variance.x, known.variance.x, 0.01 * known.variance.x);
    EXPECT_NEAR(moments.variance.y, known.variance.y, 0.01 * known.variance.y);
    EXPECT_EQ(target_remark(run), "");
  }
}

TEST(TypedTarget, SaysWhatIsNoDensity) {
  for (const char* text : {"log(1 + x^2 + y^2)", "x^2 + 0 y", "-x^2 - y^2"}) {
    const std::string words = target_remark(typed(text));
    EXPECT_NE(words.find("no density"), std::string::npos) << text << ": " << words;
  }
}

TEST(TypedTarget, ALatticeSaysWhereItsEnergyIsNone) {
  const auto made = [](const char* text) {
    try {
      make_target(typed(text, "lattice_formula"))->lattice()->distribution();
    } catch (const Error& refused) {
      return std::string(refused.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(made("sqrt(x-3) + y").find("(0, 0)"), std::string::npos);
  EXPECT_NE(made("inf + x + y").find("no site"), std::string::npos);
  EXPECT_EQ(made("if(x < 3, inf, x + y)"), "accepted");
}

}  // namespace
}  // namespace ergo::typed_target_test
