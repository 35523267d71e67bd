#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/maths/estimate.h"

namespace ergo {

/// Values of one quantity of some chains at the same steps, in the order of steps.
struct ChainValues {
  std::size_t chains = 0;
  std::vector<double> steps;   ///< [state]
  std::vector<double> values;  ///< [state, chain]
  std::size_t states() const { return steps.size(); }
  std::span<const double> at(std::size_t state) const { return {&values[state * chains], chains}; }
  double spacing() const;  ///< mean number of steps between two states; 0 for fewer than two
};

/// Where a quantity's values are centred, and the unit in which they are measured.
struct ChainScale {
  double mean = 0, sd = 1;
};

/// Of all values together. Its sd is 0 where they are all the same.
ChainScale scale_of(const ChainValues& values);

/// Autocorrelation A of f = (value - mean)/sd at the steps' differences, averaged over all chains and pairs of states:
/// A(0) is 1 where the chains have the scale's moments. Each lag is a bin of the width of the states' spacing, and
/// stands at the mean difference of its pairs.
struct Autocorrelation {
  struct Lag {
    double steps, value, pairs;  ///< pairs: of states of one chain
  };
  std::vector<Lag> lags;  ///< lags[0] is lag 0
  /// T^2/sum of A over all T^2 ordered pairs of states, which is T/(A_0 + 2 sum_s (1 - s/T) A_s) for equal spacings: with
  /// the target's moments the same as sd^2/E(average)^2, the estimate of ChainAverages. Its error is over the chains.
  Estimate ess;
  double time = 0;  ///< steps per effective draw, (T spacing)/ess
  /// The states are so far apart that neighbours hardly correlate: then a chain has at least `ess` effective draws.
  bool at_least = false;
};
/// No lags for fewer than two states or no chain.
Autocorrelation autocorrelation(const ChainValues& values, const ChainScale& scale);

/// 95 % quantile of A at a lag of so many pairs in each of so many chains of independent draws, whose A is nearly
/// normal; the 5 % quantile is its negative.
double independent_autocorrelation(double pairs, std::size_t chains);

/// Split R-hat as in SplitRhat, of all these states in two halves. NaN for fewer than two chains or states in each half,
/// and where no half chain varies.
double split_rhat(const ChainValues& values);

/// Ranks of each of the first chains' draws among those of all chains (Vehtari et al. 2021), in bins of equal width. Draws
/// of equal value share their ranks evenly.
struct RankHistogram {
  std::vector<std::vector<double>> draws;  ///< [chain, bin]
  double expected = 0;                     ///< draws of a chain in a bin if its ranks are uniform
  /// 5 % and 95 % quantiles of that for independent draws of one distribution: the count is hypergeometric, here normal
  /// with its moments.
  Interval band;
};
RankHistogram rank_histogram(const ChainValues& values, std::size_t first_chains);

}  // namespace ergo
