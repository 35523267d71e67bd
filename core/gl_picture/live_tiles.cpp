#include "core/gl_picture/live_tiles.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>

namespace ergo {
namespace {

constexpr unsigned storage_binding = 7;

int tiles_along(int pixels) { return ((pixels - 1) >> LiveTiles::side_bits) + 1; }

}  // namespace

void LiveTiles::fit(int width, int height) {
  const int columns = tiles_along(width), rows = tiles_along(height);
  if (columns == columns_ && rows == rows_) return;
  last_ = gl::Buffer(2 * sizeof(GLuint) * static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  last_.clear();
  texture_ = gl::make_texture();
  glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RG32UI, last_.name());
  glBindTexture(GL_TEXTURE_BUFFER, 0);
  columns_ = columns;
  rows_ = rows;
}

void LiveTiles::bind_for_drawing(const DrawProgram& program) const {
  program.set("tile_bits", side_bits);
  program.set("frame", frame_);
  last_.bind(storage_binding);
}

void LiveTiles::bind_for_pass(const DrawProgram& program, unsigned unit, double frames_of_ink,
                              bool all) const {
  program.set("tile_bits", side_bits);
  program.set("frame", frame_);
  program.set("frames_of_ink", static_cast<unsigned>(std::clamp(frames_of_ink, 0.0, 4e9)));
  program.set("all_tiles", all ? 1 : 0);
  program.set("last_touch", static_cast<int>(unit));
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
}

}  // namespace ergo
