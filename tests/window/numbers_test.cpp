#include "widgets/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace ergo {
namespace {

TEST(Numbers, EstimatesWithErrors) {
  EXPECT_EQ(with_error(0.98123, 0.0031), "0.9812 ± 0.0031");
  EXPECT_EQ(with_error(-0.00001, 0.12), "0.00 ± 0.12");
  EXPECT_EQ(with_error(-1.5, 0.12), "−1.50 ± 0.12");
  EXPECT_EQ(with_error(6.25e34, 6.1e34), "6.25e+34 ± 6.1e+34");
}

TEST(Numbers, ScientificOnesShareAPowerAndAWidth) {
  EXPECT_EQ(scientific_with_error(1.23e-5, 4.1e-6), " 1.2e−5 ± 0.4e−5");
  EXPECT_EQ(scientific_with_error(-3e-6, 1.2e-5), "−0.3e−5 ± 1.2e−5");
  EXPECT_EQ(scientific_with_error(-1e-9, 1.2e-5), " 0.0e−5 ± 1.2e−5");
  EXPECT_EQ(scientific_with_error(9.96e-4, 1e-5), " 1.00e−3 ± 0.01e−3");
  EXPECT_EQ(scientific_with_error(0.31, 0.004), " 3.10e−1 ± 0.04e−1");
  EXPECT_EQ(scientific_with_error(0.31, 2.1e-6), " 3.100e−1 ± 2.1e−6");
  EXPECT_EQ(scientific_with_error(0, 0), " 0.0e0");
  EXPECT_EQ(scientific_with_error(std::numeric_limits<double>::quiet_NaN(), 1), "–");
}

}  // namespace
}  // namespace ergo
