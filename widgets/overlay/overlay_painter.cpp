// The overlay on the processor: triangles with colours and coverage between their corners, a pixel where its middle is
// inside.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "widgets/overlay/overlay_drawing.h"

namespace ergo {
namespace {

using Vertex = OverlayDrawing::Vertex;

struct Tint {
  float red, green, blue, alpha;  // 0 to 255
};
Tint tint_of(std::uint32_t colour) {
  const auto byte = [colour](int shift) { return static_cast<float>(colour >> shift & 255); };
  return {byte(0), byte(8), byte(16), byte(24)};
}
std::uint32_t opaque_word(const Tint& tint) {
  const auto byte = [](float share) { return static_cast<std::uint32_t>(static_cast<int>(share + 0.5f)); };
  return 255u << 24 | byte(tint.red) << 16 | byte(tint.green) << 8 | byte(tint.blue);
}

/// A word laid over another one, two channels at a time; `alpha` from 0 to 256.
std::uint32_t laid(std::uint32_t under, std::uint32_t over, std::uint32_t alpha) {
  constexpr std::uint32_t even = 0x00ff00ff, half = 0x00800080;
  const std::uint32_t rest = 256 - alpha;
  const std::uint32_t low = ((under & even) * rest + (over & even) * alpha + half) >> 8 & even;
  const std::uint32_t high = (((under >> 8) & even) * rest + ((over >> 8) & even) * alpha + half) & ~even;
  return low | high;
}
std::uint32_t in_256ths(float share) { return static_cast<std::uint32_t>(static_cast<int>(share * 256 + 0.5f)); }

/// A corner in physical pixels.
struct Corner {
  float x, y, u, v;  // u and v in texels
  std::uint32_t colour;
};

class OverlayPainter {
 public:
  OverlayPainter(const OverlayDrawing& what, QImage& onto, int top, int bottom)
      : what_(what),
        glyphs_(*what.glyphs),
        words_(reinterpret_cast<std::uint32_t*>(onto.bits())),
        stride_(onto.bytesPerLine() / 4),
        rows_(0, top, what.size.width(), bottom - top),
        scale_x_(static_cast<float>(what.size.width() / what.extent.width())),
        scale_y_(static_cast<float>(what.size.height() / what.extent.height())) {}

  void draw() {
    for (const OverlayDrawing::Part& part : what_.parts) {
      clip_ = part.clip & rows_;
      if (clip_.isEmpty()) continue;
      for (int k = 0; k + 2 < part.count;) {
        const Corner a = corner(part, k), b = corner(part, k + 1), c = corner(part, k + 2);
        if (k + 5 < part.count && index(part, k) == index(part, k + 3) && index(part, k + 2) == index(part, k + 4)) {
          const Corner d = corner(part, k + 5);
          if (is_upright(a, b, c, d)) {
            rectangle(a, c);
            k += 6;
            continue;
          }
        }
        triangle(a, b, c);
        k += 3;
      }
    }
  }

 private:
  std::uint16_t index(const OverlayDrawing::Part& part, int k) const {
    return what_.indices[part.first + static_cast<std::size_t>(k)];
  }
  Corner corner(const OverlayDrawing::Part& part, int k) const {
    const Vertex& vertex = what_.vertices[static_cast<std::size_t>(part.base) + index(part, k)];
    return {vertex.place[0] * scale_x_, vertex.place[1] * scale_y_, vertex.glyph[0] * static_cast<float>(glyphs_.width),
            vertex.glyph[1] * static_cast<float>(glyphs_.height), vertex.colour};
  }
  /// Whether a, b, c and d go around a rectangle of one colour whose part of the atlas is one too.
  static bool is_upright(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
    return a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x && a.x < c.x && a.y < c.y && a.v == b.v && b.u == c.u &&
           c.v == d.v && d.u == a.u && a.colour == b.colour && a.colour == c.colour && a.colour == d.colour;
  }

  float texel(int x, int y) const {
    x = std::clamp(x, 0, glyphs_.width - 1);
    y = std::clamp(y, 0, glyphs_.height - 1);
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(y) * glyphs_.width;
    return glyphs_.texels[static_cast<std::size_t>(row + x)];
  }
  /// 0 to 1, linear between texels.
  float coverage(float u, float v) const {
    const float x = u - 0.5f, y = v - 0.5f, left = std::floor(x), top = std::floor(y), s = x - left, t = y - top;
    const int i = static_cast<int>(left), j = static_cast<int>(top);
    const float upper = texel(i, j) + (texel(i + 1, j) - texel(i, j)) * s;
    const float lower = texel(i, j + 1) + (texel(i + 1, j + 1) - texel(i, j + 1)) * s;
    return (upper + (lower - upper) * t) / 255;
  }

  std::uint32_t* row(int y) const { return words_ + static_cast<std::ptrdiff_t>(y) * stride_; }

  void rectangle(const Corner& a, const Corner& c) {
    const int left = std::max(clip_.left(), static_cast<int>(std::ceil(a.x - 0.5f)));
    const int right = std::min(clip_.right() + 1, static_cast<int>(std::ceil(c.x - 0.5f)));
    const int top = std::max(clip_.top(), static_cast<int>(std::ceil(a.y - 0.5f)));
    const int bottom = std::min(clip_.bottom() + 1, static_cast<int>(std::ceil(c.y - 0.5f)));
    if (left >= right || top >= bottom) return;
    const Tint tint = tint_of(a.colour);
    const std::uint32_t over = opaque_word(tint);
    if (a.u == c.u && a.v == c.v) {
      const std::uint32_t alpha = in_256ths(tint.alpha / 255 * coverage(a.u, a.v));
      for (int y = top; y < bottom; ++y) {
        std::uint32_t* words = row(y);
        for (int x = left; x < right; ++x) words[x] = laid(words[x], over, alpha);
      }
      return;
    }
    const float u_step = (c.u - a.u) / (c.x - a.x), v_step = (c.v - a.v) / (c.y - a.y);
    for (int y = top; y < bottom; ++y) {
      const float v = a.v + (static_cast<float>(y) + 0.5f - a.y) * v_step;
      for (int x = left; x < right; ++x) {
        const float covered = coverage(a.u + (static_cast<float>(x) + 0.5f - a.x) * u_step, v);
        if (covered > 0) row(y)[x] = laid(row(y)[x], over, in_256ths(tint.alpha / 255 * covered));
      }
    }
  }

  /// Twice the area on the left of the line from one corner to another, in 256ths of pixels: 0 on the line.
  struct Edge {
    std::int64_t value, by_x, by_y;  // at a pixel's middle, and its change from pixel to pixel
    bool inclusive;                  // whether what lies on it is inside: one of two triangles with this edge says so
    Edge(const std::array<std::int64_t, 2>& a, const std::array<std::int64_t, 2>& b, int x, int y) {
      const std::int64_t dx = b[0] - a[0], dy = b[1] - a[1];
      value = dx * (y * 256 + 128 - a[1]) - dy * (x * 256 + 128 - a[0]);
      by_x = -dy * 256;
      by_y = dx * 256;
      inclusive = dy < 0 || (dy == 0 && dx > 0);
    }
    /// Keeps of a row's pixels from `first` to `last`, counted from the first pixel's middle, those inside.
    void narrow(std::int64_t& first, std::int64_t& last) const {
      const std::int64_t spare = value - (inclusive ? 0 : 1);  // not negative inside
      if (by_x > 0)
        first = std::max(first, spare >= 0 ? 0 : (-spare + by_x - 1) / by_x);
      else if (spare < 0)
        last = -1;
      else if (by_x < 0)
        last = std::min(last, spare / -by_x);
    }
  };

  void triangle(Corner a, Corner b, Corner c) {
    const auto place = [](const Corner& corner) {
      return std::array<std::int64_t, 2>{std::llround(corner.x * 256), std::llround(corner.y * 256)};
    };
    auto pa = place(a), pb = place(b), pc = place(c);
    std::int64_t area = (pb[0] - pa[0]) * (pc[1] - pa[1]) - (pb[1] - pa[1]) * (pc[0] - pa[0]);
    if (area == 0) return;
    if (area < 0) {
      std::swap(b, c);
      std::swap(pb, pc);
      area = -area;
    }
    const auto low = [](float x, float y, float z) { return static_cast<int>(std::floor(std::min({x, y, z}))); };
    const auto high = [](float x, float y, float z) { return static_cast<int>(std::ceil(std::max({x, y, z}))); };
    const int left = std::max(clip_.left(), low(a.x, b.x, c.x)), right = std::min(clip_.right(), high(a.x, b.x, c.x));
    const int top = std::max(clip_.top(), low(a.y, b.y, c.y)), bottom = std::min(clip_.bottom(), high(a.y, b.y, c.y));
    if (left > right || top > bottom) return;
    Edge of_a(pb, pc, left, top), of_b(pc, pa, left, top), of_c(pa, pb, left, top);
    const Tint ta = tint_of(a.colour), tb = tint_of(b.colour), tc = tint_of(c.colour);
    const bool solid = a.u == b.u && b.u == c.u && a.v == b.v && b.v == c.v;
    const bool plain = solid && a.colour == b.colour && b.colour == c.colour;
    const float covered = solid ? coverage(a.u, a.v) : 0;
    const std::uint32_t over = opaque_word(ta), alpha = in_256ths(ta.alpha / 255 * covered);
    const auto share = [area](const Edge& edge, std::int64_t x) {
      return static_cast<float>(edge.value + x * edge.by_x) / static_cast<float>(area);
    };
    for (int y = top; y <= bottom; ++y) {
      std::int64_t first = 0, last = right - left;
      for (const Edge* edge : {&of_a, &of_b, &of_c}) edge->narrow(first, last);
      std::uint32_t* words = row(y) + left;
      for (std::int64_t x = first; x <= last; ++x) {
        if (plain) {
          words[x] = laid(words[x], over, alpha);
          continue;
        }
        const float wa = share(of_a, x), wb = share(of_b, x), wc = 1 - wa - wb;
        const auto mix = [&](float p, float q, float r) { return wa * p + wb * q + wc * r; };
        const Tint tint = {mix(ta.red, tb.red, tc.red), mix(ta.green, tb.green, tc.green),
                           mix(ta.blue, tb.blue, tc.blue), mix(ta.alpha, tb.alpha, tc.alpha)};
        const float part = solid ? covered : coverage(mix(a.u, b.u, c.u), mix(a.v, b.v, c.v));
        words[x] = laid(words[x], opaque_word(tint), in_256ths(tint.alpha / 255 * part));
      }
      for (Edge* edge : {&of_a, &of_b, &of_c}) edge->value += edge->by_y;
    }
  }

  const OverlayDrawing& what_;
  const GlyphCoverage& glyphs_;
  std::uint32_t* words_;
  std::ptrdiff_t stride_;
  QRect rows_, clip_;
  float scale_x_, scale_y_;
};

}  // namespace

void paint(const OverlayDrawing& what, QImage& onto, int top, int bottom) {
  OverlayPainter(what, onto, top, bottom).draw();
}

}  // namespace ergo
