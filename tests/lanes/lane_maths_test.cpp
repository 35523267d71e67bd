// The lanes' functions against the C library's in double precision, over the ranges that kernels use, with every
// instruction set of this machine.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/lanes/lane_sets.h"
#include "tests/lanes/lane_functions.h"

namespace ergo::lanes {

#if defined(ERGO_LANE_SETS_X86)
namespace sse2 {
extern const LaneFunctions functions;
}
namespace avx2 {
extern const LaneFunctions functions;
}
namespace avx512 {
extern const LaneFunctions functions;
}
#else
namespace plain {
extern const LaneFunctions functions;
}
#endif

namespace {

const LaneFunctions& functions_of(const LaneSet& set) {
#if defined(ERGO_LANE_SETS_X86)
  const int width = set.kernels->width;
  return width == 16 ? avx512::functions : width == 8 ? avx2::functions : sse2::functions;
#else
  static_cast<void>(set);
  return plain::functions;
#endif
}

constexpr int at_once = 1 << 12;

/// f at x, in a whole batch of copies.
float one(LaneFunctions::Of f, float x) {
  std::vector<float> in(16, x), out(16);
  f(in.data(), out.data(), 16);
  return out[5];
}

double in_units(float value, double truth) {
  const int exponent = std::max(std::ilogb(truth), -126);
  return std::abs(value - truth) / std::ldexp(1.0, exponent - 23);
}

/// Largest error over every `stride`-th float from low to high, of one sign.
template <class Truth, class Error>
double worst(LaneFunctions::Of f, Truth truth, float low, float high, Error error, std::uint32_t stride) {
  double found = 0;
  std::vector<float> x(at_once), y(at_once);
  const std::uint32_t first = std::bit_cast<std::uint32_t>(std::abs(low)),
                      last = std::bit_cast<std::uint32_t>(std::abs(high));
  for (std::uint32_t bits = std::min(first, last); bits < std::max(first, last);) {
    for (float& value : x) {
      value = std::copysign(std::bit_cast<float>(std::min(bits, std::max(first, last))), low);
      bits += stride;
    }
    f(x.data(), y.data(), at_once);
    for (int i = 0; i < at_once; ++i) {
      const double here =
          error(y[static_cast<std::size_t>(i)], truth(static_cast<double>(x[static_cast<std::size_t>(i)])));
      found = std::isnan(here) ? HUGE_VAL : std::max(found, here);
    }
  }
  return found;
}

class LaneMaths : public testing::TestWithParam<std::size_t> {
 protected:
  const LaneFunctions& f_ = functions_of(lane_sets()[GetParam()]);
  static constexpr std::uint32_t stride = 997;  // some million of all floats
  static double units(LaneFunctions::Of f, double (*truth)(double), float low, float high) {
    return worst(f, truth, low, high, in_units, stride);
  }
};

INSTANTIATE_TEST_SUITE_P(OfThisMachine, LaneMaths, testing::Range(std::size_t{0}, lane_sets().size()),
                         [](const auto& info) {
                           std::string name = lane_sets()[info.param].name;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(LaneMaths, ExponentialsAreAccurateToTwoUnits) {
  EXPECT_LE(units(f_.exp, std::exp, 1e-30f, 88.72f), 2);
  EXPECT_LE(units(f_.exp, std::exp, -1e-30f, -87.33f), 2);
  EXPECT_LE(units(f_.exp2, std::exp2, 1e-30f, 127.9999f), 2);
  EXPECT_LE(units(f_.exp2, std::exp2, -1e-30f, -126.0f), 2);
  const float infinity = std::numeric_limits<float>::infinity();
  for (const auto& f : {f_.exp, f_.exp2}) {
    EXPECT_EQ(one(f, 0), 1);
    EXPECT_EQ(one(f, 128.5f), infinity);
    EXPECT_EQ(one(f, infinity), infinity);
    EXPECT_LT(one(f, -130.0f), std::numeric_limits<float>::min());
    EXPECT_EQ(one(f, -1e30f), 0);
    EXPECT_EQ(one(f, -infinity), 0);
    EXPECT_TRUE(std::isnan(one(f, NAN)));
  }
}

// The factor of log2 and the sum after it round once more each, where nothing is fused.
TEST_P(LaneMaths, LogarithmsAreAccurateToTwoAndThreeUnits) {
  struct Case {
    LaneFunctions::Of f;
    double (*truth)(double);
    double limit;
  };
  for (const auto& [f, truth, limit] : {Case{f_.log, std::log, 2}, Case{f_.log2, std::log2, 3}}) {
    EXPECT_LE(units(f, truth, 0x1p-126f, 0.999f), limit);
    EXPECT_LE(units(f, truth, 0.999f, 1.001f), limit);
    EXPECT_LE(units(f, truth, 1.001f, 3e38f), limit);
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(one(f, 1), 0);
    EXPECT_EQ(one(f, 0), -infinity);
    EXPECT_EQ(one(f, infinity), infinity);
    EXPECT_TRUE(std::isnan(one(f, -1)));
    EXPECT_TRUE(std::isnan(one(f, NAN)));
  }
}

TEST_P(LaneMaths, SineAndCosineAreAccurateToAUnitOfOne) {
  const auto absolute = [](float value, double truth) { return std::abs(value - truth); };
  for (const float sign : {1.0f, -1.0f}) {
    EXPECT_LE(worst(
                  f_.sin, [](double x) { return std::sin(x); }, sign * 1e-30f, sign * 8192, absolute, stride),
              0x1p-23);
    EXPECT_LE(worst(
                  f_.cos, [](double x) { return std::cos(x); }, sign * 1e-30f, sign * 8192, absolute, stride),
              0x1p-23);
  }
  EXPECT_LE(units(f_.sin, std::sin, 1e-30f, 1.0f), 2);  // near 0 relatively
}

TEST_P(LaneMaths, WholeNumbersAreExact) {
  const auto differs = [](float value, double truth) { return value == truth ? 0.0 : 1.0; };
  for (const float sign : {1.0f, -1.0f}) {
    EXPECT_EQ(worst(
                  f_.floor, [](double x) { return std::floor(x); }, sign * 1e-30f, sign * 1e30f, differs, stride),
              0);
    EXPECT_EQ(worst(
                  f_.ceil, [](double x) { return std::ceil(x); }, sign * 1e-30f, sign * 1e30f, differs, stride),
              0);
  }
  std::mt19937 random(1);
  std::vector<std::uint32_t> a(1 << 16), b(a.size()), rest(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    b[i] = std::max(static_cast<std::uint32_t>(random() >> (random() % 32)), 1u);
    a[i] = i % 3 == 0 ? static_cast<std::uint32_t>(random())
                      : b[i] * (static_cast<std::uint32_t>(random()) / b[i]) - i % 2;
  }
  f_.remainder(a.data(), b.data(), rest.data(), static_cast<int>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(rest[i], a[i] % b[i]) << a[i] << " % " << b[i];
}

}  // namespace
}  // namespace ergo::lanes
