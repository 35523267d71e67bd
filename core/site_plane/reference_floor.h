#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "core/site_plane/place_masses.h"

namespace ergo {

/// A mean and a standard deviation.
struct Expectation {
  double mean = 0, sd = 0;
};

/// Distances of a histogram from a distribution that n draws of it give by chance: both are above 0.
struct SiteFloor {
  Expectation total_variation, divergence;  ///< as SiteDistance has them
};

/// Distances from a reference run's distribution that as many independent draws of its target have: their own
/// chance and the run's together.
///
/// The run's is by drawing its chains with replacement, which are independent of each other although the
/// states of one are not (the bootstrap of clusters, Davison & Hinkley 1997, section 3.8). Where cells have
/// few visits such a distance is too small, as no replication meets cells that the run has not met. How much
/// is seen where the answer is known: draws of one half of the chains compared with the other half, against
/// draws of a half drawn with replacement compared with another one. The means are multiplied by the ratio.
class ReferenceFloor {
 public:
  explicit ReferenceFloor(const SampledMasses& sampled);
  /// From 256 replications, always the same ones. Interpolated between powers of sqrt 2, which are kept. Any
  /// thread may ask.
  SiteFloor floor(double draws) const;

 private:
  using Masses = std::vector<float>;  ///< of the cells that the run has met
  struct Replication {
    Masses drawn, compared;
  };
  class Chains;
  SiteFloor distances(const std::vector<Replication>& replications, double draws) const;
  SiteFloor simulated(double draws) const;
  SiteFloor kept(int half_octave) const;

  double unmet_;  ///< mass of a cell that what draws are compared with has not met
  std::vector<Replication> all_, halves_, drawn_halves_;
  mutable std::mutex mutex_;
  mutable std::map<int, SiteFloor> kept_;  ///< of 2^(key/2) draws
};

}  // namespace ergo
