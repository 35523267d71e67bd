#include "core/exact/configuration_cycle.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/config/learning_settings.h"
#include "core/exact/cycle.h"
#include "core/exact/spectrum.h"
#include "core/site_plane/site_stepper.h"

namespace ergo {
namespace {

/// The run's sampler on its target, made as its steps are.
std::shared_ptr<const SiteSampler> sampler_of(const RunConfig& config) {
  require_still_target(config, "the transition matrix");
  check_at_rest(config);
  const auto target = make_target(config);
  const auto stepper = make_sampler(config);
  stepper->check(*target);
  auto sampler = dynamic_cast<const SiteStepper&>(*stepper).on(*target->sites());
  if (!sampler->has_outcomes())
    throw Error("no transition probabilities are known, as a step draws numbers from a continuum:", config.sampler.id,
                "another sampler or other parameters of it", "sampler");
  return sampler;
}

std::shared_ptr<const SiteTarget> few_configurations(const SiteSampler& sampler, std::shared_ptr<const SiteTarget> target) {
  const double count = std::pow(target->values(), target->sites());
  constexpr auto most = ConfigurationCycle::most_states;
  if (count > static_cast<double>(most))
    throw Error("too many configurations for a transition matrix:",
                std::to_string(target->values()) + "^" + std::to_string(target->sites()),
                "up to " + std::to_string(most), "target");
  const double longest = static_cast<double>(ConfigurationCycle::most_numbers) / (count * count);
  if (static_cast<double>(sampler.period()) > longest)
    throw Error("cycle too long for exact transition probabilities:", std::to_string(sampler.period()) + " steps",
                "up to " + std::to_string(static_cast<std::size_t>(longest)) + " steps on " +
                    std::to_string(static_cast<std::size_t>(count)) + " configurations",
                "sampler");
  return target;
}

}  // namespace

ConfigurationCycle::ConfigurationCycle(const RunConfig& config, ThreadPool& pool)
    : sampler_(sampler_of(config)),
      states_(few_configurations(*sampler_, make_target(config)->sites()->model())) {
  for (std::uint64_t step = 0; step < sampler_->period(); ++step) {
    SquareMatrix& matrix = matrices_.emplace_back(states_.count());
    pool.for_blocks(states_.count(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t from = begin; from < end; ++from)
        std::ranges::copy(transition_row(*sampler_, states_, from, step), &matrix(from, 0));
    });
  }
}

std::vector<double> ConfigurationCycle::apply(std::span<const double> mu, std::size_t step) const {
  return apply_matrix(matrices_[step])(mu);
}

SquareMatrix ConfigurationCycle::matrix() const {
  SquareMatrix product = matrices_[0];
  for (std::size_t k = 1; k < steps(); ++k)
    for (std::size_t from = 0; from < product.size; ++from)
      std::ranges::copy(apply({&product(from, 0), product.size}, k), &product(from, 0));
  return product;
}

SiteStepMeans step_means(const ConfigurationCycle& cycle, std::span<const double> distribution) {
  SiteStepMeans means;
  std::vector<double> mu(distribution.begin(), distribution.end());
  for (std::size_t k = 0; k < cycle.steps(); ++k) {
    const ExpectedReport report = expected_report(cycle.sampler(), cycle.states(), mu, k);
    means.acceptance += report.acceptance / static_cast<double>(cycle.steps());
    means.flips += report.changed / static_cast<double>(cycle.steps());
    mu = cycle.apply(mu, k);
  }
  return means;
}

ConfigurationEvolution::ConfigurationEvolution(const RunConfig& config)
    : pool_(std::make_unique<ThreadPool>()), cycle_(std::make_unique<ConfigurationCycle>(config, *pool_)) {
  const auto start = make_start(config);
  start->check(*make_target(config));
  distribution_ = start->configuration_distribution(cycle_->states());
  if (distribution_.empty())
    throw Error("the distribution of this start over all configurations is not known:", config.start.id,
                "exact, highest, lowest, uniform", "start");
}

void ConfigurationEvolution::configure(const RunConfig& config) {
  auto cycle = std::make_unique<ConfigurationCycle>(config, *pool_);
  if (cycle->states().count() != distribution_.size())
    throw Error("another number of configurations:", std::to_string(cycle->states().count()),
                std::to_string(distribution_.size()) + ", or a new start", "target");
  cycle_ = std::move(cycle);
}

void ConfigurationEvolution::advance(std::uint64_t steps) {
  for (const std::uint64_t end = step_ + steps; step_ < end; ++step_)
    distribution_ = cycle_->apply(distribution_, static_cast<std::size_t>(step_ % cycle_->steps()));
}

double ConfigurationEvolution::total_variation() const {
  return ergo::total_variation(distribution_, cycle_->states().distribution());
}

}  // namespace ergo
