#pragma once

#include <array>
#include <chrono>
#include <string>

#include "core/live/frame_parts.h"

namespace ergo {

class MainWindow;

/// Where the time of a window's frames goes. While it lives the device is waited for after each part of a frame, so that
/// its work counts where it was ordered.
class FrameSplit {
 public:
  explicit FrameSplit(MainWindow& window);
  FrameSplit(const FrameSplit&) = delete;

  void first_frame();  ///< the window shows its first one
  void begin();        ///< counts from now
  /// Three lines: processor time until the first frame; for so many frames since begin() frames a second, the size of a
  /// pane's picture and processor time; the split, in milliseconds of a frame.
  std::string text(int frames) const;

 private:
  void done(FramePart part);

  using Clock = std::chrono::steady_clock;
  MainWindow& window_;
  std::array<double, 5> seconds_{};  ///< [FramePart]
  Clock::time_point begun_, last_;
  double first_frame_ = 0;                  ///< processor time until then
  double processor_ = 0, diagnostics_ = 0;  ///< at begin()
};

}  // namespace ergo
