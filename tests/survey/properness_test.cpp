// What a check of an energy says about its integral.
#include <gtest/gtest.h>

#include <set>

#include "core/base/stop.h"
#include "core/survey/improper_limit.h"
#include "core/unit/registry.h"
#include "density_cases.h"

namespace ergo::properness_test {
namespace {

using namespace survey_test;

using Finding = Properness::Finding;

Properness checked(const Landscape& landscape) { return check_density(landscape, find_window(landscape)); }

void expect_findings(const std::vector<DensityCase>& cases, const std::set<std::string>& missed = {}) {
  for (const auto& [text, expected] : cases) {
    const Landscape landscape = typed(text);
    const Properness found = checked(landscape);
    EXPECT_EQ(found.finding, missed.contains(text) ? Finding::not_shown_improper : expected)
        << text << ": " << sentence(found, landscape.dim);
  }
}

TEST(CheckDensity, IsRightOfTheTextsItWasMadeWith) { expect_findings(development_cases()); }

/// One is missed: what walls alone bound narrows to a sheet that no slope of E leads to.
TEST(CheckDensity, IsRightOfHeldOutCasesButOne) {
  expect_findings(held_out_cases(), {"if(y > x^2 and y < x^2 + 1, 0, inf)"});
}

/// One is missed: of its two tails one narrows faster than rings see, the other is at r^-1 on one ray in the limit.
TEST(CheckDensity, IsRightOfHeldOutTextsButOne) { expect_findings(held_out_texts(), {"p = normal(x, 0, exp(y))"}); }

TEST(CheckDensity, FindsNoFaultInATarget) {
  for (const auto& unit : plane_targets()) {
    const auto target = unit.make();
    EXPECT_EQ(checked(landscape_of(*target)).finding, Finding::not_shown_improper) << unit.descriptor.id;
  }
}

TEST(CheckDensity, TellsPlacesDirectionsAndExponents) {
  const Properness ridge = checked(plane([](double x, double y) { return square(x - 2 * y + 1); }));
  EXPECT_NEAR(std::abs(ridge.direction.x), 2 / std::sqrt(5), 1e-3);
  EXPECT_NEAR(std::abs(ridge.direction.y), 1 / std::sqrt(5), 1e-3);
  EXPECT_NEAR(ridge.exponent, 0, 0.01);
  EXPECT_NEAR(checked(plane([](double x, double y) { return 0.75 * std::log1p(x * x + y * y); })).exponent, -0.5, 0.01);
  EXPECT_NEAR(checked(plane([](double x, double y) { return square(x * y); })).exponent, -1, 0.01);
  const Properness point = checked(plane([](double x, double y) {
    return 2 * log_r({x - 1.5, y + 0.7}) + (x * x + y * y) / 8;
  }));
  EXPECT_NEAR(point.place.x, 1.5, 1e-6);
  EXPECT_NEAR(point.place.y, -0.7, 1e-6);
  EXPECT_NEAR(point.exponent, -1, 0.01);
  EXPECT_LT(checked(plane([](double x, double y) { return std::log(x) + x * x + y * y; })).place.x, 0);
}

TEST(CheckDensity, SaysItInASentence) {
  EXPECT_EQ(sentence(checked(plane([](double, double y) { return y * y; }))),
            "This is no density: in the direction (1, 0) the mass at distance r does not shrink, so the integral "
            "diverges.");
  EXPECT_EQ(sentence(checked(line([](double x) { return x; })), 1),
            "This is no density: to the left E falls for ever: the density grows without end.");
  EXPECT_EQ(sentence(checked(plane([](double x, double y) {
              return 3 * log_r({x, y}) + x * x + y * y;
            }))),
            "This is no density: at (0, 0) the mass at distance r grows like r^\u22122 towards it, and must grow more "
            "slowly than r^\u22121, so the integral diverges.");
  EXPECT_EQ(sentence(checked(plane([](double x, double y) { return x * x + y * y; }))), "Not shown to be improper.");
}

TEST(CheckDensity, EndsWhenToldTo) {
  StopSource stop;
  stop.request_stop();
  const Landscape landscape = plane([](double x, double y) { return x * x + y * y; });
  const Properness found = check_density(landscape, find_window(landscape), stop.token());
  EXPECT_EQ(found.finding, Finding::unfinished);
  EXPECT_FALSE(found.improper());
}

TEST(DivergingSlope, TellsPowersAndLogarithms) {
  const auto on_the_way = [](auto log_mass) {
    std::vector<MassOnTheWay> mass;
    for (const double v : {2.0, 5.0, 10.0, 20.0, 40.0, 80.0, 150.0}) mass.push_back({v, log_mass(v)});
    return mass;
  };
  EXPECT_TRUE(diverging_slope(on_the_way([](double) { return 3.0; })));
  EXPECT_NEAR(*diverging_slope(on_the_way([](double v) { return 0.5 * v; })), 0.5, 1e-12);
  EXPECT_FALSE(diverging_slope(on_the_way([](double v) { return -0.01 * v; })));
  // The integrals of 1/v and of v^-1/2 diverge, that of v^-2 does not.
  EXPECT_TRUE(diverging_slope(on_the_way([](double v) { return -std::log(v); })));
  EXPECT_TRUE(diverging_slope(on_the_way([](double v) { return -0.5 * std::log(v + 3); })));
  EXPECT_FALSE(diverging_slope(on_the_way([](double v) { return -2 * std::log(v); })));
}

}  // namespace
}  // namespace ergo::properness_test
