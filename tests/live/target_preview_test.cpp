// Previews of targets: what takes long to find out is told once it is known.
#include "core/live/target_preview.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

#include "core/config/assignment.h"

namespace ergo::target_preview_test {
namespace {

using Clock = std::chrono::steady_clock;

/// The newest preview for which `reached` holds, or the last one within a minute.
std::optional<TargetPreview> wait(TargetPreviewer& previewer, const std::function<bool(const TargetPreview&)>& reached) {
  std::optional<TargetPreview> last;
  for (const auto end = Clock::now() + std::chrono::minutes(1); Clock::now() < end;) {
    if (auto made = previewer.take()) last = std::move(made);
    if (last && reached(*last)) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return last;
}

TEST(TargetPreviewer, TellsWhetherTheIntegralIsFiniteOnceItIsKnown) {
  RunConfig run;
  apply(run, {"target", "formula"});
  // Four Gaussians: the look for an infinite integral takes longer than the preview waits.
  apply(run, {"target.text", "logp = logsumexp(-((x-4)^2+y^2)/0.5, -(x^2+(y-4)^2)/0.5, -((x+4)^2+y^2)/0.5, -(x^2+(y+4)^2)/0.5)\nlog p = logp"});
  TargetPreviewer previewer;
  previewer.ask(run.target, 32, 24);
  const auto settled = [](const TargetPreview& made) { return !made.remark.starts_with("still"); };
  const auto made = wait(previewer, settled);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->remark, "");
  EXPECT_EQ(made->modes, 4u);
  apply(run, {"target.text", "x^2 - y"});
  previewer.ask(run.target, 32, 24);
  const auto improper = wait(previewer, [](const TargetPreview& other) { return other.remark.starts_with("This"); });
  ASSERT_TRUE(improper);
  EXPECT_TRUE(improper->remark.starts_with("This is no density")) << improper->remark;
}

}  // namespace
}  // namespace ergo::target_preview_test
