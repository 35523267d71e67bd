#pragma once

#include <QImage>
#include <QRect>
#include <QSizeF>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/picture/pause.h"

namespace ergo {

/// The coverage of a font atlas's texels by glyphs.
struct GlyphCoverage {
  int width = 0, height = 0;
  std::vector<std::uint8_t> texels;
};

/// What a frame of the overlay draws, as values: any thread can draw it while the overlay goes on.
struct OverlayDrawing {
  struct Vertex {
    float place[2];  ///< logical pixels from the upper left corner
    float glyph[2];  ///< place in the atlas, 0 to 1
    std::uint32_t colour;  ///< 0xAABBGGRR
  };
  /// Triangles between the vertices from `base` on, seen within `clip`.
  struct Part {
    QRect clip;  ///< physical pixels from the upper left corner
    std::size_t first = 0;
    int count = 0, base = 0;
  };
  QSizeF extent;  ///< logical pixels
  QSize size;     ///< physical pixels
  std::shared_ptr<const GlyphCoverage> glyphs;
  std::vector<Vertex> vertices;
  std::vector<std::uint16_t> indices;
  std::vector<Part> parts;
};

/// What the current ImGui context ended last, with this atlas.
OverlayDrawing ended_frame(std::shared_ptr<const GlyphCoverage> glyphs);

/// Draws rows [top, bottom) of it on the processor: onto an opaque picture, or a premultiplied one with alpha, of its
/// size.
void paint(const OverlayDrawing& what, QImage& onto, int top, int bottom);

/// It on nothing, premultiplied. Throws Error where the picture is too large.
QImage drawn(const OverlayDrawing& what, const Pause& pause);

}  // namespace ergo
