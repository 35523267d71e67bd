#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/backend/backend.h"
#include "core/maths/estimate.h"
#include "core/unit/target.h"

namespace ergo {

/// What reports remember of single chains since the run began. They see only the states at the steps
/// reported.

/// Effective sample size of one chain's average over time. For each feature f = x - mean and
/// (x - mean)^2 - variance of each coordinate, moments the target's,
///   ESS = Var_target(f)/E(average of f)^2:
/// the number of exact draws whose average has the same mean squared error, burn-in included. The expectation
/// E is estimated over the chains, so that no autocorrelation has to be truncated; the error is that of this
/// estimate. For a stationary chain ESS is the classical T/(1 + 2 sum_s (1 - s/T) rho_s). The result is the
/// least over the features. It is a lower bound, as averages over the states reported know less than averages
/// over all states.
class ChainAverages {
 public:
  void begin(std::size_t chains, const TargetMoments& truth, int dim);
  /// Adds chain i's state x with a weight that is `share` of the chain's total so far, this one included.
  void add(std::size_t chain, Position x, double share);
  Estimate effective_sample_size(std::span<const std::size_t> chains) const;

  /// How far the chains' averages are apart.
  struct Spread {
    Estimate mean;    ///< standard deviation over the chains of the average of x, in the target's
    Estimate square;  ///< the same of (x - mean)^2; each the greater one of the coordinates
    /// So many states of equal weight would have the same variance, on average over the chains.
    double states = 0;
  };
  Spread spread(std::span<const std::size_t> chains) const;

 private:
  struct Average {
    Position deviation, square;
    double square_share = 0;  ///< sum of the squared shares of the chain's states
  };
  TargetMoments truth_;
  int dim_ = 2;
  std::vector<Average> averages_;
};

/// Split R-hat (Gelman et al., Bayesian Data Analysis, 3rd ed., 11.4) of the last part of the run so far, a
/// third to a half of it and nothing of its first four ninths, cut in two: of 2m half chains of n states with
/// means m_h and variances w_h,
///   Rhat^2 = (n-1)/n + V/W,  V = variance of the m_h,  W = mean of the w_h;
/// the greater one of the coordinates. 1 where every half chain has seen the whole distribution.
class SplitRhat {
 public:
  static constexpr std::size_t most_chains = 20'000;  ///< the first ones are followed
  void begin(std::size_t chains, Position origin);
  void add(const ChainData& data);  ///< call it once for every report of the run
  Estimate estimate(std::span<const std::size_t> chains, int dim) const;

 private:
  /// Sums over the states reported in blocks of `length_` steps each. If there are too many blocks, neighbours are
  /// merged.
  static constexpr int most_blocks = 16;
  struct Sums {
    Position sum, square;
    Sums operator+(const Sums& other) const { return {sum + other.sum, square + other.square}; }
  };
  struct Block {
    std::vector<Sums> sums;  ///< [chain]
    std::size_t states = 0;
  };
  void merge();

  Position origin_;
  std::size_t followed_ = 0;
  std::vector<Block> blocks_;             ///< the last one unfinished
  std::uint64_t length_ = 0;              ///< steps of a block; 0 before they are known
  std::uint64_t ended_ = 0;               ///< the last step of the last complete block
};

/// Nested R-hat (Margossian et al. 2024, Bayesian Analysis) of one state per chain. Their superchains are M
/// chains from one starting point; here starts differ, so the chains are cut into K groups of neighbouring
/// starts (at medians, coordinate by coordinate). With one state per chain there is no variance within chains
/// and
///   nRhat^2 = 1 + B/W,  B = variance of the group means,  W = mean of the variances within groups.
/// Chains that have forgotten their start have B = W/M, so nRhat^2 - 1 is F(K-1, K(M-1))/M. The greater one
/// of the coordinates.
class NestedRhat {
 public:
  static constexpr int most_groups = 64, least_members = 16;
  /// Makes the groups from the states at the run's first report. There are none if all chains start at one
  /// point.
  void begin(const ChainData& data, std::span<const std::size_t> chains, int dim);
  int groups() const { return groups_; }
  Estimate estimate(const ChainData& data, std::span<const std::size_t> chains) const;
  /// Its 5 % and 95 % quantiles for chains that have forgotten their start. The chi-squared distribution is
  /// approximated by the cube of a normal variable (Wilson & Hilferty).
  Interval band(std::size_t chains) const;

 private:
  int dim_ = 2, groups_ = 0;
  std::vector<int> group_;  ///< group of each chain; -1 for none
};

/// Where each chain spends its time among the target's modes: of an ergodic sampler all chains come to spend
/// it alike. The states seen are those reported.
class ChainModes {
 public:
  static constexpr std::size_t most_chains = 20'000;  ///< the first ones are followed
  void begin(std::size_t chains, std::vector<double> masses);
  /// The mode nearest to chain i's state; `share` is the state's weight of the chain's total so far, this one
  /// included, and 0 for the state in which it began.
  void add(std::size_t chain, std::size_t mode, double share);
  bool follows(std::size_t chain) const { return chain < first_.size(); }
  /// The share of the chains that were nearest to one mode in all states seen.
  Estimate kept(std::span<const std::size_t> chains) const;
  /// sqrt(sum_k Var(s_k)/sum_k p_k (1 - p_k)) of the chains' shares of time s_k at the modes, p_k the
  /// target's masses there: 1 of single draws, 1/sqrt(n) of n independent ones.
  Estimate spread(std::span<const std::size_t> chains) const;
  /// 5 % and 95 % of it for chains that average over so many independent draws.
  std::optional<Interval> band(std::span<const std::size_t> chains, double states) const;

 private:
  std::span<const std::size_t> followed(std::span<const std::size_t> chains) const;

  std::vector<double> masses_;
  std::vector<int> first_;     ///< [chain], -1 before the first state
  std::vector<bool> left_;     ///< [chain]
  std::vector<float> shares_;  ///< [chain, mode]
};

/// 5 % and 95 % quantiles of the greater of `features` standard deviations, 1 or 2, in units of that of a
/// single draw, of averages over `states` independent draws each. Their squares are chi-squared with
/// `degrees` of freedom, here by the cube of a normal variable (Wilson & Hilferty). Nothing for fewer than 16
/// states, whose averages are not normal yet.
std::optional<Interval> spread_band(double degrees, double states, int features);

/// Mean squared distance between the states of two reports, divided by the number of steps between them. For
/// one step this is the expected squared jump distance; for more steps it is a lower bound, since the
/// distance does not grow beyond twice the target's variance.
class Displacement {
 public:
  void begin();
  void add(const ChainData& data, std::span<const std::size_t> chains);
  Estimate per_step() const { return per_step_; }
  std::uint64_t steps() const { return steps_; }  ///< between the last two reports; 0 after the first

 private:
  std::uint64_t last_step_ = 0, steps_ = 0;
  std::vector<Position> last_;  ///< [chain]
  Estimate per_step_;
};

}  // namespace ergo
