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

/// The distribution of one number as masses of bins. What they lack to 1 lies outside the bins.
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

/// Histogram of one number of the chains' states, and the distribution that it should have.
struct Marginal {
  int offset = 0;                   ///< offset of the number in a state row
  BinnedDistribution distribution;  ///< without masses if it is not known
  std::vector<double> shares;       ///< share of the draws' weight in each bin
  double draws = 0;                 ///< effective number of draws
};

/// Fills the bins of `distribution` with values and their weights (none: equal ones).
Marginal marginal(int offset, BinnedDistribution distribution, std::span<const double> values,
                  std::span<const double> weights, double effective_draws);

/// Merges this many neighbouring bins into one, from the lowest on. The last one may reach beyond the old bins.
Marginal grouped(const Marginal& fine, int bins);

/// The least power of two for which a merged bin has on average `company` other draws, by the distribution or, if that
/// is not known, by the draws.
int group_for(const Marginal& fine, double company);

/// 5 % and 95 % quantiles of the share of exact draws in a bin of this mass: those of a binomial distribution.
Interval share_band(double mass, double draws);

/// Bands of a histogram's bins. They are computed again only if masses or the number of draws have changed.
class ShareBands {
 public:
  const std::vector<Interval>& of(const std::vector<double>& masses, double draws);

 private:
  std::vector<double> masses_;
  double draws_ = 0;
  std::vector<Interval> bands_;
};

}  // namespace ergo
