#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/maths/estimate.h"
#include "core/site_plane/reference_floor.h"
#include "core/unit/lattice.h"

namespace ergo {

/// Numbers of draws on the sites of a lattice, by state number.
using SiteCounts = std::vector<std::uint64_t>;

struct SiteDistance {
  Estimate total_variation;  ///< (1/2) sum_i |c_i/n - p_i|
  Estimate divergence;       ///< Kullback-Leibler: sum_i (c_i/n) log(c_i/(n p_i))
};

/// 5-95 % where it is normal.
Interval normal_band(Expectation e);

/// A lattice's exact distribution against histograms of draws.
class SiteDistribution {
 public:
  explicit SiteDistribution(const LatticeTarget& lattice);

  SiteCounts counts(std::span<const Position> x) const;
  /// Errors for independent draws of whatever distribution, see split_variances().
  SiteDistance distance(const SiteCounts& counts) const;
  /// distance().total_variation.value, in a fraction of its time
  double total_variation(const SiteCounts& counts) const;
  /// Means and variances of the multinomial distribution, sites of nearly the same mass taken as one class. Where the
  /// distribution is that of a reference run, ReferenceFloor's, which has the run's own error too.
  SiteFloor floor(double draws) const;
  /// Whether the distribution is that of a reference run.
  bool sampled() const { return reference_ != nullptr; }

  Sides sides() const { return sides_; }
  const std::vector<double>& masses() const { return masses_; }

 private:
  /// Sites of nearly the same mass.
  struct Class {
    double mass, sites, rest;  ///< of each, their number, 1 - mass
  };
  double deviation(const SiteCounts& counts, double n) const;

  Sides sides_;
  std::vector<double> masses_;
  std::vector<double> log_masses_;       ///< finite where a mass is too small for a double
  std::vector<double> positive_masses_;  ///< those as the smallest double, for errors
  std::vector<Class> classes_;  ///< from the lightest
  std::size_t degrees_ = 1;     ///< of polynomials in floor()
  std::shared_ptr<const ReferenceFloor> reference_;  ///< null where the distribution is exact
};

/// The distribution of infinitely many chains.
struct InfiniteDistribution {
  double total_variation = 0;                               ///< to the target's
  std::shared_ptr<const std::vector<double>> distribution;  ///< by state number
};

/// How a swarm is spread over the sites.
struct SiteReport {
  Sides sides;
  std::shared_ptr<const SiteCounts> counts;  ///< of the chains
  double draws = 0;                          ///< their sum
  SiteDistance distance;
  SiteFloor floor;          ///< of as many exact draws, or of a reference run's
  bool sampled = false;     ///< the target's distribution is that of a reference run
  double pooled_draws = 0;  ///< states of all reports of the run but the start
  double pooled_total_variation = 0;
  Expectation pooled_floor;
  std::optional<InfiniteDistribution> infinite;
};

}  // namespace ergo
