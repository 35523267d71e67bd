// Where values stand on an axis, and the numbers along it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/figures/value_scale.h"

namespace ergo::value_scale_test {
namespace {

const ValueScale scales[] = {{},
                             {.logarithmic = true},
                             {.logarithmic = true, .bend = 2e-4},
                             {.logarithmic = true, .bend = 30},
                             {.logarithmic = true, .bend = 0.01, .base = 1}};

TEST(ValueScale, PlacesLeadBackAndGrowWithTheValue) {
  for (const ValueScale& scale : scales) {
    double before = -INFINITY;
    for (const double value : {-1e3, -1.0, -1e-4, -1e-7, 0.0, 1e-7, 1e-4, 2e-4, 0.5, 30.0, 1e6}) {
      const double place = scale.place(value);
      if (std::isnan(place)) {
        EXPECT_TRUE(scale.logarithmic && scale.bend == 0 && value <= 0) << value;
        continue;
      }
      EXPECT_GT(place, before) << value;
      EXPECT_NEAR(scale.value(place), value, 1e-12 * std::max(scale.base, std::abs(value))) << value;
      before = place;
    }
  }
}

// A curve that leaves the band has no kink there: both sides of the bend have the slope 1/bend.
TEST(ValueScale, TheBendIsSmooth) {
  const ValueScale scale{.logarithmic = true, .bend = 0.25};
  const double h = 1e-6;
  for (const double at : {0.25, -0.25}) {
    const double before = (scale.place(at) - scale.place(at - h)) / h, after = (scale.place(at + h) - scale.place(at)) / h;
    EXPECT_NEAR(before, 4, 1e-4);
    EXPECT_NEAR(after, 4, 1e-4);
  }
}

TEST(ValueScale, TicksStandAtTheirNumbersAndAreTheDensestThatFit) {
  for (const ValueScale& scale : scales)
    for (const auto& [low, high] : {std::pair(1e-5, 3.0), {0.37, 0.41}, {3.0, 4.0e5}, {2.0, 2.5}}) {
      const double from = scale.place(low), to = scale.place(high);
      std::size_t previous = 1000;
      for (const double room : {40.0, 12.0, 5.0, 2.0}) {
        const double apart = (to - from) / room;
        const auto fit = [&](const std::vector<AxisTick>& ticks) {
          for (std::size_t i = 1; i < ticks.size(); ++i)
            if (ticks[i].place - ticks[i - 1].place < apart) return false;
          return true;
        };
        const std::vector<AxisTick> ticks = axis_ticks(scale, from, to, fit);
        EXPECT_FALSE(ticks.empty()) << low << " to " << high;
        EXPECT_LE(ticks.size(), previous);
        previous = ticks.size();
        if (room >= 5) {
          EXPECT_TRUE(fit(ticks)) << low << " to " << high << ", " << ticks.size();
        }
        for (const AxisTick& tick : ticks) {
          EXPECT_GE(tick.place, from - 1e-9);
          EXPECT_LE(tick.place, to + 1e-9);
          EXPECT_FALSE(tick.label.empty());
          EXPECT_FALSE(tick.label.find('e') != std::string::npos) << "powers are typeset";
        }
      }
    }
}

TEST(ValueScale, NumbersAreTypeset) {
  const auto all = [](const std::vector<AxisTick>&) { return true; };
  const auto labels = [&](const ValueScale& scale, double low, double high) {
    std::vector<std::string> words;
    for (const AxisTick& tick : axis_ticks(scale, low, high, all)) words.push_back(tick.label);
    return words;
  };
  EXPECT_EQ(std::ranges::count(labels({.logarithmic = true}, -6, -4), "2·10⁻⁶"), 1);
  EXPECT_EQ(std::ranges::count(labels({.logarithmic = true}, -6, -4), "10⁻⁵"), 1);
  EXPECT_EQ(std::ranges::count(labels({}, -3, 3), "−1"), 1);
  EXPECT_EQ(std::ranges::count(labels({.logarithmic = true, .bend = 2e-4}, -1, 8), "0"), 1);
  for (const char* number : {"1", "1.01", "1.1", "2", "100", "1000"})
    EXPECT_EQ(std::ranges::count(labels({.logarithmic = true, .bend = 0.01, .base = 1}, -1, 13), number), 1) << number;
}

}  // namespace
}  // namespace ergo::value_scale_test
