// Threads that wait are woken by what they wait for, by a request to stop, or when it takes too long.
#include "core/base/stop.h"

#include <gtest/gtest.h>

#include <optional>

namespace ergo::stop_test {
namespace {

using std::chrono::milliseconds;

/// A thread that waits for a number, and tells what it found.
struct Waiter {
  std::mutex mutex;
  StoppableCondition told;
  std::optional<int> number;
  std::atomic<int> found = -1;  ///< 0: stopped
  StoppableThread thread;

  void begin() {
    thread = StoppableThread([this](const StopToken& stop) {
      std::unique_lock lock(mutex);
      found = told.wait(lock, stop, [this] { return number.has_value(); }) ? *number : 0;
    });
  }
};

TEST(Stop, AThreadGetsWhatItWaitsFor) {
  for (int round = 0; round < 1000; ++round) {
    Waiter waiter;
    waiter.begin();
    {
      const std::lock_guard lock(waiter.mutex);
      waiter.number = 5;
    }
    waiter.told.notify_all();
    while (waiter.found < 0) std::this_thread::yield();
    EXPECT_EQ(waiter.found, 5);
  }
}

TEST(Stop, AThreadThatWaitsEndsWithItsOwner) {
  for (int round = 0; round < 1000; ++round) {
    Waiter waiter;
    waiter.begin();
    if (round % 2 != 0) std::this_thread::yield();
    waiter.thread = {};
    EXPECT_EQ(waiter.found, 0);
  }
}

TEST(Stop, WaitsNoLongerThanSaid) {
  std::mutex mutex;
  StoppableCondition never;
  std::unique_lock lock(mutex);
  EXPECT_FALSE(never.wait_for(lock, {}, milliseconds(5), [] { return false; }));
  EXPECT_TRUE(lock.owns_lock());
}

TEST(Stop, ListenersAreCalledOnceAndWhileTheyLive) {
  StopSource source;
  int calls = 0;
  const StopListener listener(source.token(), [&] { ++calls; });
  { const StopListener gone(source.token(), [&] { calls += 10; }); }
  const StopSource same = source;
  source.request_stop();
  source.request_stop();
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(same.stop_requested());
  EXPECT_FALSE(StopToken().stop_requested());
}

}  // namespace
}  // namespace ergo::stop_test
