#include "widgets/base/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace ergo::numbers_test {
namespace {

TEST(Numbers, EstimatesWithErrors) {
  EXPECT_EQ(with_error(0.98123, 0.0031), "0.9812 ± 0.0031");
  EXPECT_EQ(with_error(-0.00001, 0.12), "0.00 ± 0.12");
  EXPECT_EQ(with_error(-1.5, 0.12), "−1.50 ± 0.12");
  EXPECT_EQ(with_error(6.25e34, 6.1e34), "6.25e+34 ± 6.1e+34");
  EXPECT_EQ(with_error(-0.375, 7e-6), "−0.3750000 ± 0.0000070");
  EXPECT_EQ(with_error(12.5, 4e-12), "12.5 ± 4e−12");
  EXPECT_EQ(with_error(3.14e-9, 2.5e-10), "3.14e−09 ± 2.5e−10");
  EXPECT_EQ(with_error(0, 2.5e-10), "0 ± 2.5e−10");
  EXPECT_EQ(with_error(1.234567e12, 1e8), "1.23457e+12 ± 1e+08");
}

TEST(Numbers, PrefixesAreOfWhatIsShown) {
  EXPECT_EQ(with_prefix(0), "0");
  EXPECT_EQ(with_prefix(999.4), "999");
  EXPECT_EQ(with_prefix(999.5), "1 k");
  EXPECT_EQ(with_prefix(999'700), "1 M");
  EXPECT_EQ(with_prefix(12'430'000), "12.4 M");
  EXPECT_EQ(with_prefix(-999'700), "−1 M");
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
}  // namespace ergo::numbers_test
