#pragma once

#include <string>

#include "core/base/atomic_file.h"
#include "core/platform/process.h"
#include "core/view/view.h"

namespace ergo {

/// A moving picture, frame by frame: .mp4 (H.264, quality 18, even sides) or .gif (256 colours a frame),
/// encoded by the program `ffmpeg`. The settings stand in the mp4's comment; a GIF has no place for them, so
/// they stand beside it in PATH.json. The files appear at finish(); without it older ones stay.
class Clip {
 public:
  /// Players show a GIF's frames of less than 0.02 s ten times as long.
  static constexpr int gif_rate_max = 50;

  /// Throws Error (Blame::machine) where there is no ffmpeg (the message names the package), and as
  /// AtomicFile.
  Clip(const std::string& path, int width, int height, int frames_per_second, const std::string& title,
       const std::string& settings);
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;
  void add(const Image& frame);
  void finish();

 private:
  [[noreturn]] void fail();
  /// Keeps what ffmpeg says; waits for it until there is room for pixels, or without `for_room` until it has
  /// ended.
  void listen(bool for_room);

  std::string path_;
  FileSet files_;
  AtomicFile& file_;
  platform::FileDescriptor pixels_, messages_;
  std::string said_;  ///< by ffmpeg
  platform::ChildProcess encoder_;
};

}  // namespace ergo
