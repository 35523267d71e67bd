#include "core/site_samplers/any_scale_adaptation.h"

#include <algorithm>

#include "core/site_samplers/any_scale_sites.h"
#include "core/site_samplers/site_curvature.h"
#include "core/sites/site_jumps.h"
#include "core/sites/site_units.h"
#include "core/unit/jump_distance_search.h"

namespace ergo {
namespace {

constexpr JumpDistanceSearch::Ranges legal_scale_and_exponent = {{{1e-3, 1e6}, {0, 1}}};
constexpr int blocks_of_round = 6;

}  // namespace

AnyScaleFamily::AnyScaleFamily(std::shared_ptr<const SiteTarget> target) : target_(std::move(target)) {}

AnyScaleFamily::AnyScaleFamily(std::shared_ptr<const SiteTarget> target, DiagonalRule rule)
    : target_(std::move(target)), trick_(gaussian_integral(quadratic_form(target_), rule)) {}

std::unique_ptr<SiteSampler> AnyScaleFamily::at(double sigma, double alpha) const {
  if (trick_) return std::make_unique<AnyScaleSites>(target_, sigma, alpha, *trick_);
  return make_site_sampler("ab_sites", target_, {{"sigma", sigma}, {"alpha", alpha}});
}

AdaptedAnyScale adapt_any_scale(const AnyScaleFamily& family, const SiteChains& from,
                                const AnyScaleSearch& search, std::uint64_t seed, ThreadPool& pool,
                                const SitePause& pause) {
  const auto& ranges = legal_scale_and_exponent;
  JumpDistanceSearch at{.values = {search.sigma, search.alpha}};
  std::vector<AdaptedAnyScale::Round> trace;
  std::unique_ptr<const SiteSampler> sampler = family.at(search.sigma, search.alpha);
  SiteChains swarm(*sampler, from, seed);
  for (int round = 0; round < search.rounds; ++round) {
    std::array<double, 3> jumps{};  // of the last three blocks, which try an exponent
    for (int block = 0; block < blocks_of_round; ++block) {
      const auto [sigma, alpha] = at.tried(ranges);
      auto next = family.at(sigma, alpha);
      swarm.use(*next);
      sampler = std::move(next);
      jumps[static_cast<std::size_t>(block % 3)] = mean_jump(swarm, search.block, pool, pause).value;
      at = at.after(jumps[static_cast<std::size_t>(block % 3)], ranges);
    }
    trace.push_back({at.values[0], at.values[1], std::ranges::max(jumps), at.gamma});
  }
  return {at.values[0], at.values[1], std::move(trace)};
}

}  // namespace ergo
