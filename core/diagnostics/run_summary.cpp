#include "core/diagnostics/run_summary.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/diagnostics/drawn_points.h"
#include "core/diagnostics/mode_cells.h"
#include "core/truth/target_widths.h"

namespace ergo {
namespace {

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", 100 * share);
  return text;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

bool same_settings(const RunConfig& a, const RunConfig& b) {
  const auto& adaptation = sampler_unit(a.sampler.id).descriptor.adaptation;
  const bool adapts =
      a.sampler.id == b.sampler.id && adaptation &&
      parameter(a.sampler, sampler_unit(a.sampler.id).descriptor, adaptation->switched_by) != 0;
  return a.target == b.target && a.gradient_noise == b.gradient_noise && (adapts || a.sampler == b.sampler);
}

void RunSummary::begin(const ChainData& data, const RunConfig& config) {
  *this = RunSummary();
  config_ = config;
  begun_ = data.step;
  chains_ = data.chains;
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  transitions_.resize(sampler.channels.size());
  moved_.assign(chains_, false);
  Position sum;
  const auto chains = sound_chains(data);
  for (std::size_t i = 0; i < chains_; ++i) first_.push_back(data.x(i));
  for (const std::size_t i : chains) sum = sum + data.x(i);
  const auto target = make_target(config);
  modes_ = target->modes();
  if (modes_.size() < 2) modes_.clear();
  masses_.assign(modes_.size(), 0.0);
  for (const auto& [x, mass] : modes_.empty() ? std::vector<Place>() : places_of(*target))
    masses_[nearest_mode(modes_, x)] += mass;
  chain_modes_.begin(chains_, masses_);
  split_.begin(chains_, chains.empty() ? Position() : sum / static_cast<double>(chains.size()));
}

void RunSummary::add(const ChainData& data, const RunConfig& config) {
  const bool same_run =
      states_ > 0 && same_settings(config, config_) && data.chains == chains_ && data.step >= step_;
  if (same_run && data.step == step_) return;
  if (!same_run) begin(data, config);
  config_ = config;
  step_ = data.step;
  ++states_;
  diverged_ = data.diverged_count();
  split_.add(data);
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const Claims& claims = sampler.claims;
  const int depth = find_channel(sampler, claims.depth_channel),
            momentum = state_offset(sampler, claims.momentum_field);
  const int dim = target_descriptor(config).dim;
  const double deepest = depth < 0 ? 0 : parameter(config.sampler, sampler, claims.depth_parameter);
  sound_ = sound_chains(data);
  const auto& chains = sound_;
  still_ = 0;
  for (const std::size_t i : chains) {
    const Position x = data.x(i);
    moved_[i] = moved_[i] || x.x != first_[i].x || x.y != first_[i].y;
    still_ += !moved_[i];
    if (chain_modes_.follows(i)) chain_modes_.add(i, nearest_mode(modes_, x), 0);
    if (data.stepped()) {
      const double* report = &data.report[i * static_cast<std::size_t>(data.report_size)];
      for (std::size_t k = 0; k < transitions_.size(); ++k)
        if (std::isfinite(report[k])) transitions_[k].add(report[k]);
      if (depth >= 0) saturated_.add(report[depth] >= deepest);
    }
    if (momentum >= 0) {
      const std::span<const double> p = data.state_row(i).subspan(static_cast<std::size_t>(momentum), 2);
      kinetic_.add((p[0] * p[0] + (dim > 1 ? p[1] * p[1] : 0)) / dim);
    }
  }
  const DrawsUsed draws = available(DrawsUsed::weighted, sampler);
  if (draws != DrawsUsed::raw && !chains.empty())
    effective_share_ =
        effective_draws(drawn_points(data, sampler, chains, draws)) / static_cast<double>(chains.size());
}

ChannelMean RunSummary::of_transitions(const std::string& channel) const {
  const int index = find_channel(sampler_unit(config_.sampler.id).descriptor, channel);
  return index < 0 ? ChannelMean() : transitions_[static_cast<std::size_t>(index)];
}

void RunSummary::remark_on_acceptance(std::vector<Remark>& list) const {
  const Descriptor& sampler = sampler_unit(config_.sampler.id).descriptor;
  const ChannelMean acceptance = of_transitions(sampler.claims.acceptance_channel);
  if (acceptance.count == 0 || !rejects(sampler, Parameters(sampler.parameters, config_.sampler.values))) return;
  constexpr double least = 0.01, most = 0.999;
  if (acceptance.mean < least)
    list.push_back({1 - acceptance.mean, "nearly every proposal is rejected: the mean acceptance is " +
                                             short_number(acceptance.mean)});
  const bool tunable = std::ranges::any_of(sampler.parameters, is_number);
  if (acceptance.mean > most && tunable)
    list.push_back({0.1, "nearly every proposal is accepted (mean acceptance " +
                             short_number(acceptance.mean) + "): longer steps may explore faster"});
}

void RunSummary::remark_on_trajectories(std::vector<Remark>& list) const {
  const Claims& claims = sampler_unit(config_.sampler.id).descriptor.claims;
  constexpr double few = 0.01;
  if (saturated_.count > 0 && saturated_.mean > few)
    list.push_back({saturated_.mean, percent(saturated_.mean) +
                                         " of the observed trajectories reached the limit sampler." +
                                         claims.depth_parameter + "; raise it or take longer steps"});
  const ChannelMean diverging = of_transitions(claims.divergence_channel);
  if (diverging.count > 0 && diverging.mean > 0)
    list.push_back(
        {diverging.mean,
         percent(diverging.mean) +
             " of the observed transitions diverged: take shorter steps or reparametrise the target"});
}

/// Momenta at equilibrium are N(0, I). The error assumes independent states; twice the allowed one in a
/// hundred is far beyond it for the many states that are seen.
void RunSummary::remark_on_temperature(std::vector<Remark>& list) const {
  constexpr double allowed = 0.1;
  if (kinetic_.count < 100) return;
  const double error = std::sqrt(kinetic_.variance / static_cast<double>(kinetic_.count));
  const double off = std::abs(kinetic_.mean - 1);
  if (off > allowed && off > 5 * error)
    list.push_back(
        {std::min(1.0, off), "the kinetic temperature is " + short_number(kinetic_.mean) + ", not 1"});
}

/// Of draws that forget where they were sum_k p_k^n are nearest to one mode in all of n states.
void RunSummary::remark_on_modes(std::vector<Remark>& list) const {
  constexpr double few = 0.01;
  if (modes_.empty() || states_ < least_states) return;
  const double kept = chain_modes_.kept(sound_).value;
  double expected = 0;
  for (const double p : masses_) expected += std::pow(p, static_cast<double>(states_));
  if (kept - expected > few)
    list.push_back({kept, percent(kept) + " of the chains never left their starting mode (checked every " +
                              number_text((step_ - begun_) / (states_ - 1)) + " steps)"});
}

void RunSummary::remark_on_convergence(std::vector<Remark>& list) const {
  constexpr double most_rhat = 1.01, least_share = 0.01;
  std::vector<std::size_t> all(std::min(chains_, SplitRhat::most_chains));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  if (states_ >= least_states && diverged_ == 0) {
    const Estimate rhat = split_.estimate(all, target_descriptor(config_).dim);
    if (rhat.value - 2 * rhat.error > most_rhat)
      list.push_back({std::min(1.0, rhat.value - 1),
                      "the chains disagree: split R-hat is " + short_number(rhat.value) + ", above 1.01"});
  }
  if (effective_share_ < least_share)
    list.push_back({1 - effective_share_,
                    "the weights are uneven: the effective number of draws is " + percent(effective_share_) +
                        " of their number"});
}

std::vector<std::string> RunSummary::remarks() const {
  std::vector<std::string> words = remarks_on_sound_chains();
  if (diverged_ > 0)
    words.insert(words.begin(), number_text(diverged_) + " of " + number_text(chains_) + " chains diverged");
  return words;
}

std::vector<std::string> RunSummary::remarks_on_sound_chains() const {
  if (states_ < 2 || step_ - begun_ < least_steps) return {};
  std::vector<Remark> list;
  // On a lattice a chain may be back where it began.
  const bool of_sites = on_lattice(target_descriptor(config_).space);
  if (still_ > 0 && (!of_sites || states_ >= least_states))
    list.push_back({static_cast<double>(still_) / static_cast<double>(chains_),
                    number_text(still_) + " of " + number_text(chains_) + " chains never moved"});
  remark_on_acceptance(list);
  remark_on_trajectories(list);
  remark_on_temperature(list);
  remark_on_modes(list);
  remark_on_convergence(list);
  std::ranges::stable_sort(list, std::greater(), &Remark::severity);
  std::vector<std::string> words;
  for (Remark& remark : list) words.push_back(std::move(remark.words));
  return words;
}

}  // namespace ergo
