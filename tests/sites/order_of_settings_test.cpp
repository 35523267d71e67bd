// The order in which the settings of a target of sites are given does not matter.
#include <gtest/gtest.h>

#include "core/config/assignment.h"
#include "tests/sites/site_cases.h"

namespace ergo::order_of_settings_test {
namespace {

RunConfig configured(const std::vector<Assignment>& list) {
  RunConfig config;
  apply_needed(config, list);
  return config;
}

TEST(OrderOfSettings, DoesNotMatterForTargets) {
  for (const SiteCase& target : small_site_targets()) {
    SCOPED_TRACE(text_of(target));
    std::vector<Assignment> list = {{"target", target.id}};
    for (const SiteSetting& setting : target.settings) list.push_back({"target." + setting.id, setting.text});
    const std::vector<Assignment> reversed(list.rbegin(), list.rend());
    RunConfig one, other;
    ASSERT_NO_THROW(one = configured(list));
    ASSERT_NO_THROW(other = configured(reversed));
    EXPECT_EQ(one, other);
  }
}

}  // namespace
}  // namespace ergo::order_of_settings_test
