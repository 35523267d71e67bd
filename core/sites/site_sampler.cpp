#include "core/sites/site_sampler.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"

namespace ergo {

namespace {

const Configuration& checked(const SiteTarget& target, const Configuration& x) {
  if (std::ssize(x) != target.sites())
    throw illegal_value("number of sites", std::to_string(x.size()), std::to_string(target.sites()), "");
  for (const std::uint8_t value : x)
    if (value >= target.values())
      throw illegal_value("value of a site", std::to_string(value), range_words(0, target.values() - 1), "");
  return x;
}

}  // namespace

SiteChain::SiteChain(const SiteTarget& target, Configuration start)
    : SiteChain(target, start, target.energy(checked(target, start))) {}

SiteChain::SiteChain(const SiteTarget& target, Configuration start, double energy_there)
    : x(std::move(start)), energy(energy_there) {
  fit(target);
}

void SiteChain::fit(const SiteTarget& target) {
  const auto n = static_cast<std::size_t>(target.sites()),
             width = n * static_cast<std::size_t>(target.values());
  x.resize(n);
  room.proposal.resize(n);
  for (auto* numbers : {&room.gradient, &room.forward, &room.backward, &room.uniforms})
    numbers->resize(width);
  room.labels.resize(n);
}

void require_few_outcomes(double choices, double times) {
  if (std::pow(choices, times) > most_outcomes)
    throw illegal_value("number of outcomes of a step", number_text(choices) + "^" + number_text(times),
                        "at most " + number_text(most_outcomes), "");
}

ExpectedReport expected_report(const SiteSampler& sampler, ConfigurationView x, std::uint64_t step) {
  ExpectedReport mean;
  sampler.outcomes(x, step, [&](const SiteOutcome& outcome) {
    int differs = 0;
    for (std::size_t site = 0; site < x.size(); ++site) differs += outcome.y[site] != x[site];
    mean.acceptance += outcome.probability * outcome.acceptance;
    mean.proposed += outcome.probability * differs;
    mean.changed += outcome.probability * outcome.acceptance * differs;
  });
  return mean;
}

}  // namespace ergo
