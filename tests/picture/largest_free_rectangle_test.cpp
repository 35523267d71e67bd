#include "core/view/largest_free_rectangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace ergo::largest_free_rectangle_test {
namespace {

bool overlap(const Box& a, const Box& b) {
  constexpr double rounding = 1e-9;
  return a.left < b.right - rounding && b.left < a.right - rounding && a.top < b.bottom - rounding &&
         b.top < a.bottom - rounding;
}

TEST(ClearBox, NothingTakenLeavesTheMiddle) {
  const Box box = largest_free_rectangle({0, 0, 300, 100}, {}, {2, 2});
  EXPECT_DOUBLE_EQ(box.left, 100);
  EXPECT_DOUBLE_EQ(box.right, 200);
  EXPECT_DOUBLE_EQ(box.top, 0);
  EXPECT_DOUBLE_EQ(box.bottom, 100);
}

// A caption in the upper left corner of a wide area moves the picture no further than it must.
TEST(ClearBox, GivesWayAsLittleAsItCan) {
  const std::vector<Box> caption = {{0, 0, 120, 30}};
  const Box box = largest_free_rectangle({0, 0, 300, 100}, caption, {1, 1});
  EXPECT_DOUBLE_EQ(box.left, 120);
  EXPECT_DOUBLE_EQ(box.width(), 100);
  const Box below = largest_free_rectangle({0, 0, 120, 100}, caption, {1, 1});
  EXPECT_DOUBLE_EQ(below.top, 30);
  EXPECT_DOUBLE_EQ(below.width(), 70);
}

TEST(ClearBox, AFullAreaHasNoPlace) {
  const std::vector<Box> all = {{-1, -1, 301, 101}};
  const Box box = largest_free_rectangle({0, 0, 300, 100}, all, {1, 1});
  EXPECT_EQ(box.width(), 0);
  EXPECT_EQ(box.height(), 0);
}

// Against every rectangle between edges, one by one.
TEST(ClearBox, NoLargerPictureIsClear) {
  std::mt19937 bits(1);
  const auto number = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(bits()) / static_cast<double>(std::mt19937::max());
  };
  for (int trial = 0; trial < 300; ++trial) {
    const Box area{0, 0, number(50, 400), number(50, 400)};
    const Position extent{number(0.5, 2), 1};
    std::vector<Box> taken(bits() % 6);
    for (Box& box : taken) {
      box.left = number(-20, area.right), box.top = number(-20, area.bottom);
      box.right = box.left + number(5, 150), box.bottom = box.top + number(5, 150);
    }
    std::vector<double> xs = {area.left, area.right}, ys = {area.top, area.bottom};
    for (const Box& box : taken) {
      for (const double x : {box.left, box.right}) xs.push_back(std::clamp(x, area.left, area.right));
      for (const double y : {box.top, box.bottom}) ys.push_back(std::clamp(y, area.top, area.bottom));
    }
    double largest = 0;
    for (const double left : xs)
      for (const double right : xs)
        for (const double top : ys)
          for (const double bottom : ys) {
            const Box room{left, top, right, bottom};
            if (left < right && top < bottom &&
                std::ranges::none_of(taken, [&](const Box& box) { return overlap(room, box); }))
              largest = std::max(largest, std::min(room.width() / extent.x, room.height() / extent.y));
          }
    const Box found = largest_free_rectangle(area, taken, extent);
    EXPECT_NEAR(found.height(), largest * extent.y, 1e-9 * area.height()) << trial;
    if (largest == 0) continue;
    EXPECT_NEAR(found.width() / found.height(), extent.x / extent.y, 1e-9) << trial;
    EXPECT_TRUE(std::ranges::none_of(taken, [&](const Box& box) { return overlap(found, box); })) << trial;
    EXPECT_GE(found.left, area.left - 1e-9);
    EXPECT_GE(found.top, area.top - 1e-9);
    EXPECT_LE(found.right, area.right + 1e-9);
    EXPECT_LE(found.bottom, area.bottom + 1e-9);
  }
}

}  // namespace
}  // namespace ergo::largest_free_rectangle_test
