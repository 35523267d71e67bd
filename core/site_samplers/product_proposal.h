#pragma once

#include <functional>
#include <span>

#include "core/sites/site_target.h"

namespace ergo {

/// Distributions q(y | x) = prod_i q_i(y_i | x), by the logits of each site's other values: log
/// q_i(v)/q_i(x_i), v from 0 to q - 1 without x_i, [n, q - 1].
struct ProductProposal {
  int values;  ///< q
  std::span<const double> logits;

  /// sum_i log(1 + sum_v e^logit): -log q(x | x).
  double log_normaliser() const;
  /// Draws y by one uniform a site and returns log_normaliser().
  double draw(ConfigurationView x, std::span<const double> uniforms, std::span<std::uint8_t> y) const;
  /// sum of the logits of y's values: log q(y | x)/q(x | x).
  double logit(ConfigurationView x, ConfigurationView y) const;
  /// Tells all y with q(y | x) > 0.
  void each(ConfigurationView x,
            const std::function<void(ConfigurationView y, double probability)>& tell) const;
};

/// A proposal for sites with two values of which there are few kinds, by tables of what sites of each kind
/// do. It draws what ProductProposal draws.
class KindProposal {
 public:
  /// The logits of each kind's other value.
  explicit KindProposal(std::span<const double> logits);
  KindProposal() = default;

  /// Draws y by one number of SiteDraws::fill_numbers() a site; `kinds`: of x's sites.
  void draw(ConfigurationView x, std::span<const std::uint16_t> kinds, std::span<const std::uint32_t> numbers,
            std::span<std::uint8_t> y) const;
  /// log q(y | x); `kinds`: of x's sites.
  double log_probability(ConfigurationView x, std::span<const std::uint16_t> kinds,
                         ConfigurationView y) const;

 private:
  std::vector<std::uint32_t> least_;     ///< the least number with which a site of each kind changes
  std::vector<double> log_probability_;  ///< [kinds, 2]: of no change and of a change
};

/// The logits of q_i(v) ∝ exp(-beta (first-order change of E to v) - distance^2/(2 alpha)) (Zhang, Liu & Liu
/// 2022, Eq. 4, beta = 1/2): for numbers -beta dE/dx_i (v - x_i) - (v - x_i)^2/(2 alpha), for classes -beta
/// (dE/de_iv - dE/de_ix)
/// - 1/alpha. For q = 2 x is in {0, 1}; in spins alpha is 4 times as much.
void first_order_logits(const SiteTarget& target, ConfigurationView x, std::span<const double> gradient,
                        double alpha, double beta, std::span<double> logits);

}  // namespace ergo
