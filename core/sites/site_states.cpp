#include "core/sites/site_states.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"

namespace ergo {

namespace {

/// q^n, or more than `most` if that is.
std::size_t configuration_count(const SiteTarget& target, std::size_t most) {
  std::size_t count = 1;
  for (int site = 0; site < target.sites() && count <= most; ++site)
    count *= static_cast<std::size_t>(target.values());
  return count;
}

/// The configuration with the next number; after the last one, the first.
void go_to_next(Configuration& x, int values) {
  for (std::uint8_t& value : x) {
    if (++value < values) return;
    value = 0;
  }
}

}  // namespace

SiteStates::SiteStates(std::shared_ptr<const SiteTarget> target) : target_(std::move(target)) {
  const std::size_t count = configuration_count(*target_, most);
  if (count > most)
    throw illegal_value("number of configurations",
                        number_text(target_->values()) + "^" + number_text(target_->sites()),
                        range_words(std::size_t{1}, most), "");
  energies_.resize(count);
  constexpr std::size_t few = 4096;
  ThreadPool pool(count < few ? 1 : 0);
  pool.for_blocks(count, [this](std::size_t begin, std::size_t end) {
    visit(begin, end, [this](std::size_t index, ConfigurationView x) { energies_[index] = target_->energy(x); });
  });
  const double least = *std::ranges::min_element(energies_);
  cumulative_.reserve(count);
  double sum = 0;
  for (const double energy : energies_) cumulative_.push_back(sum += std::exp(least - energy));
  log_z_ = std::log(sum) - least;
}

void SiteStates::visit(std::size_t begin, std::size_t end, const Visit& visit) const {
  Configuration x = configuration(begin);
  for (std::size_t index = begin; index < end; ++index) {
    visit(index, x);
    go_to_next(x, target_->values());
  }
}

Configuration SiteStates::configuration(std::size_t index) const {
  Configuration x(static_cast<std::size_t>(target_->sites()));
  const auto q = static_cast<std::size_t>(target_->values());
  for (std::uint8_t& value : x) {
    value = static_cast<std::uint8_t>(index % q);
    index /= q;
  }
  return x;
}

std::size_t SiteStates::index(ConfigurationView x) const {
  std::size_t index = 0;
  for (std::size_t site = x.size(); site-- > 0;)
    index = index * static_cast<std::size_t>(target_->values()) + x[site];
  return index;
}

std::vector<double> SiteStates::distribution() const {
  std::vector<double> p;
  p.reserve(count());
  for (std::size_t index = 0; index < count(); ++index) p.push_back(probability(index));
  return p;
}

Configuration SiteStates::draw(const SiteDraws& draws) const {
  const double sum = draws.fine(0) * cumulative_.back();
  const auto found = std::ranges::upper_bound(cumulative_, sum);
  return configuration(std::min(static_cast<std::size_t>(found - cumulative_.begin()), count() - 1));
}

SiteMeans means_under(const SiteStates& states, std::span<const double> distribution) {
  SiteMeans means;
  means.levels.resize(static_cast<std::size_t>(states.target().sites()));
  Configuration x = states.configuration(0);
  for (std::size_t index = 0; index < states.count(); ++index) {
    const double p = distribution[index];
    const double level = mean_level(states.target(), x);
    means.energy += p * states.energies()[index];
    means.level += p * level;
    means.level_squared += p * level * level;
    for (std::size_t site = 0; site < x.size(); ++site)
      means.levels[site] += p * states.target().level(x[site]);
    go_to_next(x, states.target().values());
  }
  return means;
}

std::vector<double> transition_row(const SiteSampler& sampler, const SiteStates& states, std::size_t from,
                                   std::uint64_t step) {
  std::vector<double> row(states.count());
  double stays = 0;
  sampler.outcomes(states.configuration(from), step, [&](const SiteOutcome& outcome) {
    row[states.index(outcome.y)] += outcome.probability * outcome.acceptance;
    stays += outcome.probability * (1 - outcome.acceptance);
  });
  row[from] += stays;
  return row;
}

ExpectedReport expected_report(const SiteSampler& sampler, const SiteStates& states,
                               std::span<const double> distribution, std::uint64_t step) {
  ExpectedReport mean;
  for (std::size_t index = 0; index < states.count(); ++index) {
    const ExpectedReport here = expected_report(sampler, states.configuration(index), step);
    mean.acceptance += distribution[index] * here.acceptance;
    mean.proposed += distribution[index] * here.proposed;
    mean.changed += distribution[index] * here.changed;
  }
  return mean;
}

SiteStart exact_site_start(const SiteStates& states) {
  return [&states](const SiteDraws& draws) { return states.draw(draws); };
}

}  // namespace ergo
