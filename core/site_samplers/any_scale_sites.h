#pragma once

#include "core/maths/quadratic_model.h"
#include "core/site_samplers/metropolis_sites.h"
#include "core/site_samplers/product_proposal.h"

namespace ergo {

/// AB sampler of second order (Sun et al. 2023, Eq. 14 with the x/sigma that its print lacks, and Eq. 15):
/// u ~ N(M x, I), then with u = M x + z, for numbers
///   q_i(v | x, u) ∝ exp(alpha (M z - grad E(x))_i (v - x_i) - (v - x_i)^2 (alpha D_i + 1/sigma)/2),
/// for classes the same in the components of e, D the sum of those of the two classes. From y, z' = z - M (y
/// - x). Acceptance min(1, e^(E(x) - E(y) - (|z'|^2 - |z|^2)/2) q(x | y, u)/q(y | x, u)) is in detailed
/// balance for every u by itself.
class AnyScaleSites : public MetropolisSites {
 public:
  AnyScaleSites(std::shared_ptr<const SiteTarget> target, double sigma, double alpha, GaussianIntegral trick);

  /// The probabilities are integrals over u: throws Error.
  void outcomes(ConfigurationView x, std::uint64_t step, const SiteOutcomes& tell) const override;
  bool has_outcomes() const override { return false; }
  /// As shaders/common/quadratic_sites.glsl reads it.
  SamplerKernelData kernel_data() const override;

  /// Tells all outcomes of a step from x whose u is M x + z.
  void outcomes_given(ConfigurationView x, std::span<const double> z, const SiteOutcomes& tell) const;
  /// z of a step with these draws.
  void noise(const SiteDraws& draws, std::span<double> z) const;
  /// u -> u - M x: z of this u at x.
  void subtract_centre(ConfigurationView x, std::span<double> u) const;
  std::size_t coordinates() const { return static_cast<std::size_t>(trick_.d.size()); }

 private:
  /// Room for vectors of coordinates.
  struct Vectors {
    Vectors(std::vector<double>& numbers, std::size_t size);
    std::span<double> z, m_z, step, m_step;
  };

  void times_m(std::span<const double> vector, std::span<double> product) const;
  void logits(ConfigurationView x, std::span<const double> m_z, std::span<double> gradient,
              std::span<double> logits) const;
  /// log of u's density at y less that at x, plus log q(x | y, u)/q(y | x, u); `gradient`, `logits`: room.
  double log_ratio(ConfigurationView x, const ProductProposal& forward, double forward_normaliser,
                   ConfigurationView y, const Vectors& vectors, std::span<double> gradient,
                   std::span<double> logits) const;
  double propose(SiteChain& chain, const SiteDraws& draws) const override;
  std::size_t logit_count() const {
    return static_cast<std::size_t>(target().sites()) * static_cast<std::size_t>(target().values() - 1);
  }

  double sigma_, alpha_;
  GaussianIntegral trick_;
};

}  // namespace ergo
