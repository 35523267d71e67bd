// The word that an error suggests in place of one that there is not.
#include <gtest/gtest.h>

#include "core/base/error.h"

namespace ergo::suggestions_test {
namespace {

TEST(Errors, NearestWordHasTheSmallestEditDistance) {
  const std::vector<std::string> words = {"banana", "donut", "ring8", "rings"};
  EXPECT_EQ(nearest("ring", words), "ring8");
  EXPECT_EQ(nearest("donat", words), "donut");
  EXPECT_EQ(nearest("banana", words), "banana");
  EXPECT_EQ(nearest("x", {}), "");
}

// Neighbours swapped are one mistake; what has more than one letter in three wrong is no slip of the pen, and
// of a path the unit before the dot does not count.
TEST(Errors, WordsFarAwayAreNotSuggested) {
  const std::vector<std::string> words = {"banana", "mode", "ring8", "target.sd", "target.radius"};
  EXPECT_EQ(nearest("omde", words), "mode");
  EXPECT_EQ(nearest("RING8", words), "ring8");
  EXPECT_EQ(nearest("target.raduis", words), "target.radius");
  EXPECT_EQ(nearest("traget.radius", words), "target.radius");
  EXPECT_EQ(nearest("target.rad", words), "target.radius");
  for (const char* far : {"", "x", "ode8", "pyjama", "target.x", "target.pd8", "sampler.sd"})
    EXPECT_EQ(nearest(far, words), "") << far;
  EXPECT_EQ(legal_words("pyjama", std::vector<std::string>{"a", "b"}), "a, b");
}

}  // namespace
}  // namespace ergo::suggestions_test
