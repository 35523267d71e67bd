#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/picture/comparison_scene.h"

namespace ergo {


/// A clip of a comparison or of a single run: what it shows, and where it goes.
struct ClipRecord {
  std::string path;                                       ///< FILE.mp4, FILE.gif
  View view;                                              ///< of the whole, as ComparisonScene takes it
  std::vector<Look> looks;                                ///< as ComparisonScene takes them
  std::uint64_t begin = 0, end = 0, steps_per_frame = 4;  ///< steps of the dearest sampler
  double speed = 1;  ///< times steps_per_frame; below one step a frame, slow motion
  int frames_per_second = 25;
  bool words = true;  ///< captions and numbers along the edges, as Words::all
};

/// Whether a path names a clip.
bool is_clip(const std::string& path);

/// Throws Error for a file of no known kind, a speed that is not from `slowest` to `fastest`, a rate that a
/// GIF cannot show, and a clip that ends before it begins.
void check_clip(const ClipRecord& record);

/// Takes runs that stand at step 0 along and writes them frame by frame: one of the first step, with what
/// those before it left to see, then one after every so many steps, in slow motion on the way through them.
/// `progress` gets the steps now and then; it may throw to stop, which leaves older files as they were. Throws
/// Error as ComparisonScene and Clip do.
void write_clip(Comparison& runs, const ClipRecord& record, const SceneFactory& scenes,
                const std::function<void(std::uint64_t)>& progress);

/// The frames of write_clip(): watches the scene to each of them and calls `add` there.
void film(Comparison& runs, ComparisonScene& scene, const ClipRecord& record, const std::function<void()>& add,
          const std::function<void(std::uint64_t)>& progress);

}  // namespace ergo
