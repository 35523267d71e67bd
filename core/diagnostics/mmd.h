#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/maths/estimate.h"
#include "core/truth/exact_draws.h"
#include "core/truth/kernel_mean.h"
#include "core/unit/target.h"

namespace ergo {

enum class MmdEstimator {
  closed_form,  ///< E_q by formula or quadrature; the kernel is 1 at distance 0
  paper  ///< Ver Steeg & Galstyan 2021's code: 10 000 true draws, whitened if Gaussian or a funnel, their
         ///< bandwidth, a 1-D normaliser
};

/// MMD^2 and its standard error by the jackknife. Where the swarm's distribution is the target's the
/// statistic is degenerate: on average this overstates its error by up to sqrt(2) (Efron & Stein 1981), but
/// from one swarm alone it scatters severalfold, and is small where the value is. See MmdBand::sd().
struct MmdEstimate {
  double mmd2 = 0, error = 0;
  std::size_t points = 0;  ///< finite ones with positive weight, which are all that enter
};

/// Squared maximum mean discrepancy of a weighted swarm p against a target q (Gretton et al. 2012),
///   MMD^2 = sum_{i!=j} w_i w_j k(x_i, x_j) / sum_{i!=j} w_i w_j - 2 sum_i w_i m(x_i) / sum_i w_i + E_q m,
/// with m(x) = E_q k(x, .): unbiased for equal weights, so it may be negative. The bandwidth h belongs to the
/// target alone: the median distance of 1000 true draws.
class MmdReference {
 public:
  explicit MmdReference(std::shared_ptr<const Target> target,
                        MmdEstimator estimator = MmdEstimator::closed_form);

  double bandwidth() const { return bandwidth_; }
  const ExactDraws& draws() const { return draws_; }
  MmdEstimator estimator() const { return estimator_; }
  /// One over the number of draws that stand for the target; 0 where it is the distribution itself.
  double noise() const { return noise_; }

  /// m(x) for every x, in the coordinates of the target.
  std::vector<double> kernel_mean(std::span<const Position> x) const;
  double expectation() const { return scale_ * mean_->expectation(); }

  /// Nothing with fewer than two usable points. Empty weights mean equal ones.
  std::optional<MmdEstimate> estimate(std::span<const Position> x,
                                      std::span<const double> weights = {}) const;

 private:
  void closed_form(const Target& target);
  void paper(std::shared_ptr<const Target> target);
  std::vector<Position> whitened(std::span<const Position> x) const;

  ExactDraws draws_;
  MmdEstimator estimator_;
  double bandwidth_ = 1, scale_ = 1, noise_ = 0;
  std::shared_ptr<const Target> standardising_;  ///< null: coordinates as they are
  double whiten_xx_ = 1, whiten_yx_ = 0, whiten_yy_ = 1;
  std::unique_ptr<KernelMean> mean_;
};

/// The distribution of MMD^2 for N exact draws, by simulation in slices of any size.
class MmdBand {
 public:
  /// Enough to know the 95 % quantile to 3 %, to 6 % where each replication meets 10 000 draws: after 400 its
  /// standard error is 10 to 12 % of it, by target.
  static constexpr std::size_t replications(MmdEstimator estimator) {
    return estimator == MmdEstimator::paper ? 1600 : 6400;
  }
  /// Larger swarms are not simulated: for exact draws MMD^2 is a degenerate U-statistic, whose distribution
  /// times N tends to the fixed distribution of sum_k lambda_k (z_k^2 - 1) (Serfling 1980, 5.5.2), so theirs
  /// is this one's shrunk by 1/N. Against a reference sample of n draws it is 1/N + 1/n, of swarms and
  /// samples drawn anew; what the one sample in use is off by counts for more as N nears n. Times N, the
  /// quantiles of 100 draws are those of 400 to 1.3 % (5 %) and to within an error of 2.5 % (95 %), by
  /// target.
  static constexpr std::size_t most_points = 100;

  explicit MmdBand(std::size_t points,  ///< at most most_points
                   MmdEstimator estimator = MmdEstimator::closed_form);
  bool ready() const { return simulated_.size() == replications_; }
  /// Adds up to `count` replications.
  void simulate(const MmdReference& reference, int count);
  /// The 5 % and 95 % quantiles for `points` draws, those simulated or more; nothing until ready.
  std::optional<Interval> interval(std::size_t points) const;
  /// The standard deviation, below which no swarm of so many draws knows its MMD^2.
  std::optional<double> sd(std::size_t points) const;

 private:
  double shrink(std::size_t points) const;

  std::size_t points_, replications_;
  double noise_ = 0;
  std::vector<double> simulated_;
};

/// The element of index (n^2 - 1) / 2 among all n^2 sorted squared distances of n points, the n zeros
/// included.
double lower_median_squared_distance(std::span<const Position> x);

}  // namespace ergo
