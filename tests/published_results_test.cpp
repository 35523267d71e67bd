// The numbers of the papers, as `ergo verify` checks them for a user.
#include "core/diagnostics/published_results.h"

#include <gtest/gtest.h>

namespace ergo {
namespace {

TEST(PublishedResults, AreReproduced) {
  const auto results = published_results();
  ASSERT_GE(results.size(), 40u);
  for (const PublishedResult& result : results) {
    if (!result.quick) continue;
    const Verdict verdict = result.check(1);
    EXPECT_EQ(verdict.verdict, "pass") << result.sampler << ", " << result.test << ": " << verdict.reason;
  }
}

}  // namespace
}  // namespace ergo
