#pragma once

#include <cstddef>
#include <utility>

#include "core/view/density_levels.h"
#include "core/view/projection.h"

namespace ergo {

/// Bins of the chains of a target of dim 1 over its window.
struct HistogramLayout {
  double low = 0, bins_per_unit = 1;
  int count = 0;
};
/// A bin for each site, or as many as Rice's rule has.
HistogramLayout histogram_layout(const Projection& shown, std::size_t chains);
/// The height in the plane of a bin that holds all the weight. On a lattice a bin is a site and its height the share
/// there.
double whole_bin_height(const Target& target, const Projection& shown, const DensityLevels& levels,
                        const HistogramLayout& histogram);

/// Where the quantity that colours the chains is found, and its range: the middle of a value of the report or a log
/// weight counts from the median. Classes are of each chain by its origin, or whether a number of the report is above
/// 0, class 0, or not.
struct ToneSource {
  enum Place { none, state, report, log_weight, class_of_chain, class_of_report } place = none;
  int component = -1;
  ToneRange range = {};
  bool classes() const { return place >= class_of_chain; }
};
/// Of the session in this view: none before its first step where what is shown is of a step.
ToneSource tone_source(const Session& session, const View& view, const DensityLevels& levels);

/// The components of a chain's weight: its log in the report, -1 for none; and in the state the log of a scale, and the
/// time so far over it.
struct WeightPlaces {
  int log_time = -1, scale = -1, total = -1;
};
WeightPlaces weight_places(const Descriptor& sampler);
/// Whether points have areas, and a histogram heights, by the chains' weights.
bool is_weighted(const Descriptor& sampler, const View& view);

/// The numbers of the state that are drawn: a draw that is kept stands in for the position.
std::pair<int, int> place_components(const Descriptor& sampler, DrawsUsed draws, const Projection& shown);
/// The component of the report that is above 0 where the last step diverged, if that is to be marked; -1: it is not.
int divergence_component(const Session& session, const View& view);

/// Radius in pixels of a chain of median weight: points grow where chains are few.
double point_radius(const View& view, std::size_t chains);
/// Extinction per unit of coverage: the opacity of one point is near 1 while chains are few and falls with
/// the share of the picture that all points together would cover.
double point_extinction(const View& view, std::size_t chains);
/// The weight of a chain of median weight in the histogram, which sums whole numbers: weights are at most 64 times
/// that, so that all of them sum to less than 2^32.
double histogram_unit(std::size_t chains);

/// The colour of chains without a tone. Marks of divergences stand out from grey ones whatever colour the run has.
Colour plain_chain_colour(const Session& session, const View& view);

}  // namespace ergo
