#pragma once

#include <functional>

namespace ergo {

/// The parts of a frame, in their order: panels and texts on the picture; the runs' steps with their trails; the
/// pictures of the runs; putting them together and handing them to the window; the window's own painting, plots
/// and all else.
enum class FramePart { overlay, step, draw, read, paint };

/// Is called after each part of a frame. Empty: nobody asks.
using PartDone = std::function<void(FramePart)>;

inline void tell(const PartDone& done, FramePart part) {
  if (done) done(part);
}

}  // namespace ergo
