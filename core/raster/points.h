#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/picture/chain_look.h"
#include "core/raster/chain_numbers.h"
#include "core/raster/pixel_plane.h"
#include "core/raster/tiles.h"

namespace ergo {

/// A triangle that marks a divergence.
struct Mark {
  Pixel2 at;
  float inradius = 0, opacity = 1;
  bool open = false;
};

/// The places, areas and colours of all chains in a picture, sorted by rows of tiles; and the histogram beside the
/// curve of a target of dim 1. Twin of shaders/draw/splat.comp and median.comp.
class Points {
 public:
  using Point = lanes::SplatPoint;
  /// The components of the state and of the report that the picture reads.
  struct Reads {
    std::vector<int> state, report;
  };
  static Reads reads(const Session& session, const View& view, const Projection& shown, const ToneSource& tone);

  /// Nothing is drawn. Keeps the layout of the histogram for so many chains.
  void clear(const Projection& shown, std::size_t chains);
  void place(const ChainNumbers& chains, const Session& session, const View& view, const Projection& shown,
             const ToneSource& tone, ThreadPool& pool);

  /// All points of which something may lie on a row of tiles.
  std::span<const Point> on_row(int row) const {
    const auto at = static_cast<std::size_t>(row);
    if (at + 1 >= begins_.size()) return {};
    return std::span(by_rows_).subspan(begins_[at], begins_[at + 1] - begins_[at]);
  }
  const std::vector<Mark>& marks() const { return marks_; }
  const HistogramLayout& histogram() const { return histogram_; }
  const std::vector<std::uint32_t>& bins() const { return bins_; }
  std::uint32_t total() const { return total_; }  ///< weight of all chains, in and out of the bins

 private:
  void sort(int height);
  void add_mark(Pixel2 x, const PixelPlane& plane);

  std::vector<Point> points_;           ///< of each chain; radius 0: not drawn
  std::vector<Point> by_rows_;          ///< those drawn, by rows of tiles; on several rows where they lie on several
  std::vector<std::size_t> begins_;     ///< of each row of tiles in by_rows_
  std::vector<Mark> marks_;
  HistogramLayout histogram_;
  std::vector<std::uint32_t> bins_;
  std::uint32_t total_ = 0;
  std::vector<std::uint32_t> classes_;  ///< of each chain by its origin
  std::shared_ptr<const Origins> origins_;
};

}  // namespace ergo
