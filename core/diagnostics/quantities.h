#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/estimate.h"
#include "core/unit/descriptor.h"

namespace ergo {

/// A diagnostic in words: the column of that id in the metrics file (with `<id>_error` beside it) and, where
/// it has a symbol, a plot of it. `<id>_band_low` and `<id>_band_high` are the ends of its band, if any.
struct Quantity {
  std::string id, title, symbol, doc;
  bool logarithmic = false;
  std::optional<double> reference = {};  ///< a theoretical value to draw as a line
  std::string reference_label = {};
  std::optional<Interval> band = {};  ///< one that always holds
  std::string band_label = {};        ///< of it, or of the band that reports bring
  bool shown = false;                 ///< plotted unless the user chose otherwise
  std::optional<Space> space = {};    ///< the only one where it has a meaning
};

/// Where a channel should lie: an acceptance rate within 0.05 of its theoretical best. As d grows, the speed
/// of random walk, MALA and HMC tends to curves that are within 2 % of their best over this range (Roberts &
/// Rosenthal 2001; Beskos et al. 2013).
std::optional<Interval> theory_band(const Channel& channel, const Claims& claims);

/// All columns of the metrics file in its order, `<channel>` and `<k>` standing for any channel and mode.
const std::vector<Quantity>& metric_columns();

/// What there is to plot of a sampler's run: MMD^2 or, on a lattice, total variation, its channels, then the
/// other columns that have a symbol.
std::vector<Quantity> plotted_quantities(const Descriptor& sampler);

}  // namespace ergo
