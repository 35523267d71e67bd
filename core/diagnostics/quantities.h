#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/maths/estimate.h"
#include "core/unit/descriptor.h"

namespace ergo {

/// A diagnostic in words: a column of the metrics file (with `<column>_error` beside it) and, where it has a
/// symbol, a plot of it. `<column>_band_low` and `<column>_band_high` are the ends of its band, if any.
struct Quantity {
  std::string id, title, symbol, doc;
  std::string details = {};  ///< what `doc` leaves out: how the value is computed, and where it is not available
  std::string group = {};  ///< of plots, a word for what kind of quantity it is
  bool logarithmic = false;
  double base = 0;  ///< from which a logarithmic axis measures values
  double bend = 0;  ///< distance from the base up to which such an axis is linear, where the band is no wider
  std::optional<double> reference = {};  ///< a theoretical value to draw as a line
  std::string reference_label = {};
  std::optional<Interval> band = {};  ///< one that always holds
  std::string band_label = {};        ///< of it, or of the band that reports bring
  std::string column = {};            ///< where that is not `id`
  std::optional<Space> space = {};    ///< plane: only there; lattice: only where positions are sites of a lattice
  bool learned = false;               ///< only of runs that learn
  bool theory = true;                 ///< whether bands and lines of reports hold for all runs shown
};

/// `doc` and `details`.
std::string full_doc(const Quantity& quantity);

/// Whether the distribution that distances of the run are from is itself sampled: SitePlane::reference().
bool has_sampled_truth(const RunConfig& config);
/// The quantity as it is called where the truth is sampled: its band is not that of exact draws.
Quantity of_sampled_truth(Quantity quantity);

/// Its column of the metrics file.
const std::string& column_of(const Quantity& quantity);

/// The column with a quantity of a sampler's run; empty if the run has none. Beside runs of other samplers a cyclical
/// sampler's channel is shown by its mean over a cycle: its value depends on the phase of the report.
std::string column_in(const Descriptor& sampler, const std::string& quantity, const std::string& column,
                      bool beside_others);

/// All columns of the metrics file in its order, `<channel>` and `<k>` standing for any channel and mode.
const std::vector<Quantity>& metric_columns();

/// Plots of single chains, which every run has. Reports and metrics files have no column for them.
const std::vector<Quantity>& chain_plots();

/// What there is to plot of a sampler's run: MMD^2 or, on a lattice, total variation, its channels under the
/// names of what they measure, then the other columns that have a symbol, where the run learns those of learning too.
std::vector<Quantity> plotted_quantities(const Descriptor& sampler, bool learns = false);

/// The same of runs of several samplers side by side: what any of them has. A line or band that is not that of all
/// samplers with the quantity is left out.
std::vector<Quantity> plotted_quantities(const std::vector<std::string>& samplers, bool learn = false);

/// What tells best how far the draws are from the target: their whole distribution, or the shares of the modes.
enum class Yardstick { distribution, modes };

/// Ids of the quantities that are plotted of runs side by side unless the user chose otherwise: the yardstick's distance
/// from the target, and at most two channels, those of most runs first; of runs that learn how well the model fits.
/// `samplers`: the runs' samplers, of one space.
std::vector<std::string> default_quantities(const std::vector<std::string>& samplers,
                                            Yardstick yardstick = Yardstick::distribution, bool learn = false);

}  // namespace ergo
