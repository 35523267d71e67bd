// The numbers of the papers, as `ergo verify` checks them for a user.
#include "core/verification/published_results.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tests/sample.h"

namespace ergo::published_results_test {
namespace {

TEST(PublishedResults, HaveNamesOfTheirOwn) {
  std::set<std::tuple<std::string, std::string, std::string>> names;
  for (const PublishedResult& result : published_results())
    EXPECT_TRUE(names.emplace(result.sampler, result.target, result.test).second)
        << result.sampler << ", " << result.target << ": " << result.test;
}

// CI takes every third.
TEST(PublishedResults, AreReproduced) {
  const auto results = published_results();
  ASSERT_GE(results.size(), 40u);
  std::size_t item = 0;
  for (const PublishedResult& result : results) {
    const auto& check = result.quick ? result.check : result.in_short;
    if (!check || !in_sample(item++, 3)) continue;
    const Verdict verdict = check(1);
    EXPECT_EQ(verdict.verdict, "pass") << result.sampler << ", " << result.test << ": " << verdict.reason;
  }
}

}  // namespace
}  // namespace ergo::published_results_test
