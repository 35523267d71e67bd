#include "core/raster/band.h"

#include <algorithm>
#include <cmath>

#include "core/lanes/lane_sets.h"

namespace ergo {
namespace {

constexpr float cover_unit = 256;  // coverage of one pixel

/// The disc of a point, as core/lanes/pictures/splat_pass.cpp has it.
struct Disc {
  float radius, reach, ink;
  explicit Disc(float r)
      : radius(std::max(r, 0.5f)), reach(radius + 0.5f), ink(cover_unit * r * r / (radius * radius + 1.0f / 12)) {}
};

struct Span {
  int begin, end;
};
Span span_of(float x, float half, int width) {
  return {std::max(floor_of(x - half + 0.5f), 0), std::min(floor_of(x + half + 0.5f), width)};
}

}  // namespace

Band::Band(const PixelPlane& plane, PixelTiles& tiles, const ToneSource& tone)
    : plane_(plane), tiles_(tiles), classes_(tone.classes()), toned_(tone.place != ToneSource::none) {
  const std::size_t spare = 16;  // of vectors of pixels that begin in the last row
  const std::size_t size = static_cast<std::size_t>(plane.stride()) * PixelTiles::side + spare;
  coverage_.resize(size);
  marks_.resize(size);
  if (toned_) tones_.resize(size);
  touched_ = std::make_unique<bool[]>(static_cast<std::size_t>(tiles.columns()));
}

void Band::begin(int tile_row) {
  tile_row_ = tile_row;
  low_ = tile_row * PixelTiles::side;
  high_ = std::min(low_ + PixelTiles::side, plane_.height());
  for (std::vector<std::uint32_t>* numbers : {&coverage_, &tones_, &marks_}) std::ranges::fill(*numbers, 0u);
}

void Band::touch(int left, int right) {
  left = std::max(left, 0) >> PixelTiles::bits;
  right = std::min(right, plane_.width() - 1) >> PixelTiles::bits;
  for (int column = left; column <= right; ++column) tiles_.touch_chains(column, tile_row_);
}

void Band::add(const Points& points) {
  const auto here = points.on_row(tile_row_);
  if (classes_) {
    for (const Points::Point& point : here) add_class(point);
    return;
  }
  std::fill_n(touched_.get(), tiles_.columns(), false);
  lanes::lane_sets().front().pictures->splat({.points = here.data(),
                                              .count = here.size(),
                                              .width = plane_.width(),
                                              .stride = plane_.stride(),
                                              .low = low_,
                                              .high = high_,
                                              .tile_bits = PixelTiles::bits,
                                              .touched = touched_.get(),
                                              .coverage = coverage_.data(),
                                              .tones = toned_ ? tones_.data() : nullptr});
  for (int column = 0; column < tiles_.columns(); ++column)
    if (touched_[static_cast<std::size_t>(column)]) tiles_.touch_chains(column, tile_row_);
}

/// The plane of tones holds for each pixel the class of one chain: of those that cover most of it, of the one whose
/// hash is the largest. A hollow disc is a ring where it is large enough for one.
void Band::add_class(const Points::Point& point) {
  const Disc disc(point.radius);
  const float hole = disc.radius - std::max(plane_.scale(), 0.35f * disc.radius);
  touch(floor_of(point.x - disc.reach), floor_of(point.x + disc.reach));
  const int top = std::min(floor_of(point.y + disc.reach), high_ - 1);
  for (int y = std::max(floor_of(point.y - disc.reach), low_); y <= top; ++y) {
    const float dy = static_cast<float>(y) + 0.5f - point.y;
    const float half_row = std::sqrt(std::max(disc.reach * disc.reach - dy * dy, 0.0f));
    const Span span = span_of(point.x, half_row, plane_.width());
    const std::size_t row = static_cast<std::size_t>(y - low_) * static_cast<std::size_t>(plane_.stride());
    for (int x = span.begin; x < span.end; ++x) {
      const float dx = static_cast<float>(x) + 0.5f - point.x, from = std::sqrt(dx * dx + dy * dy);
      float covered = std::clamp(disc.reach - from, 0.0f, 1.0f);
      if (point.hollow && hole > 0.7f) covered = std::min(covered, std::clamp(from - hole + 0.5f, 0.0f, 1.0f));
      const auto amount = static_cast<std::uint32_t>(disc.ink * covered + 0.5f);
      const std::size_t at = row + static_cast<std::size_t>(x);
      coverage_[at] += amount;
      if (amount > 0)
        tones_[at] = std::max(tones_[at], static_cast<std::uint32_t>(15 * covered + 0.5f) << 28 | point.owner);
    }
  }
}

/// Of several on one pixel the most opaque is seen.
void Band::add(const Mark& mark) {
  const Pixel2 p = mark.at;
  const float scale = plane_.scale(), reach = 2 * mark.inradius + scale;
  const int low = std::max(static_cast<int>(p.y - reach), low_);
  const int high = std::min(static_cast<int>(p.y + reach), high_ - 1);
  const int left = std::max(static_cast<int>(p.x - reach), 0);
  const int right = std::min(static_cast<int>(p.x + reach), plane_.width() - 1);
  if (low > high || left > right) return;
  touch(left, right);
  for (int y = low; y <= high; ++y)
    for (int x = left; x <= right; ++x) {
      const float dx = static_cast<float>(x) + 0.5f - p.x, dy = static_cast<float>(y) + 0.5f - p.y;
      const float edge = std::max(-dy, 0.5f * dy + 0.8660254f * std::abs(dx)) - mark.inradius;
      const float covered = std::clamp(0.75f * scale + 0.5f - (mark.open ? std::abs(edge) : edge), 0.0f, 1.0f);
      const std::size_t row = static_cast<std::size_t>(y - low_) * static_cast<std::size_t>(plane_.stride());
      std::uint32_t& to = marks_[row + static_cast<std::size_t>(x)];
      to = std::max(to, static_cast<std::uint32_t>(255 * mark.opacity * covered));
    }
}

}  // namespace ergo
