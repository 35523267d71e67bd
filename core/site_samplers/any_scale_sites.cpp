#include "core/site_samplers/any_scale_sites.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/site_samplers/site_curvature.h"

namespace ergo {

AnyScaleSites::AnyScaleSites(std::shared_ptr<const SiteTarget> target, double sigma, double alpha,
                             GaussianIntegral trick)
    : MetropolisSites(std::move(target), true), sigma_(sigma), alpha_(alpha), trick_(std::move(trick)) {}

AnyScaleSites::Vectors::Vectors(std::vector<double>& numbers, std::size_t size) {
  const std::span<double> all = SiteChain::Room::first(numbers, 4 * size);
  z = all.first(size);
  m_z = all.subspan(size, size);
  step = all.subspan(2 * size, size);
  m_step = all.subspan(3 * size, size);
}

void AnyScaleSites::times_m(std::span<const double> vector, std::span<double> product) const {
  std::ranges::fill(product, 0);
  for (std::size_t k = 0; k < vector.size(); ++k) {
    if (vector[k] == 0) continue;
    const double* column = trick_.m.data() + k * vector.size();
    for (std::size_t i = 0; i < product.size(); ++i) product[i] += column[i] * vector[k];
  }
}

void AnyScaleSites::noise(const SiteDraws& draws, std::span<double> z) const {
  draws.fill_normal(static_cast<std::uint32_t>(target().sites()), z);
}

void AnyScaleSites::subtract_centre(ConfigurationView x, std::span<double> u) const {
  const Configuration zeros(x.size());
  std::vector<double> place(coordinates()), centre(coordinates());
  coordinate_step(target(), zeros, x, place);
  times_m(place, centre);
  for (std::size_t k = 0; k < u.size(); ++k) u[k] -= centre[k];
}

void AnyScaleSites::logits(ConfigurationView x, std::span<const double> m_z, std::span<double> gradient,
                           std::span<double> logits) const {
  target().gradient(x, gradient);
  for (std::size_t k = 0; k < m_z.size(); ++k) gradient[k] -= m_z[k];
  first_order_logits(target(), x, gradient, sigma_, alpha_, logits);
  const auto q = static_cast<std::size_t>(target().values());
  const double* d = trick_.d.data();
  std::size_t next = 0;
  for (std::size_t site = 0; site < x.size(); ++site)
    for (std::size_t v = 0; v < q; ++v) {
      if (v == x[site]) continue;
      const double step = static_cast<double>(v) - x[site];
      const double squares = target().coding() == SiteCoding::numbers
                                 ? d[site] * step * step
                                 : d[q * site + v] + d[q * site + x[site]];
      logits[next++] -= alpha_ * squares / 2;
    }
}

double AnyScaleSites::log_ratio(ConfigurationView x, const ProductProposal& forward,
                                double forward_normaliser, ConfigurationView y, const Vectors& vectors,
                                std::span<double> gradient, std::span<double> logits) const {
  const auto& [z, m_z, step, m_step] = vectors;
  coordinate_step(target(), x, y, step);
  times_m(step, m_step);
  double squares = 0;  // |z'|^2 - |z|^2
  for (std::size_t k = 0; k < z.size(); ++k) squares += m_step[k] * (m_step[k] - 2 * z[k]);
  times_m(m_step, step);
  for (std::size_t k = 0; k < z.size(); ++k) step[k] = m_z[k] - step[k];  // M z'
  this->logits(y, step, gradient, logits);
  const ProductProposal backward{target().values(), logits};
  return backward.logit(y, x) - backward.log_normaliser() - forward.logit(x, y) + forward_normaliser -
         squares / 2;
}

double AnyScaleSites::propose(SiteChain& chain, const SiteDraws& draws) const {
  auto& room = chain.room;
  const Vectors vectors(room.auxiliary, coordinates());
  const auto uniforms = room.first(room.uniforms, chain.x.size());
  const auto there = room.first(room.forward, logit_count()), back = room.first(room.backward, logit_count()),
             gradient = room.first(room.gradient, coordinates());
  draws.fill(uniforms);
  noise(draws, vectors.z);
  times_m(vectors.z, vectors.m_z);
  logits(chain.x, vectors.m_z, gradient, there);
  const ProductProposal forward{target().values(), there};
  const double normaliser = forward.draw(chain.x, uniforms, room.proposal);
  return log_ratio(chain.x, forward, normaliser, room.proposal, vectors, gradient, back);
}

SamplerKernelData AnyScaleSites::kernel_data() const {
  const std::size_t n = coordinates(), fours = (n + 3) / 4, size = 4 * fours;
  SamplerKernelData data{std::vector<double>(size * (1 + size)), static_cast<int>(3 * size)};
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    data.numbers[k] = trick_.d(column);
    const auto row = data.numbers.begin() + static_cast<std::ptrdiff_t>(size * (1 + k));
    std::ranges::copy(trick_.m.col(column), row);
  }
  constexpr std::size_t of_four_draws = 1 + 11 + 5;
  const auto sites = static_cast<std::size_t>(target().sites());
  const std::size_t products = 3 * (fours + 1) * (fours + 1);
  data.loops = static_cast<int>(of_four_draws * (fours + 2) + products + 2 * (sites + n) + 8);
  return data;
}

void AnyScaleSites::outcomes(ConfigurationView, std::uint64_t, const SiteOutcomes&) const {
  throw Error("the outcomes of a step cannot be told", "ab_sites of order 2",
              "a sampler that draws nothing from a continuum", "");
}

void AnyScaleSites::outcomes_given(ConfigurationView x, std::span<const double> z,
                                   const SiteOutcomes& tell) const {
  require_few_outcomes(target().values(), target().sites());
  std::vector<double> numbers, gradient(coordinates()), there(logit_count()), back(logit_count());
  const Vectors vectors(numbers, coordinates());
  std::ranges::copy(z, vectors.z.begin());
  times_m(vectors.z, vectors.m_z);
  logits(x, vectors.m_z, gradient, there);
  const ProductProposal forward{target().values(), there};
  const double energy = target().energy(x), normaliser = forward.log_normaliser();
  forward.each(x, [&](ConfigurationView y, double probability) {
    const double ratio = log_ratio(x, forward, normaliser, y, vectors, gradient, back);
    tell({y, probability, acceptance(energy, target().energy(y), ratio)});
  });
}

}  // namespace ergo
