#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/figures/curve_figure.h"
#include "core/live/chain_traces.h"

namespace ergo {

/// Number of chains of which curves are drawn: of a single run; of several runs it is one of each, in the run's colour.
inline constexpr std::size_t traced_chains = 3;

/// A run of which chains are plotted.
struct TracedRun {
  const ChainTraces* traces;
  std::string name;
  Colour colour = 0;
  int dash = 0;
};

/// What plots of chains show of runs.
struct ChainSelection {
  std::size_t focus = 0;  ///< the run of which numbers are told
  ChainQuantity quantity = ChainQuantity::x;
  double burn_in = 0;  ///< gradient evaluations; states from there on are used
  Abscissa abscissa = Abscissa::gradients;
  std::array<Colour, traced_chains> colours = {};  ///< of single chains
};

/// What one plot of chains draws and says.
struct ChainFigure {
  CurvePanel panel;                ///< without a title
  std::string value;               ///< beside the title
  std::vector<std::string> words;  ///< under it, besides those of line and band
  double end = 0;                  ///< of the horizontal axis
  /// A number drawn, for a table. `at`: a moment, or a lag.
  struct Row {
    std::string curve;
    Moment at;
    double value = 0;
  };
  std::vector<Row> rows;
};

using TracedRuns = std::vector<TracedRun>;  ///< at least one
/// Values of chains over the run; the line is where the statistics begin.
ChainFigure trace_figure(const TracedRuns& runs, const ChainSelection& selection);
/// One curve for each run, with the band of the run in focus.
ChainFigure autocorrelation_figure(const TracedRuns& runs, const ChainSelection& selection);
/// Shares of draws in bins of their ranks among all chains of their run, in units of the uniform share. The horizontal
/// axis is the rank in per cent of all ranks; the band is that of the run in focus.
ChainFigure rank_figure(const TracedRuns& runs, const ChainSelection& selection);

/// The moment at which the traces come to this value of the abscissa, interpolated linearly; before the first state in
/// proportion, after the last one the last.
Moment moment_at(const ChainTraces& traces, Abscissa abscissa, double value);

}  // namespace ergo
