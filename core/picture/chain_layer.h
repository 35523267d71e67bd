#pragma once

#include "core/picture/chain_source.h"
#include "core/picture/density_levels.h"
#include "core/picture/draw_program.h"

namespace ergo {

/// Bins of the chains of a target of dim 1 over its window.
struct HistogramLayout {
  double low = 0, bins_per_unit = 1;
  int count = 0;
};

/// The chains as planes of sums, one unsigned integer per pixel from the lowest row up. Every plane is zero
/// between frames: whoever reads it empties it.
class ChainLayer {
 public:
  void add(const DrawProgram& median, const DrawProgram& splat, const ChainBuffers& chains,
           const Session& session, const View& view, const DensityLevels& levels);
  unsigned coverage() const { return coverage_.name(); }  ///< 256 for a pixel that one chain covers
  unsigned tones() const { return tones_.name(); }        ///< the same times the chain's place on the ramp
  unsigned marks() const { return marks_.name(); }        ///< 255 where a divergence mark is opaque
  unsigned bins() const { return bins_.name(); }          ///< total weight, then that of every bin
  bool toned() const { return toned_; }                   ///< chains take the ramp's colours
  const HistogramLayout& histogram() const { return histogram_; }

 private:
  void fit(const View& view, const Target& target, std::size_t chains);
  void find_medians(const DrawProgram& median, const ChainBuffers& chains, int weight, int tone);

  gl::Buffer coverage_, tones_, marks_, bins_, medians_;
  int width_ = 0, height_ = 0;
  bool toned_ = false;
  HistogramLayout histogram_;
};

/// Radius in pixels of a chain of median weight: points grow where chains are few.
double point_radius(const View& view, std::size_t chains);
/// Extinction per unit of coverage: the opacity of one point is near 1 while chains are few and falls with
/// the share of the picture that all points together would cover.
double point_extinction(const View& view, std::size_t chains);

}  // namespace ergo
