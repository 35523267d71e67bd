#pragma once

#include <optional>

#include "core/maths/quadratic_model.h"
#include "core/sites/site_chains.h"

namespace ergo {

/// The AB samplers of one target that differ in scale and exponent: its curvature is found once for all.
class AnyScaleFamily {
 public:
  /// Of first order.
  explicit AnyScaleFamily(std::shared_ptr<const SiteTarget> target);
  /// Of second order. Throws Error for a target of too many coordinates.
  AnyScaleFamily(std::shared_ptr<const SiteTarget> target, DiagonalRule rule);

  std::unique_ptr<SiteSampler> at(double sigma, double alpha) const;

 private:
  std::shared_ptr<const SiteTarget> target_;
  std::optional<GaussianIntegral> trick_;  ///< of second order
};

/// How sigma and alpha are searched, by default as in the paper.
struct AnyScaleSearch {
  double sigma = 0.1, alpha = 0.5;  ///< where the search begins
  std::uint64_t block = 100;        ///< steps for each value that is tried
  int rounds = 30;                  ///< turns of both, of six blocks
};

struct AdaptedAnyScale {
  double sigma, alpha;
  /// After a round: the values, and the longest mean jump of its last three blocks, which try exponents.
  struct Round {
    double sigma, alpha, jump, gamma;
    bool operator==(const Round&) const = default;
  };
  std::vector<Round> trace;
};

/// sigma and alpha with which chains jump farthest (Sun et al. 2023, Algorithms 3 and 4; see
/// JumpDistanceSearch), by the mean jump of all chains, which start where those of `from` are.
AdaptedAnyScale adapt_any_scale(const AnyScaleFamily& family, const SiteChains& from,
                                const AnyScaleSearch& search, std::uint64_t seed, ThreadPool& pool,
                                const SitePause& pause = {});

}  // namespace ergo
