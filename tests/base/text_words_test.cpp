// Numbers are read as std::from_chars reads them, also where a standard library has none for real numbers.
#include "core/base/text_words.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace ergo::text_words_test {
namespace {

#if defined(__cpp_lib_to_chars)
TEST(ReadNumber, ByStrtodIsAsByFromChars) {
  for (const std::string text :
       {"", "-", "+1", " 1", "1", "-1", "0", "-0", "00.50", ".5", "-.5", ".", "-.", "5.", "1e5", "1E+5", "1e-5", "1e",
        "1e+", "1e5x", "1.5.5", "1,5", "0x10", "1e308", "1.8e308", "-1e999", "1e-308", "4.9e-324", "1e-400", "0e-400",
        "0.0e999", "inf", "-INF", "Infinity", "infinit", "nan", "-NaN", "na", "0.1", "123456789012345678901234567890",
        "1e22", "9007199254740993", "2.2250738585072011e-308", "e5", "1 "}) {
    double wanted = -7, found = -7;
    const auto should = std::from_chars(text.data(), text.data() + text.size(), wanted);
    const auto did = read_number_by_strtod(text.data(), text.data() + text.size(), found);
    EXPECT_EQ(did.ec, should.ec) << text;
    EXPECT_EQ(did.ptr - text.data(), should.ptr - text.data()) << text;
    EXPECT_EQ(std::memcmp(&found, &wanted, sizeof found), 0) << text << ": " << found << " for " << wanted;
  }
}
#endif

TEST(ReadNumber, KeepsToItsEnd) {
  const std::string text = "12.345";
  double value = 0;
  EXPECT_EQ(read_number_by_strtod(text.data(), text.data() + 4, value).ptr, text.data() + 4);
  EXPECT_EQ(value, 12.3);
}

}  // namespace
}  // namespace ergo::text_words_test
