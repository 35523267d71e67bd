#pragma once

#include "core/gl_picture/chain_source.h"
#include "core/gl_picture/draw_program.h"
#include "core/gl_picture/live_tiles.h"
#include "core/gl_picture/pixel_buffer.h"
#include "core/gl_picture/render_target.h"
#include "core/picture/chain_look.h"
#include "core/view/density_levels.h"
#include "core/view/projection.h"

namespace ergo {

/// The chains as planes of sums, all zero between frames.
class ChainLayer {
 public:
  /// Adds all chains to the planes.
  void add(const DrawProgram& median, const DrawProgram& splat, const ChainBuffers& chains,
           const Session& session, const View& view, const Projection& shown, const DensityLevels& levels,
           const LiveTiles& tiles, const Pause& pause);
  /// Empties the planes.
  void clear();
  const PixelBuffer& coverage() const { return coverage_; }  ///< 256 for a pixel that one chain covers
  const PixelBuffer& tones() const { return tones_; }        ///< the same times the chain's place on the ramp; or classes
  const PixelBuffer& marks() const { return marks_; }        ///< 255 where a divergence mark is opaque
  const gl::Buffer& summary() const { return summary_; }     ///< two medians, total weight, that of every bin
  /// What the chains' colours are: the sampler's, the ramp's by tone, or those of classes.
  enum class Colours { sampler, ramp, classes };
  Colours colours() const { return colours_; }
  const HistogramLayout& histogram() const { return histogram_; }

 private:
  void fit(const View& view, const Projection& shown, std::size_t chains);
  void classify(const Session& session);
  void find_medians(const DrawProgram& median, const ChainBuffers& chains, const Descriptor& sampler,
                    int tone);
  /// Runs the program in use over all chains.
  static void draw(const DrawProgram& splat, std::size_t chains, double radius, const Pause& pause);

  PixelBuffer coverage_, tones_, marks_;
  gl::Buffer summary_;
  bool filled_ = false;  ///< the planes are not empty: add() began, and clear() did not follow yet
  Colours colours_ = Colours::sampler;
  gl::Buffer classes_;  ///< of each chain by its origin
  std::shared_ptr<const Origins> origins_;  ///< that the classes are of
  HistogramLayout histogram_;
};

}  // namespace ergo
