#pragma once

#include "core/site_targets/rbm.h"
#include "core/sites/site_draws.h"

namespace ergo {

std::size_t differing_sites(ConfigurationView x, ConfigurationView y);
/// The kernel of Zhang, Liu & Liu 2022's code, exp(-share of the sites that differ).
double hamming_kernel(std::size_t differing, std::size_t sites);

/// A Boltzmann machine of independent copies of one with few hidden units. Each is a mixture of independent
/// sites, one term for each configuration h of its hidden units:
///   p(h) ∝ e^(c.h) prod_i (1 + e^(b_i + (h'W)_i)),  P(v_i = 1 | h) = 1/(1 + e^(-b_i - (h'W)_i)),
/// so that means, draws and expectations of the kernel, a product over copies, are sums over h.
class CountedMachine {
 public:
  static constexpr std::size_t most_hidden = 12;

  /// Throws Error for more than most_hidden hidden units of a copy.
  CountedMachine(RbmWeights copy, std::size_t copies);

  std::size_t sites() const { return copies_ * copy_.b.size(); }
  RbmWeights weights() const;         ///< of the whole machine, copy after copy
  std::vector<double> means() const;  ///< P(v_i = 1) of each visible unit
  Configuration draw(std::uint64_t seed, std::uint32_t index) const;
  double kernel_mean(ConfigurationView x) const;  ///< E k(x, v)
  double kernel_expectation() const;              ///< E k(v, w) of two draws

 private:
  std::span<const double> on(std::size_t h) const {
    return std::span(on_).subspan(h * copy_.b.size(), copy_.b.size());
  }
  void tabulate_kernel();

  RbmWeights copy_;
  std::size_t copies_;
  std::vector<double> p_, cumulative_;  ///< of each h, and sums of p up to it
  std::vector<double> on_;              ///< P(v_i = 1 | h) [h, site of a copy]
  double loss_;                         ///< 1 - k of two configurations that differ in one site
  std::vector<double> of_zeros_;        ///< p(h) E[k(0, v) | h] of a copy
  std::vector<double> factors_;         ///< of E[k(x, v) | h] where x_i turns 1 [site of a copy, h]
};

}  // namespace ergo
