// What belongs to a target is found once for all who ask, and is what each would have found alone.
#include "core/diagnostics/target_truth.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/config/assignment.h"

namespace ergo::target_truth_test {
namespace {

RunConfig on(const std::string& target) {
  RunConfig config;
  apply(config, {"target", target});
  return config;
}

TEST(TargetTruth, IsSharedByAllOfOneTarget) {
  const auto first = truth_of(on("banana"), MmdEstimator::closed_form);
  EXPECT_EQ(truth_of(on("banana"), MmdEstimator::closed_form), first);
  EXPECT_NE(truth_of(on("rings"), MmdEstimator::closed_form), first);
  RunConfig other = on("rings");
  apply(other, {"target.sd", "0.2"});
  EXPECT_NE(truth_of(other, MmdEstimator::closed_form), truth_of(on("rings"), MmdEstimator::closed_form));
}

TEST(TargetTruth, BandsOfOneAreThoseOfAll) {
  const auto truth = truth_of(on("gaussian"), MmdEstimator::closed_form);
  constexpr std::size_t points = 7;
  EXPECT_FALSE(truth->band(points));
  MmdBand band(points);
  while (!band.ready()) band.simulate(*truth->reference, 1000);
  truth->keep(points, band);
  const auto again = truth_of(on("gaussian"), MmdEstimator::closed_form)->band(points);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->interval(points)->low, band.interval(points)->low);
  EXPECT_EQ(again->interval(points)->high, band.interval(points)->high);
}

TEST(TargetTruth, EveryTargetIsAskedForByManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> complete = 0;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&complete, k] {
      const auto& all = targets();
      for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& id = all[(i + static_cast<std::size_t>(k)) % all.size()].descriptor.id;
        const auto truth = truth_of(on(id), MmdEstimator::closed_form);
        complete += truth->choice.id == id && truth->reference.has_value() != truth->sites.has_value();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(complete, 4 * static_cast<int>(targets().size()));
}

}  // namespace
}  // namespace ergo::target_truth_test
