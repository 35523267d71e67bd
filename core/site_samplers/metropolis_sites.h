#pragma once

#include "core/sites/site_sampler.h"

namespace ergo {

/// Samplers that propose and accept or reject. A proposal may be reached in several ways, each of which has
/// one way back (for several flips, the sequence of sites): acceptance min(1, e^(E(x) - E(y)) q(way
/// back)/q(way)) balances each pair of ways by itself.
class MetropolisSites : public SiteSampler {
 public:
  /// Not adjusted: all proposals are accepted.
  MetropolisSites(std::shared_ptr<const SiteTarget> target, bool adjusted)
      : SiteSampler(std::move(target)), adjusted_(adjusted) {}

  SiteStepReport step(SiteChain& chain, const SiteDraws& draws) const final;
  bool exact() const override { return adjusted_; }

 protected:
  /// Whether step number `step` may reject its proposal; if adjusted and not, its acceptance is only told.
  virtual bool rejects(std::uint64_t /*step*/) const { return adjusted_; }
  bool adjusted() const { return adjusted_; }
  /// Draws room.proposal from q(. | x) and returns log q(way back) - log q(way); any number if not adjusted.
  virtual double propose(SiteChain& chain, const SiteDraws& draws) const = 0;
  /// min(1, e^(E(x) - E(y)) e^log_ratio), or 1 if not adjusted.
  double acceptance(double energy_x, double energy_y, double log_ratio) const;

 private:
  bool adjusted_;
};

}  // namespace ergo
