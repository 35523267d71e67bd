#pragma once

#include <mutex>

#include "core/site_samplers/metropolis_sites.h"
#include "core/site_samplers/product_proposal.h"
#include "core/sites/site_states.h"
#include "core/sites/site_units.h"

namespace ergo {

/// Samplers whose proposal changes all sites independently.
class ProductSites : public MetropolisSites {
 public:
  using MetropolisSites::MetropolisSites;
  void outcomes(ConfigurationView x, std::uint64_t step, const SiteOutcomes& tell) const final;

  bool change_probabilities(ConfigurationView x, std::uint64_t step,
                            std::span<double> probabilities) const final;

  /// -log q(x | x) of step number `step`.
  double log_normaliser(ConfigurationView x, std::uint64_t step = 0) const;

 protected:
  /// What a site's logits depend on besides its value.
  enum class Slopes { none, gradient, changes };
  virtual Slopes slopes() const { return Slopes::gradient; }
  /// Logits of sites with the values x in step number `step`, [n, q - 1], site by site. `slopes`: of each the
  /// gradient or SiteTarget::all_changes(), as slopes() says.
  virtual void site_logits(ConfigurationView x, std::uint64_t step, std::span<const double> slopes,
                           std::span<double> logits) const = 0;
  double propose(SiteChain& chain, const SiteDraws& draws) const final;

 private:
  /// The proposal's logits at x in step number `step`, [n, q - 1]; `slopes` is room for them.
  void logits(ConfigurationView x, std::uint64_t step, std::span<double> slopes,
              std::span<double> logits) const;
  double propose_by_kinds(SiteChain& chain, const SiteDraws& draws) const;
  /// Whether the target knows the kinds of its sites, the proposal is the same for sites of one kind, and its
  /// tables are not too large.
  bool goes_by_kinds() const;
  /// The proposal of step number `step`, made once for each step of a period.
  const KindProposal& by_kinds(std::uint64_t step) const;

  /// log q(x | y) - log q(y | x), 0 if not adjusted; `gradient` and `logits` are room for those at y.
  double log_ratio(ConfigurationView x, const ProductProposal& forward, double forward_normaliser,
                   ConfigurationView y, std::uint64_t step, std::span<double> gradient,
                   std::span<double> logits) const;
  std::size_t logit_count() const {
    return static_cast<std::size_t>(target().sites()) * static_cast<std::size_t>(target().values() - 1);
  }

  struct Prepared {
    std::once_flag once;
    KindProposal proposal;
  };
  mutable std::once_flag once_;
  mutable std::unique_ptr<Prepared[]> prepared_;  ///< for each step of a period
};

/// Of the kernels' text: slopes of all sites are taken at x and at y.
inline SitePasses product_passes(const Parameters&) { return {2, 0}; }

/// The distribution that DULA with beta = 1/2 keeps where E is quadratic, as it is for pairs: p(x)/q(x | x)
/// up to a factor. p(x) q(y | x)/q(x | x) = exp(-(E(x) + E(y))/2 + (y - x)'H(y - x)/4 - |y - x|^2/(2 alpha))
/// with the Hessian H is symmetric in x and y. Throws std::logic_error for a sampler that is no dula_sites.
std::vector<double> dula_distribution(const SiteSampler& sampler, const SiteStates& states);

}  // namespace ergo
