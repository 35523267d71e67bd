#include "core/diagnostics/infinite_chains.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/exact/auxiliary_moves.h"
#include "core/run/tape.h"

namespace ergo {

namespace {
constexpr double most_work = 1 << 28;       // products of one call
constexpr std::size_t most_kept = 4 << 20;  // kept to go back to, 8 bytes each

void check_sites(std::size_t sites, std::size_t most) {
  if (sites > most)
    throw Error("too many sites to compute the expected distribution live:", std::to_string(sites),
                "up to " + std::to_string(most), "target");
}

std::size_t kept_tables(const DistributionLimits& limits) {
  return std::min(Cycle::most_kept / sizeof(double), limits.masses) * sizeof(double);
}

/// Throws Error where an edit takes too long, or the tables too much room.
void check_affordable(const RunConfig& config, Sides sides, const DistributionLimits& limits) {
  check_sites(sides.count(), limits.sites);
  const auto sampler = make_sampler(config);
  const LatticeKernel* kernel = sampler->lattice_kernel();
  if (!kernel) return;
  if (kernel->auxiliary()) check_sites(sides.count(), most_live_auxiliary_sites);
  check_sites(sides.count(), limits.masses / static_cast<std::size_t>(sides.x + sides.y));
  const std::size_t longest = limits.sites_in_a_cycle / std::max<std::size_t>(sides.count(), 256);
  if (static_cast<std::size_t>(kernel->period()) > longest)
    throw Error("cycle too long to compute the expected distribution live:", std::to_string(kernel->period()),
                "up to " + std::to_string(longest), "sampler");
}

}  // namespace

void InfiniteChains::follow(const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  const std::uint64_t parted = parting(journal_, journal), last = std::min(step, parted);
  journal_ = journal;
  wanted_ = step;
  if (initial_ != initial) {
    initial_ = initial;
    begin();
  }
  if (!evolution_) return;
  kept_.erase(kept_.upper_bound(parted), kept_.end());
  const std::uint64_t at = evolution_->step(), nearest = std::prev(kept_.upper_bound(last))->first;
  if (at > last || (lost_ && at == last) || nearest > at) resume(nearest);
}

void InfiniteChains::begin() {
  config_ = *initial_;
  met_ = 0;
  lost_ = false;
  kept_.clear();
  spacing_ = 1;
  evolution_.reset();
  const auto target = make_target(config_);
  if (!target->lattice()) return;
  try {
    check_affordable(config_, target->lattice()->sides(), limits_);
    evolution_ = std::make_unique<Evolution>(config_, stop_, kept_tables(limits_));
    keep();
  } catch (const Error&) {  // too large, or a start or a noise of which no distribution is known
    evolution_.reset();
  }
}

void InfiniteChains::resume(std::uint64_t step) {
  const RunConfig before = config_;
  config_ = *initial_;
  for (met_ = 0; met_ < journal_.size() && journal_[met_].step < step; ++met_)
    apply(config_, journal_[met_].assignment);
  if (lost_ || config_ != before) evolution_->configure(config_);
  lost_ = false;
  present_ = kept_.at(step);
  evolution_->resume(step, *present_);
}

void InfiniteChains::keep() {
  present_ = std::make_shared<const std::vector<double>>(evolution_->distribution());
  if (evolution_->step() % spacing_ != 0) return;
  kept_[evolution_->step()] = present_;
  while (kept_.size() > most_kept / present_->size()) {
    spacing_ *= 2;
    std::erase_if(kept_, [this](const auto& distribution) { return distribution.first % spacing_ != 0; });
  }
}

/// Those that take effect before the next step.
void InfiniteChains::meet_edits() {
  const std::size_t before = met_;
  for (; met_ < journal_.size() && journal_[met_].step <= evolution_->step(); ++met_)
    apply(config_, journal_[met_].assignment);
  if (met_ == before) return;
  check_affordable(config_, evolution_->sides(), limits_);
  evolution_->configure(config_);
}

bool InfiniteChains::advance() {
  if (!evolution_ || lost_ || evolution_->step() >= wanted_ || stop_.stop_requested()) return false;
  try {
    meet_edits();
    evolution_->advance(1);
  } catch (const Error&) {
    lost_ = true;
    return false;
  }
  keep();
  return true;
}

std::optional<InfiniteDistribution> InfiniteChains::at(const RunConfig& initial, const Journal& journal,
                                                       std::uint64_t step) {
  follow(initial, journal, step);
  if (!known()) return {};
  const double states = static_cast<double>(evolution_->distribution().size());
  for (double left = std::max(1.0, std::floor(most_work / (states * states))); left > 0 && advance();) --left;
  if (!known() || evolution_->step() < step) return {};
  return distribution();
}

}  // namespace ergo
