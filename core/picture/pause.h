#pragma once

#include <functional>

namespace ergo {

/// Called between the portions of a large picture, each time one is finished, so that others can draw in between. It
/// may throw to stop; the picture is then undefined. Empty: all at once.
using Pause = std::function<void()>;

/// Pixels of a portion: some milliseconds of a processor.
inline constexpr int portion_pixels = 1 << 18;

}  // namespace ergo
