#include "core/config/acceptance_guide.h"

#include "core/config/last_target.h"
#include "core/config/learning_settings.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

bool isotropic_gaussian(const Target& target) {
  const std::vector<GaussianTerm> terms = target.mixture();
  if (terms.size() != 1) return false;
  return target.dim == 1 || (terms.front().xx == terms.front().yy && terms.front().xy == 0);
}

}  // namespace

std::optional<Interval> acceptance_guide(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const Parameters values(sampler.parameters, config.sampler.values);
  if (!sampler.claims.best_acceptance || !rejects(sampler, values) || learns(config)) return {};
  const std::shared_ptr<const Target> target = last_target(config.target);
  const bool noisy = sampler.uses_gradient(values) && gradient_noise_of(config).kind != NoiseKind::none;
  if (noisy || !isotropic_gaussian(*target)) return {};
  const auto [on_line, in_plane] = *sampler.claims.best_acceptance;
  const double best = target->dim == 1 ? on_line : in_plane;
  return Interval{best - guide_half_width, best + guide_half_width};
}

}  // namespace ergo
