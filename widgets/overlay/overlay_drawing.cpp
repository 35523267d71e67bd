#include "widgets/overlay/overlay_drawing.h"

#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "core/base/error.h"
#include "core/gl/kernel_source.h"
#include "core/gl/program.h"
#include "widgets/base/framebuffer.h"
#include "widgets/overlay/overlay_style.h"

namespace ergo {
namespace {

using Vertex = OverlayDrawing::Vertex;
static_assert(sizeof(Vertex) == sizeof(ImDrawVert) && sizeof(std::uint16_t) == sizeof(ImDrawIdx));

/// As ImGui's own renderer clips: whole pixels from the lower left one.
QRect clip_of(const ImDrawCmd& command, const ImDrawData& frame, int height) {
  const ImVec2 scale = frame.FramebufferScale, at = frame.DisplayPos;
  const ImVec4 clip = command.ClipRect;
  const float left = (clip.x - at.x) * scale.x, right = (clip.z - at.x) * scale.x;
  const float top = (clip.y - at.y) * scale.y, bottom = (clip.w - at.y) * scale.y;
  return {static_cast<int>(left), static_cast<int>(static_cast<float>(height) - bottom),
          static_cast<int>(right - left), static_cast<int>(bottom - top)};
}

void add(const ImDrawList& list, const ImDrawData& frame, OverlayDrawing& drawing) {
  const std::size_t vertices = drawing.vertices.size(), indices = drawing.indices.size();
  drawing.vertices.resize(vertices + static_cast<std::size_t>(list.VtxBuffer.Size));
  std::memcpy(&drawing.vertices[vertices], list.VtxBuffer.Data, list.VtxBuffer.size_in_bytes());
  drawing.indices.insert(drawing.indices.end(), list.IdxBuffer.begin(), list.IdxBuffer.end());
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const QRect clip = clip_of(command, frame, drawing.size.height());
    if (clip.isEmpty() || command.ElemCount == 0) continue;
    drawing.parts.push_back({clip, indices + command.IdxOffset, static_cast<int>(command.ElemCount),
                             static_cast<int>(vertices + command.VtxOffset)});
  }
}

/// Everything that the drawing needs on the device.
class Painter {
 public:
  explicit Painter(const OverlayDrawing& what);
  /// Draws rows [low, high), counted upwards, of the bound framebuffer, which is clear there.
  void draw(int low, int high) const;

 private:
  const OverlayDrawing& what_;
  gl::Program program_;
  gl::Texture glyphs_;
  gl::Buffer vertices_, indices_;
  gl::VertexArray layout_;
};

gl::Program overlay_program() {
  const ShaderLibrary library;
  const gl::Stage stages[] = {{GL_VERTEX_SHADER, shader(library, {"draw/overlay.vert"})},
                              {GL_FRAGMENT_SHADER, shader(library, {"draw/overlay.frag"})}};
  return gl::Program(stages);
}

Painter::Painter(const OverlayDrawing& what)
    : what_(what),
      program_(overlay_program()),
      glyphs_(glyph_texture(what.glyphs)),
      vertices_(std::span<const Vertex>(what.vertices)),
      indices_(std::span<const std::uint16_t>(what.indices)),
      layout_(gl::make_vertex_array()) {
  const auto attribute = [](unsigned at, int count, unsigned type, std::size_t offset) {
    glEnableVertexAttribArray(at);
    glVertexAttribPointer(at, count, type, type == GL_UNSIGNED_BYTE, sizeof(Vertex),
                          reinterpret_cast<const void*>(offset));
  };
  glBindVertexArray(layout_.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  attribute(0, 2, GL_FLOAT, offsetof(Vertex, place));
  attribute(1, 2, GL_FLOAT, offsetof(Vertex, glyph));
  attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(Vertex, colour));
  glBindVertexArray(0);
}

void Painter::draw(int low, int high) const {
  const QRect rows(0, low, what_.size.width(), high - low);
  glViewport(0, 0, what_.size.width(), what_.size.height());
  program_.use();
  glUniform2f(program_.uniform("reach"), 2 / static_cast<float>(what_.extent.width()),
              2 / -static_cast<float>(what_.extent.height()));
  glUniform1i(program_.uniform("glyphs"), 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, glyphs_.name());
  glBindVertexArray(layout_.name());
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glEnable(GL_SCISSOR_TEST);
  for (const auto& [clip, first, count, base] : what_.parts) {
    const QRect seen = clip & rows;
    if (seen.isEmpty()) continue;
    glScissor(seen.x(), seen.y(), seen.width(), seen.height());
    glDrawElementsBaseVertex(GL_TRIANGLES, count, GL_UNSIGNED_SHORT,
                             reinterpret_cast<const void*>(first * sizeof(std::uint16_t)), base);
  }
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
}

}  // namespace

OverlayDrawing ended_frame() {
  const ImDrawData& frame = *ImGui::GetDrawData();
  OverlayDrawing drawing{.extent = {frame.DisplaySize.x, frame.DisplaySize.y},
                         .size = {static_cast<int>(frame.DisplaySize.x * frame.FramebufferScale.x),
                                  static_cast<int>(frame.DisplaySize.y * frame.FramebufferScale.y)},
                         .glyphs = glyph_coverage()};
  for (int i = 0; i < frame.CmdListsCount; ++i) add(*frame.CmdLists[i], frame, drawing);
  return drawing;
}

QImage drawn(const OverlayDrawing& what, const Pause& pause) {
  QImage image(what.size, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull())
    throw machine_error("picture too large:", std::to_string(what.size.width()), "a smaller scale");
  RenderTarget target;
  target.fit(what.size.width(), what.size.height());
  clear_framebuffer(target.framebuffer());
  const Painter painter(what);
  const int height = what.size.height(), rows = std::max(1, portion_pixels / what.size.width());
  std::vector<std::uint8_t> scratch;
  for (int top = 0; top < height; top += rows) {
    const int bottom = std::min(top + rows, height);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    painter.draw(height - bottom, height - top);
    read_bgra(target.framebuffer(), {0, height - bottom, what.size.width(), bottom - top},
              image.scanLine(top), static_cast<std::size_t>(image.bytesPerLine()), scratch);
    pause();
  }
  return image;
}

}  // namespace ergo
