#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/chains/chain_statistics.h"
#include "core/chains/first_chains.h"
#include "core/live/moment.h"
#include "core/unit/target.h"

namespace ergo {

/// States of the first chains in one report.
struct ChainsPoint {
  Moment at;
  int sampler;           ///< as in CurvePoint
  bool at_rest = false;  ///< as in CurvePoint
  ReportedStates states;
};

/// Traces of a run's first chains, in order of gradient evaluations, as many points as there are for means of channels.
struct ChainTraces {
  std::vector<ChainsPoint> points;
  TargetMoments truth;         ///< of the last report's target
  int dim = 2;                 ///< of the same
  std::uint64_t revision = 0;  ///< changes with every change of the above
};

/// Number of a chain's state that its plots show. Squares: (x - E x)^2, whose averages are variances.
enum class ChainQuantity { x, y, x_square, y_square, energy };
inline constexpr int chain_quantities = 5;
/// "x", "y", "(x − E x)²", "(y − E y)²", "E".
std::string symbol_of(ChainQuantity quantity);
/// Whether a target of this dimension has it.
bool exists(ChainQuantity quantity, int dim);

double value_of(const ReportedState& state, ChainQuantity quantity, const TargetMoments& truth);

/// Values from this number of gradient evaluations on, without those of a run at rest, of the chains that never diverged
/// there. `numbers`: gets the chains' numbers, if given.
ChainValues values_after(const ChainTraces& traces, ChainQuantity quantity, double gradients,
                         std::vector<std::size_t>* numbers = nullptr);
/// The target's mean and standard deviation of a coordinate or its square; those of the values for the energy.
ChainScale scale_of(const ChainTraces& traces, ChainQuantity quantity, const ChainValues& values);

}  // namespace ergo
