// The worker hands on every report, in order, without loss or race.
#include "core/live/diagnostics_worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/diagnostics/diagnostics_requests.h"

namespace ergo::diagnostics_worker_test {
namespace {

/// Waits for the worker, whatever the machine's load: the reports that satisfy `wanted`.
template <class Wanted>
std::shared_ptr<const DiagnosticReport> wait_for(DiagnosticsWorker& worker, Wanted wanted) {
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
       std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(1)))
    for (const auto& report : worker.take())
      if (wanted(*report)) return report;
  return nullptr;
}

TEST(DiagnosticsWorker, ReportsEveryRequestInOrder) {
  DiagnosticsWorker worker;
  EXPECT_TRUE(worker.take().empty());
  std::uint64_t newest = 0;
  for (std::uint64_t step = 1; step <= 300; ++step) worker.submit(exact_request("ring8", "ula", 200, step));
  EXPECT_TRUE(wait_for(worker, [&](const auto& report) {
    EXPECT_TRUE(report.step == newest || report.step == newest + 1) << report.step << " after " << newest;
    newest = report.step;
    return report.step == 300;
  }));
}

// A slider that is dragged while the run stands asks for more reports than there is time for.
TEST(DiagnosticsWorker, ReportsTheNewestOfTheRequestsAtRest) {
  DiagnosticsWorker worker;
  worker.submit(exact_request("ring8", "ula", 2000, 1));
  for (std::uint64_t serial = 1; serial <= 300; ++serial) {
    auto request = exact_request("ring8", "ula", 2000, 2);
    request.occasion = {.at_rest = true, .serial = serial};
    worker.submit(std::move(request));
    EXPECT_LE(worker.backlog().requests, 2u);
  }
  EXPECT_TRUE(wait_for(worker, [](const auto& report) { return report.occasion.serial == 300; }));
}

TEST(DiagnosticsWorker, ReportsTheMeansOfChannelsAlone) {
  DiagnosticsWorker worker;
  worker.submit(exact_request("ring8", "ula", 200, 0));
  auto request = exact_request("ring8", "ula", 200, 1);
  request.occasion.channels_only = true;
  worker.submit(std::move(request));
  const auto report = wait_for(worker, [](const auto& each) { return each.step == 1; });
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->mmd);
  EXPECT_EQ(report->channels.size(), sampler_unit("ula").descriptor.channels.size());
}

// What waits of the steps before is still wanted of a run that has gone back.
TEST(DiagnosticsWorker, ForgetsLaterStepsAlone) {
  for (int round = 0; round < 30; ++round) {
    DiagnosticsWorker worker;
    for (std::uint64_t step = 1; step <= 20; ++step) worker.submit(exact_request("ring8", "ula", 200, step));
    std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
    worker.forget_after(10);
    worker.submit(exact_request("ring8", "ula", 200, 11));
    std::uint64_t newest = 0;
    EXPECT_TRUE(wait_for(worker, [&](const auto& report) {
      EXPECT_TRUE(report.step == newest || report.step == newest + 1) << report.step << " after " << newest;
      newest = report.step;
      return report.step == 11;
    }));
  }
}

TEST(DiagnosticsWorker, DeliversTheReportBeforeTheBand) {
  DiagnosticsWorker worker;
  worker.submit(exact_request("ring8", "ula", 1000, 4));
  const auto first = wait_for(worker, [](const auto&) { return true; });
  ASSERT_TRUE(first && first->mmd);
  // A band that somebody in this process has simulated before is there at once.
  const auto banded =
      first->band ? first : wait_for(worker, [](const auto& report) { return report.band.has_value(); });
  ASSERT_TRUE(banded);
  EXPECT_EQ(banded->step, 4u);
  EXPECT_EQ(banded->mmd->mmd2, first->mmd->mmd2);
  EXPECT_LT(banded->band->low, 0);
  EXPECT_GT(banded->band->high, 0);
  worker.submit(exact_request("ring8", "ula", 1000, 5));
  const auto next = wait_for(worker, [](const auto& report) { return report.step == 5; });
  ASSERT_TRUE(next);
  EXPECT_TRUE(next->band);
}

// The worker may be anywhere in the work on what is forgotten.
TEST(DiagnosticsWorker, DiscardsEarlierSubmissions) {
  DiagnosticsWorker worker;
  for (int round = 0; round < 60; ++round) {
    worker.submit(exact_request("ring8", "ula", 1000, 100));
    std::this_thread::sleep_for(std::chrono::microseconds(200 * round));
    worker.forget();
    worker.submit(exact_request("ring8", "ula", 50, 7));
    bool old = false;
    const auto next = wait_for(worker, [&](const auto& report) {
      old |= report.step != 7;
      return report.band.has_value();
    });
    ASSERT_TRUE(next) << round;
    EXPECT_FALSE(old) << round;
  }
}

TEST(DiagnosticsWorker, TurnsErrorsIntoReportsAndGoesOn) {
  DiagnosticsWorker worker;
  auto request = exact_request("ring8", "ula", 10, 1);
  request.config.target.id = "rong8";
  worker.submit(request);
  const auto failed = wait_for(worker, [](const auto& report) { return !report.error.empty(); });
  ASSERT_TRUE(failed);
  EXPECT_NE(failed->error.find("rong8"), std::string::npos);
  EXPECT_EQ(failed->step, 1u);
  worker.submit(exact_request("ring8", "ula", 10, 2));
  EXPECT_TRUE(wait_for(worker, [](const auto& report) { return report.step == 2 && report.mmd; }));
}

TEST(DiagnosticsWorker, StopsAtAnyMoment) {
  for (int round = 0; round < 20; ++round) {
    DiagnosticsWorker worker;
    for (int i = 0; i < round; ++i) worker.submit(exact_request("ring8", "ula", 300, i));
  }
}

}  // namespace
}  // namespace ergo::diagnostics_worker_test
