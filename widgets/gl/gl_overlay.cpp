#include "widgets/gl/gl_overlay.h"

#include <epoxy/gl.h>

#include <cstddef>

#include "core/kernel_text/kernel_source.h"

namespace ergo {
namespace {

using Vertex = OverlayDrawing::Vertex;

gl::Program overlay_program() {
  const ShaderLibrary library;
  const gl::Stage stages[] = {{GL_VERTEX_SHADER, shader(library, {"draw/overlay.vert"})},
                              {GL_FRAGMENT_SHADER, shader(library, {"draw/overlay.frag"})}};
  return gl::Program(stages);
}

/// White of this coverage: one byte a texel, a quarter of what ImGui's own texture takes.
gl::Texture glyph_texture(const GlyphCoverage& glyphs) {
  gl::Texture texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, glyphs.width, glyphs.height, 0, GL_RED, GL_UNSIGNED_BYTE,
               glyphs.texels.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  const GLint white[] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
  glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, white);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

void attribute(unsigned at, int count, unsigned type, std::size_t offset) {
  glEnableVertexAttribArray(at);
  glVertexAttribPointer(at, count, type, type == GL_UNSIGNED_BYTE, sizeof(Vertex),
                        reinterpret_cast<const void*>(offset));
}

}  // namespace

void GlOverlay::draw(const OverlayDrawing& what) {
  if (what.parts.empty()) return;
  if (!coverage_) program_ = overlay_program();
  if (coverage_ != what.glyphs) glyphs_ = glyph_texture(*what.glyphs);
  coverage_ = what.glyphs;
  const gl::Buffer vertices{std::span<const Vertex>(what.vertices)};
  const gl::Buffer indices{std::span<const std::uint16_t>(what.indices)};
  const gl::VertexArray layout = gl::make_vertex_array();
  glBindVertexArray(layout.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.name());
  attribute(0, 2, GL_FLOAT, offsetof(Vertex, place));
  attribute(1, 2, GL_FLOAT, offsetof(Vertex, glyph));
  attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(Vertex, colour));
  glViewport(0, 0, what.size.width(), what.size.height());
  program_.use();
  glUniform2f(program_.uniform("reach"), 2 / static_cast<float>(what.extent.width()),
              2 / -static_cast<float>(what.extent.height()));
  glUniform1i(program_.uniform("glyphs"), 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, glyphs_.name());
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glEnable(GL_SCISSOR_TEST);
  for (const auto& [clip, first, count, base] : what.parts) {
    glScissor(clip.x(), what.size.height() - clip.y() - clip.height(), clip.width(), clip.height());
    glDrawElementsBaseVertex(GL_TRIANGLES, count, GL_UNSIGNED_SHORT,
                             reinterpret_cast<const void*>(first * sizeof(std::uint16_t)), base);
  }
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
}

void GlOverlay::release_gl() {
  program_ = {};
  glyphs_.reset();
  coverage_.reset();
}

}  // namespace ergo
