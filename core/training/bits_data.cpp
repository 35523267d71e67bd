#include "core/training/bits_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace ergo {
namespace {

std::shared_ptr<const SitePlane> checked(std::shared_ptr<const SitePlane> target) {
  if (target->model()->values() != 2)
    throw Error("a machine of bits does not learn sites of more than two values:", target->unit().id,
                "a target of binary sites, e.g. pictures", "target");
  if (!target->has_draws())
    throw Error("no exact draws to learn from:", target->unit().id,
                "a target with exact draws, e.g. pictures, or fewer sites", "target");
  return target;
}

}  // namespace

BitsData::BitsData(std::shared_ptr<const SitePlane> target, std::uint64_t seed)
    : target_(checked(std::move(target))), seed_(seed) {
  const SiteTarget& model = *target_->model();
  if (model.sites() <= most_enumerated) {
    const SiteStates states(target_->model());
    distribution_ = states.distribution();
    for (std::size_t i = 0; i < distribution_.size(); ++i)
      best_ -= distribution_[i] * (states.energies()[i] + states.log_z());
    return;
  }
  const double log_z = target_->masses().log_z.value();  // as is known where there are exact draws
  for (std::size_t k = 0; k < held_out_draws; ++k) {
    held_out_.push_back(draw(k, 0));
    own_.push_back(-model.energy(held_out_.back()) - log_z);
    best_ += own_.back() / static_cast<double>(held_out_draws);
  }
}

Configuration BitsData::draw(std::size_t number, std::uint64_t stream) const {
  return target_->masses().draw(SiteDraws(seed_, Purpose::exact, static_cast<std::uint32_t>(number), stream));
}

std::vector<Configuration> BitsData::draws(std::size_t count, std::uint64_t iteration) const {
  std::vector<Configuration> all;
  all.reserve(count);
  for (std::size_t k = 0; k < count; ++k) all.push_back(draw(k, iteration + 1));
  return all;
}

RbmFit BitsData::fit(const RbmWeights& machine) const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (distribution_.empty()) {
    const auto log_z = log_normaliser(machine);
    if (!log_z) return {unknown, unknown};
    const auto target = rbm_target(machine);
    double likelihood = 0, apart = 0;
    for (std::size_t k = 0; k < held_out_.size(); ++k) {
      const double log_p = -target->energy(held_out_[k]) - *log_z;
      likelihood += log_p / static_cast<double>(held_out_.size());
      apart += std::max(0.0, -std::expm1(log_p - own_[k])) / static_cast<double>(held_out_.size());
    }
    return {likelihood, apart};
  }
  const std::vector<double> energies = all_energies(machine);
  double least = energies.front(), sum = 0, likelihood = 0, apart = 0;
  for (const double energy : energies) least = std::min(least, energy);
  for (const double energy : energies) sum += std::exp(least - energy);
  const double log_z = std::log(sum) - least;
  for (std::size_t i = 0; i < energies.size(); ++i) {
    likelihood -= distribution_[i] * (energies[i] + log_z);
    apart += std::abs(distribution_[i] - std::exp(-energies[i] - log_z));
  }
  return {likelihood, apart / 2};
}

}  // namespace ergo
