#include "core/raster/trails.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/picture/trail_look.h"

namespace ergo {
namespace {

/// Puts ink on pixels and notes their tiles.
class Pen {
 public:
  Pen(const PixelPlane& plane, std::vector<float>& ink, PixelTiles& tiles) : plane_(plane), ink_(ink), tiles_(tiles) {}

  /// `ink` along the path from a to b; as a line, or one pixel thin.
  void segment(Pixel2 a, Pixel2 b, bool line, float haze) {
    const float scale = plane_.scale(), distance = std::hypot(b.x - a.x, b.y - a.y);
    const auto [low, high] = clipped(a, b, scale);
    if (distance < 1e-3f || low >= high) return;
    const Pixel2 d = {(high - low) * (b.x - a.x), (high - low) * (b.y - a.y)};
    a = {a.x + low * (b.x - a.x), a.y + low * (b.y - a.y)};
    const float extent = std::max(std::abs(d.x), std::abs(d.y));
    const int count = std::max(1, static_cast<int>(std::ceil(extent)));
    // Ink goes with the length of the path, and thins out on jumps that are long against the picture.
    const float jump = distance / (0.25f * static_cast<float>(plane_.height()));
    const float ink = std::min(extent, 1.0f) / (1 + jump * jump);
    const Pixel2 step = {d.x / static_cast<float>(count), d.y / static_cast<float>(count)};
    if (line)
      draw_wide(a, step, count, ink);
    else
      draw_thin(a, step, count, ink * haze * scale);
  }

  /// A disc of two logical pixels.
  void point(Pixel2 p) {
    const float scale = plane_.scale(), far = 8;
    if (p.x < -far || p.y < -far || p.x > static_cast<float>(plane_.width()) + far ||
        p.y > static_cast<float>(plane_.height()) + far)
      return;
    for (int y = floor_of(p.y - scale - 0.5f); y <= floor_of(p.y + scale + 0.5f); ++y)
      for (int x = floor_of(p.x - scale - 0.5f); x <= floor_of(p.x + scale + 0.5f); ++x) {
        const float from = std::hypot(static_cast<float>(x) + 0.5f - p.x, static_cast<float>(y) + 0.5f - p.y);
        add(x, y, std::clamp(scale + 0.5f - from, 0.0f, 1.0f));
      }
  }

 private:
  void add(int x, int y, float ink) {
    if (x < 0 || y < 0 || x >= plane_.width() || y >= plane_.height()) return;
    tiles_.touch_ink(x >> PixelTiles::bits, y >> PixelTiles::bits);
    ink_[static_cast<std::size_t>(y) * static_cast<std::size_t>(plane_.stride()) + static_cast<std::size_t>(x)] += ink;
  }

  /// The part of a + t (b - a), t in [0, 1], inside the picture widened by `margin` (Liang & Barsky 1984); the first
  /// above the second: none.
  std::pair<float, float> clipped(Pixel2 a, Pixel2 b, float margin) const {
    float begin = 0, end = 1;
    const auto clip = [&](float from, float d, int size) {
      const float low = -margin - from, high = static_cast<float>(size) + margin - from;
      if (std::abs(d) < 1e-6f) {
        if (low > 0 || high < 0) begin = 2;
        return;
      }
      begin = std::max(begin, std::min(low / d, high / d));
      end = std::min(end, std::max(low / d, high / d));
    };
    clip(a.x, b.x - a.x, plane_.width());
    clip(a.y, b.y - a.y, plane_.height());
    return {begin, end};
  }

  void draw_thin(Pixel2 a, Pixel2 step, int count, float ink) {
    for (int k = 0; k < count; ++k) {
      const float t = static_cast<float>(k) + 0.5f;
      add(floor_of(a.x + t * step.x), floor_of(a.y + t * step.y), ink);
    }
  }

  /// An anti-aliased line of `scale` pixels. Diagonals, which are frequent on lattices, are thin along y whatever their
  /// roundings.
  void draw_wide(Pixel2 a, Pixel2 step, int count, float ink) {
    const bool upright = std::abs(step.x) <= 0.999f * std::abs(step.y);  // thin along x
    const float along = std::abs(upright ? step.y : step.x);
    const float cosine = along / std::hypot(step.x, step.y), half_width = 0.5f * plane_.scale();
    const int reach = static_cast<int>(std::ceil((half_width + 0.5f) / cosine));
    for (int k = 0; k < count; ++k) {
      const float t = static_cast<float>(k) + 0.5f;
      const Pixel2 p = {a.x + t * step.x, a.y + t * step.y};
      const int x = floor_of(p.x), y = floor_of(p.y);
      for (int offset = -reach; offset <= reach; ++offset) {
        const int across = (upright ? x : y) + offset;
        const float off = std::abs(static_cast<float>(across) + 0.5f - (upright ? p.x : p.y));
        const float coverage = std::clamp(half_width + 0.5f - off * cosine, 0.0f, 1.0f);
        if (coverage > 0) add(upright ? across : x, upright ? y : across, ink * coverage);
      }
    }
  }

  const PixelPlane& plane_;
  std::vector<float>& ink_;
  PixelTiles& tiles_;
};

/// Weights of four pixels in a row by the cubic of Keys (1981), which keeps sums and is exact at pixels' middles: ink
/// is taken along at every picture while a window's size changes, and would soon be a blur if lines became wider each
/// time.
std::array<float, 4> cubic_weights(float t) {
  const float t2 = t * t, t3 = t2 * t;
  return {0.5f * (-t + 2 * t2 - t3), 0.5f * (2 - 5 * t2 + 3 * t3), 0.5f * (t + 4 * t2 - 3 * t3), 0.5f * (t3 - t2)};
}

struct Taps {
  int first = 0;  ///< of four pixels; those beyond the picture have no ink
  std::array<float, 4> weights = {};
};
Taps taps_at(int pixel, double low, double gain) {
  const auto from = static_cast<float>(gain * (pixel + 0.5 - low) - 0.5);
  const float whole = std::floor(from);
  return {static_cast<int>(whole) - 1, cubic_weights(from - whole)};
}

}  // namespace

bool Trails::take_along(const View& view) {
  const std::optional<PixelMap> map = pixel_map(view, width_, height_, camera_);
  if (!map) return false;
  const int stride = padded(view.width), old_stride = padded(width_);
  std::vector<Taps> across;
  for (int x = 0; x < view.width; ++x) across.push_back(taps_at(x, map->low.x, map->gain.x));
  std::vector<float> taken(static_cast<std::size_t>(stride) * static_cast<std::size_t>(view.height));
  std::vector<float> row(static_cast<std::size_t>(width_));
  for (int y = 0; y < view.height; ++y) {
    const Taps along = taps_at(y, map->low.y, map->gain.y);
    std::ranges::fill(row, 0.0f);
    for (int j = 0; j < 4; ++j) {
      const int from = along.first + j;
      if (from < 0 || from >= height_) continue;
      const float weight = along.weights[static_cast<std::size_t>(j)];
      const float* old = &left_[static_cast<std::size_t>(from) * static_cast<std::size_t>(old_stride)];
      for (int x = 0; x < width_; ++x) row[static_cast<std::size_t>(x)] += weight * old[x];
    }
    float* to = &taken[static_cast<std::size_t>(y) * static_cast<std::size_t>(stride)];
    for (int x = 0; x < view.width; ++x) {
      const Taps& taps = across[static_cast<std::size_t>(x)];
      for (int i = 0; i < 4; ++i)
        if (taps.first + i >= 0 && taps.first + i < width_)
          to[x] += taps.weights[static_cast<std::size_t>(i)] * row[static_cast<std::size_t>(taps.first + i)];
    }
  }
  left_ = std::move(taken);
  return true;
}

double Trails::fit(const View& view, PixelTiles& tiles) {
  const double decay = held_ ? 1 : trail_decay(view);
  const bool longer = std::exchange(life_, view.trail_life) < view.trail_life;
  const bool same_size = width_ == view.width && height_ == view.height;
  const bool same_plane = coordinates_ == view.coordinates;
  if (inked_ && same_size && same_plane && camera_ == view.camera) {
    if (longer) tiles.touch_all_ink();  // what was as good as gone stays for longer
    return decay;
  }
  const std::size_t pixels =
      static_cast<std::size_t>(padded(view.width)) * static_cast<std::size_t>(view.height);
  if (inked_ && same_plane && take_along(view))
    tiles.touch_all_ink();
  else
    left_.assign(pixels, 0);
  ink_.assign(pixels, 0);
  width_ = view.width;
  height_ = view.height;
  camera_ = view.camera;
  if (!same_plane) started_ = false;
  coordinates_ = view.coordinates;
  inked_ = true;
  return decay;
}

void Trails::accumulate(const ChainNumbers& chains, const Projection& shown, const View& view, PixelTiles& tiles) {
  const std::size_t stride = (chains.chains() + trailing_chains - 1) / trailing_chains;
  const std::size_t trailing = (chains.chains() + stride - 1) / stride;
  if (std::exchange(chains_, chains.chains()) != chains.chains()) {
    previous_.assign(trailing, {});
    started_ = false;
  }
  fit(view, tiles);
  const PixelPlane plane(view, shown);
  Pen pen(plane, ink_, tiles);
  const auto haze = static_cast<float>(std::min(1.0, haze_lines / static_cast<double>(trailing)));
  const auto xs = chains.state(shown.horizontal), ys = chains.state(shown.vertical);
  const auto heights = shown.crossing < 0 ? ChainNumbers::Column() : chains.state(shown.crossing);
  for (std::size_t k = 0; k < trailing; ++k) {
    const std::size_t i = k * stride;
    const auto chain = static_cast<std::uint32_t>(i);
    const Place now = {xs[i], ys[i], shown.crossing < 0 ? 0 : heights[i] - static_cast<float>(shown.level)};
    const Place old = std::exchange(previous_[k], now);
    if (!started_ || chains.diverged(i) || !is_finite({now.x, now.y}) || !is_finite({old.x, old.y})) continue;
    if (shown.crossing < 0) {
      pen.segment(plane.to_pixel(plane.shown({old.x, old.y}, chain)),
                  plane.to_pixel(plane.shown({now.x, now.y}, chain)), k < trails_as_lines, haze);
    } else if (old.height < 0 && now.height >= 0) {
      const float t = old.height / (old.height - now.height);
      pen.point(plane.to_pixel(plane.shown({old.x + t * (now.x - old.x), old.y + t * (now.y - old.y)}, chain)));
    }
  }
  started_ = true;
}

}  // namespace ergo
