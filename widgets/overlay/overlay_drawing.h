#pragma once

#include <QImage>
#include <QRect>
#include <QSizeF>
#include <cstdint>
#include <vector>

#include "core/picture/render_target.h"

namespace ergo {

/// The coverage of a font atlas's texels by glyphs.
struct GlyphCoverage {
  int width = 0, height = 0;
  std::vector<std::uint8_t> texels;
};

/// What a frame of the overlay draws, as values: any thread can draw it in a context of its own, while the
/// overlay goes on.
struct OverlayDrawing {
  struct Vertex {
    float place[2];  ///< logical pixels from the upper left corner
    float glyph[2];
    std::uint32_t colour;
  };
  /// Triangles between the vertices from `base` on, seen within `clip`.
  struct Part {
    QRect clip;  ///< physical pixels, y up from the lower edge
    std::size_t first = 0;
    int count = 0, base = 0;
  };
  QSizeF extent;  ///< logical pixels
  QSize size;     ///< physical pixels
  GlyphCoverage glyphs;
  std::vector<Vertex> vertices;
  std::vector<std::uint16_t> indices;
  std::vector<Part> parts;
};

/// What the current ImGui context ended last.
OverlayDrawing ended_frame();

/// It on nothing, premultiplied. Needs a GL context current. Throws Error where the picture is too large.
QImage drawn(const OverlayDrawing& what, const Pause& pause);

}  // namespace ergo
