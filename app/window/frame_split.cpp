#include "app/window/frame_split.h"

#include <cstdio>

#include "app/window/main_window.h"
#include "core/platform/threads.h"

namespace ergo {

FrameSplit::FrameSplit(MainWindow& window) : window_(window) {
  window.part_done = [this](FramePart part) { done(part); };
}

void FrameSplit::first_frame() { first_frame_ = platform::processor_seconds(); }

void FrameSplit::begin() {
  seconds_ = {};
  begun_ = last_ = Clock::now();
  processor_ = platform::processor_seconds();
  diagnostics_ = window_.panes()->diagnostics_seconds();
}

void FrameSplit::done(FramePart part) {
  window_.picture().presenter().wait();
  const Clock::time_point now = Clock::now();
  seconds_[static_cast<std::size_t>(part)] += std::chrono::duration<double>(now - last_).count();
  last_ = now;
}

std::string FrameSplit::text(int frames) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  const View& view = window_.picture().view_of(0);
  const auto ms = [frames](double total) { return 1e3 * total / frames; };
  char text[512];
  std::snprintf(text, sizeof text,
                "first frame after %.2f s of processor time\n"
                "%.1f frames/s, %d × %dx%d, %s presenter, %.1f ms of processor time a frame\n"
                "ms a frame: overlay %.1f, step %.1f, draw %.1f, read %.1f, paint %.1f; diagnostics beside them %.1f\n",
                first_frame_, frames / seconds, window_.panes()->count(), view.width, view.height,
                qPrintable(window_.picture().presenter().name()), ms(platform::processor_seconds() - processor_),
                ms(seconds_[0]),
                ms(seconds_[1]), ms(seconds_[2]), ms(seconds_[3]), ms(seconds_[4]),
                ms(window_.panes()->diagnostics_seconds() - diagnostics_));
  return text;
}

}  // namespace ergo
