// The functions of core/maths against the C library's in extended precision, over their whole range.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/maths/elementary.h"

namespace ergo::maths_test {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference needs more digits than double");

/// |value - truth| in units in the last place of a double.
double error_in_ulps(double value, long double truth) {
  if (truth == 0) return value == 0 ? 0 : HUGE_VAL;
  return static_cast<double>(std::abs(value - truth) / std::ldexp(1.0L, std::ilogb(truth) - 52));
}

/// Largest error of f over `count` equal steps from low to high.
template <class Function, class Truth>
double worst_error(Function f, Truth truth, double low, double high, int count = 1 << 20) {
  double worst = 0;
  for (int i = 0; i <= count; ++i) {
    const double x = low + (high - low) * i / count, error = error_in_ulps(f(x), truth(x));
    worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
  }
  return worst;
}

// exp rounds leading + rest once (1/2); rest, below 2^-7 of it, and the reduction add little.
TEST(Maths, ExpIsAccurateToOneUnit) {
  const auto truth = [](double x) { return std::exp(static_cast<long double>(x)); };
  EXPECT_LE(worst_error(maths::exp, truth, -707, 709.7), 1);
  EXPECT_LE(worst_error(maths::exp, truth, -1, 1), 1);
}

// Where 1 + r < 1 its last place is half of 1's: the three sums that follow each other and the reduction's
// two roundings of r, |r| <= ln(2)/2, add up to less than three units.
TEST(Maths, ExpInPacksIsAccurateToThreeUnits) {
  const auto truth = [](double x) { return std::exp(static_cast<long double>(x)); };
  EXPECT_LE(worst_error(maths::exp_in_packs, truth, -707, 709), 3);
  EXPECT_LE(worst_error(maths::exp_in_packs, truth, -1, 1), 3);
  EXPECT_EQ(maths::exp_in_packs(0), 1);
  EXPECT_EQ(maths::exp_in_packs(-1e300), maths::exp_in_packs(-707));
  EXPECT_TRUE(std::isnan(maths::exp_in_packs(NAN)));
}

// The known logarithm, the series and their sum round to half a unit each; just past the reach of centre 1
// the two have opposite signs and the result is half of either.
TEST(Maths, LogIsAccurateToTwoUnits) {
  const auto truth = [](double x) { return std::log(static_cast<long double>(x)); };
  for (double reach = 1e300; reach > 1e-300; reach /= 16)
    EXPECT_LE(worst_error(maths::log, truth, reach / 16, reach, 1 << 12), 2) << reach;
  EXPECT_LE(worst_error(maths::log, truth, 0.98, 1.02), 2);
  for (double away = 1e-2; away > 1e-16; away /= 4)
    EXPECT_LE(worst_error(maths::log, truth, 1 - away, 1 + away, 1 << 8), 2) << away;
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(maths::log(1), 0);
  EXPECT_EQ(maths::log(0), -infinity);
  EXPECT_EQ(maths::log(infinity), infinity);
  EXPECT_EQ(maths::log(0x1p-1074), std::log(0x1p-1074));
  EXPECT_TRUE(std::isnan(maths::log(-1)));
  EXPECT_TRUE(std::isnan(maths::log(NAN)));
}

// Where the result is just above the reach of one root, |x| = ln(2)/256, what the leading part leaves cancels
// up to one bit of e^r - 1: some roundings of half a unit count twice.
TEST(Maths, Expm1IsAccurateToFourUnits) {
  const auto truth = [](double x) { return std::expm1(static_cast<long double>(x)); };
  for (double reach = 64; reach > 1e-300; reach /= 16)
    for (const double sign : {-1, 1})
      EXPECT_LE(worst_error(maths::expm1, truth, sign * reach / 16, sign * reach, 1 << 14), 4) << reach;
  EXPECT_LE(worst_error(maths::expm1, truth, -0.02, 0.02), 4);
}

TEST(Maths, UnitCircleIsAccurateToTwoUnits) {
  const long double tau = 2 * std::acos(-1.0L);
  for (int quarter = 0; quarter < 4; ++quarter) {
    // Turns past the nearest quarter: their difference is exact, so that even results near 0 have a truth.
    const auto cosine = [&](double turns) {
      const long double angle = tau * (static_cast<long double>(turns) - quarter / 4.0L);
      const long double c = std::cos(angle), s = std::sin(angle), by_quarter[] = {c, -s, -c, s};
      return by_quarter[quarter];
    };
    const auto sine = [&](double turns) {
      const long double angle = tau * (static_cast<long double>(turns) - quarter / 4.0L);
      const long double c = std::cos(angle), s = std::sin(angle), by_quarter[] = {s, c, -s, -c};
      return by_quarter[quarter];
    };
    const double low = std::max(0.0, quarter / 4.0 - 0.125), high = quarter / 4.0 + 0.125;
    const auto x = [](double turns) { return maths::unit_circle(turns).cosine; };
    const auto y = [](double turns) { return maths::unit_circle(turns).sine; };
    EXPECT_LE(worst_error(x, cosine, low, high), 2) << quarter;
    EXPECT_LE(worst_error(y, sine, low, high), 2) << quarter;
  }
}

TEST(Maths, EndsOfTheRange) {
  const double infinity = HUGE_VAL;
  EXPECT_EQ(maths::exp(0), 1);
  EXPECT_EQ(maths::exp(infinity), infinity);
  EXPECT_EQ(maths::exp(709.79), infinity);
  EXPECT_EQ(maths::exp(1e300), infinity);
  EXPECT_EQ(maths::exp(-infinity), 0);
  EXPECT_EQ(maths::exp(-708), 0);
  EXPECT_TRUE(std::isnan(maths::exp(NAN)));
  EXPECT_EQ(maths::expm1(0), 0);
  EXPECT_EQ(maths::expm1(-infinity), -1);
  EXPECT_EQ(maths::expm1(infinity), infinity);
  EXPECT_TRUE(std::isnan(maths::expm1(NAN)));
}

}  // namespace
}  // namespace ergo::maths_test
