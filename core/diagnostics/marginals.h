#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/maths/estimate.h"
#include "core/unit/target.h"

namespace ergo {

/// Equal intervals along one axis.
struct Bins {
  double low = 0, width = 1;
  int count = 0;
  double edge(int i) const { return low + i * width; }
};

/// The distribution of one number, as the masses of bins; what is missing to 1 lies outside them.
struct BinnedDistribution {
  Bins bins;
  std::vector<double> masses;
};

/// The marginals of a target: x and, in two dimensions, y. In the plane over three windows, on bins so fine
/// that a window has 512 of them, by quadrature: each density, integrated over the other coordinate by the
/// trapezoidal rule, with nodes doubled until it is stable to 1e-6 of its peak, and over a bin by two Gauss
/// nodes. On a lattice bins are rows of sites, and masses sums over them.
std::vector<BinnedDistribution> marginal_distributions(const Target& target);

/// N(mean, sd^2) over 13 standard deviations to each side.
BinnedDistribution normal_distribution(double mean, double sd);

/// A number of the chains' states against the distribution that it should have.
struct Marginal {
  int offset = 0;                   ///< of the number in a state row
  BinnedDistribution distribution;  ///< no masses: not known
  std::vector<double> shares;       ///< of the draws' weight in each bin
  double draws = 0;                 ///< equally weighted ones that these are worth
};

/// Fills the bins of `distribution` with values and their weights (none: equal ones).
Marginal marginal(int offset, BinnedDistribution distribution, std::span<const double> values,
                  std::span<const double> weights, double effective_draws);

/// On bins so many times as wide, from the lowest one on; the last may be partly beyond the old ones.
Marginal grouped(const Marginal& fine, int bins);

/// The least power of two for which a draw finds `company` others in its own group of bins on average, in the
/// distribution or, where that is not known, among the draws.
int group_for(const Marginal& fine, double company);

/// 5-95 % of the share of a bin of this mass among so many exact draws: the quantiles of a binomial number.
Interval share_band(double mass, double draws);

/// The bands of a histogram's bins, worked out anew only where masses or number of draws differ from the last
/// ones.
class ShareBands {
 public:
  const std::vector<Interval>& of(const std::vector<double>& masses, double draws);

 private:
  std::vector<double> masses_;
  double draws_ = 0;
  std::vector<Interval> bands_;
};

}  // namespace ergo
