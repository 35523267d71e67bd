#pragma once

#include <QRect>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ergo {

/// Copies a part of a framebuffer (pixels, y up) to the host: 4 bytes B, G, R, A each, rows from top to
/// bottom, `pitch` bytes apart. `scratch` is kept between calls to spare the allocation. Waits for the
/// device.
void read_bgra(unsigned framebuffer, const QRect& part, std::uint8_t* pixels, std::size_t pitch,
               std::vector<std::uint8_t>& scratch);

/// Makes all of it clear, and leaves it bound.
void clear_framebuffer(unsigned framebuffer);

/// Copies the colours of one framebuffer to another of the same context and size, and leaves the latter
/// bound.
void copy_framebuffer(unsigned from, unsigned to, int width, int height);

}  // namespace ergo
