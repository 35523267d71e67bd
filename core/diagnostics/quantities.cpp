#include "core/diagnostics/quantities.h"

#include <algorithm>

namespace ergo {
namespace {

constexpr std::size_t channels_shown = 3;

Quantity of_channel(const Channel& channel, const Claims& claims) {
  Quantity quantity{.id = quantity_of(channel),
                    .title = channel.title,
                    .symbol = "⟨" + channel.symbol + "⟩",
                    .doc = channel.doc + " Mean over all chains ± its standard error.",
                    .group = "Channels",
                    .reference = channel.reference,
                    .reference_label = channel.reference_label,
                    .band = theory_band(channel, claims),
                    .column = channel.id};
  if (quantity.band) quantity.band_label = "± 0.05";
  if (channel.prediction) {
    quantity.doc += " Thin lines: one standard deviation of the chains either side.";
    quantity.band_label = "one sd of a chain, predicted";
  }
  return quantity;
}

}  // namespace

const std::string& column_of(const Quantity& quantity) {
  return quantity.column.empty() ? quantity.id : quantity.column;
}

std::optional<Interval> theory_band(const Channel& channel, const Claims& claims) {
  if (channel.id != claims.acceptance_channel || !channel.reference) return {};
  return Interval{*channel.reference - 0.05, *channel.reference + 0.05};
}

// clang-format off
const std::vector<Quantity>& metric_columns() {
  static const std::vector<Quantity> columns = {
    {.id = "chains", .title = "Chains", .doc = "Number of chains."},
    {.id = "diverged", .title = "Diverged chains", .doc = "Chains a million windows away from the target, or without finite energy: left out of all that follows."},
    {.id = "<channel>", .title = "Channels", .doc = "Mean over the chains of each of the sampler's channels, under its own id; `ergo describe` lists them. The band of an acceptance rate is theory's."},
    {.id = "<channel>_sd", .title = "Spread of a channel", .doc = "Standard deviation over the chains, of channels whose law theory predicts."},
    {.id = "<channel>_predicted", .title = "Predicted mean of a channel", .doc = "Theory's mean for the parameters of the moment."},
    {.id = "<channel>_predicted_sd", .title = "Predicted spread of a channel", .doc = "Theory's standard deviation of one chain's value."},
    {.id = "mmd2", .title = "MMD² to the target (log)", .symbol = "MMD²",
     .doc = "Squared maximum mean discrepancy between the draws used and the target. The band is what as many exact draws "
            "would give, 5–95 %. Estimates at or below zero have no place on the axis: gaps in the curve, ticks on the floor.", .group = "Distances from the target",
     .logarithmic = true, .band_label = "exact draws, 5–95 %", .shown = true, .space = Space::plane},
    {.id = "site_tv", .title = "Total variation to the exact law", .symbol = "TV",
     .doc = "Of lattices, in place of MMD²: half the sum over all sites of how far the fraction of the chains there is from the law. "
            "The band is what as many exact draws would give, 5–95 %: its mean is exact, its width that of a normal law. Thin line in the window: "
            "infinitely many chains, on lattices of up to 65536 sites while the sampler's cycle is not too long; it ends at the step that their law has reached, which may lag behind the swarm's.", .group = "Distances from the target",
     .band_label = "exact draws, 5–95 %", .shown = true, .space = Space::lattice},
    {.id = "site_tv_infinite", .title = "Total variation of infinitely many chains",
     .doc = "Of lattices of up to 1024 sites: that of the law which the run's chains have at this step, exactly. NaN where it is not known: "
            "of samplers that adapt, of steps with an auxiliary variable on more than 100 sites, of cycles whose steps times sites (256 at least) exceed 131072, of chains that did not begin at the start unit's draws; and while rows more than 2²⁸/sites² steps apart make it lag.",
     .space = Space::lattice},
    {.id = "site_kl", .title = "Divergence from the exact law (log)", .symbol = "KL",
     .doc = "Of lattices: Kullback–Leibler divergence Σ p̂ log(p̂/p) of the chains' fractions from the law, in nats. The band is as for total variation.", .group = "Distances from the target",
     .logarithmic = true, .band_label = "exact draws, 5–95 %", .space = Space::lattice},
    {.id = "site_tv_pooled", .title = "Total variation, all reports pooled", .symbol = "TV",
     .doc = "Of lattices: total variation of the states of all reports of the run but the start, burn-in included. The band is what as many "
            "exact draws would give, 5–95 %; states of one chain are correlated, so that even an exact sampler lies above it.", .group = "Distances from the target",
     .band_label = "exact draws, 5–95 %", .space = Space::lattice},
    {.id = "effective_draws", .title = "Effective draws", .doc = "(Σw)²/Σw² of the draws' weights."},
    {.id = "mean_x", .title = "Mean of x", .symbol = "⟨x⟩", .doc = "Weighted mean of the draws, first coordinate.", .group = "Estimates"},
    {.id = "mean_y", .title = "Mean of y", .symbol = "⟨y⟩", .doc = "Weighted mean of the draws, second coordinate.", .group = "Estimates"},
    {.id = "variance_x", .title = "Variance of x", .symbol = "Var x", .doc = "Weighted variance of the draws, first coordinate.", .group = "Estimates"},
    {.id = "variance_y", .title = "Variance of y", .symbol = "Var y", .doc = "Weighted variance of the draws, second coordinate.", .group = "Estimates"},
    {.id = "configurational_temperature", .title = "Configurational temperature", .symbol = "T_x",
     .doc = "⟨(x − E x)·∇E(x)⟩/d over the draws, with the exact gradient: 1 under the target.", .group = "Estimates",
     .reference = 1, .reference_label = "1 under the target", .space = Space::plane},
    {.id = "kinetic_temperature", .title = "Kinetic temperature", .symbol = "T_p",
     .doc = "⟨p·p⟩/d over the chains, of samplers with a momentum: 1 for p ~ N(0, I).", .group = "Estimates",
     .reference = 1, .reference_label = "1 at equilibrium"},
    {.id = "ess_per_gradient", .title = "ESS per gradient (log)", .symbol = "ESS/∇",
     .doc = "Effective sample size: so many exact draws, per gradient evaluation, know the target's means and variances as well as one chain's "
            "average over the states reported so far, burn-in included; least over x and (x − E x)² of each coordinate. "
            "Time-weighted where the sampler is. States between two reports are not seen: a lower bound.", .group = "Mixing",
     .logarithmic = true},
    {.id = "path_ess_per_gradient", .title = "ESS per gradient, paths (log)", .symbol = "ESS/∇",
     .doc = "Effective sample size of a chain's path as in Ver Steeg & Galstyan 2021: T/(1 + 2 Σ (1 − s/(T−1)) A_s) over the T positions "
            "reported, autocorrelations A_s by the target's moments and 0 from the first one below 0.05 on; least over x and (x − E x)² of each "
            "coordinate, mean over the first 64 chains, per gradient evaluation. Raw positions: weights play no part. Of 16 to 256 states, "
            "evenly spread over the run: with fewer states than steps it can be no more than their number.", .group = "Mixing",
     .logarithmic = true},
    {.id = "split_rhat", .title = "Split R-hat", .symbol = "R-hat",
     .doc = "√((n−1)/n + V/W) of half chains over the last part of the run, their first half against their second: 1 where each has seen the "
            "whole law. The greater one of the coordinates, raw positions, states reported, the first 20 000 chains.", .group = "Mixing",
     .reference = 1, .reference_label = "1 when mixed"},
    {.id = "nested_rhat", .title = "Nested R-hat", .symbol = "R-hat",
     .doc = "√(1 + B/W) with B the variance between and W the variance within groups of chains that started near each other, "
            "one state per chain: whether chains have forgotten their start. The band is what chains that have would give, 5–95 %. "
            "None where all chains start at one point.", .group = "Mixing",
     .band_label = "start forgotten, 5–95 %"},
    {.id = "spread_mean", .title = "Spread of the chains' means (log)", .symbol = "sd(x̄)/σ",
     .doc = "Standard deviation over the chains of each one's average of x so far, in the target's standard deviation σ; the greater one of the "
            "coordinates, time-weighted where the sampler is, over the states reported. Chains of an ergodic sampler come to agree; where they do not, it stays. "
            "The band is what as many exact draws in each chain would give, 5–95 %.", .group = "Mixing",
     .logarithmic = true, .band_label = "exact draws, 5–95 %"},
    {.id = "spread_square", .title = "Spread of the chains' second moments (log)", .symbol = "sd(x̄²)/σ",
     .doc = "The same for the averages of (x − E x)².", .group = "Mixing",
     .logarithmic = true, .band_label = "exact draws, 5–95 %"},
    {.id = "spread_modes", .title = "Spread of the chains' mode occupancy (log)", .symbol = "sd(s)/√Σp(1−p)",
     .doc = "How differently the chains share out their time among the modes: root of the summed variances over the chains of the shares of time "
            "nearest to each mode, over that of single draws, p the modes' masses. Of targets with two modes or more, the first 20 000 chains. "
            "The band is what as many exact draws in each chain would give, 5–95 %.", .group = "Modes",
     .logarithmic = true, .band_label = "exact draws, 5–95 %"},
    {.id = "kept_mode", .title = "Chains that never left their mode", .symbol = "kept",
     .doc = "Share of the chains that were nearest to the mode where they began in every state reported: what happens between two reports is not "
            "seen, so that the share is an upper bound. Of targets with two modes or more, the first 20 000 chains.", .group = "Modes",
     .reference = 0, .reference_label = "0 where all modes are reached"},
    {.id = "squared_displacement", .title = "Squared displacement per step (log)", .symbol = "⟨|Δx|²⟩/step",
     .doc = "Mean squared distance moved since the report before, over the steps between: the expected squared jump distance "
            "where `displacement_steps` is 1, less where it is more.", .group = "Mixing",
     .logarithmic = true},
    {.id = "displacement_steps", .title = "Steps of displacement", .doc = "Steps since the report before."},
    {.id = "log_z", .title = "Estimate of log Z", .symbol = "log Z",
     .doc = "log of the integral of exp(−E), by Jarzynski's equality from the sampler's importance weights and a start of known density: unbiased (as Z) at any step size. Of samplers with such weights; NaN from other starts, and after an edit that begins the sampler anew. A diverged chain has weight 0.", .group = "Estimates"},
    {.id = "log_z_draws", .title = "Effective draws of log Z", .symbol = "ESS",
     .doc = "(Σw)²/Σw² of those weights: where it is small, the estimate is worth little; below 10 it has no error.", .group = "Estimates"},
    {.id = "log_z_paper", .title = "Estimate of log Z, paper's weight", .symbol = "log Z",
     .doc = "The same with the weight that holds where H is conserved exactly: biased by the integrator's error.", .group = "Estimates"},
    {.id = "log_z_paper_draws", .title = "Effective draws of the paper's log Z",
     .doc = "(Σw)²/Σw² of the paper's weights."},
    {.id = "log_z_truth", .title = "Truth of log Z",
     .doc = "The target's own log Z, where it is known."},
    {.id = "modes_visited", .title = "Modes visited", .symbol = "modes",
     .doc = "Modes with a chain within their radius.", .group = "Modes"},
    {.id = "modes_ever_visited", .title = "Modes ever visited", .doc = "Modes that had one in any report."},
    {.id = "modes_per_chain", .title = "Modes per chain", .symbol = "modes/chain",
     .doc = "Modes that a chain has been within the radius of, in any report since the run began: mean over the chains ± its standard error. What "
            "happens between two reports is not seen: a lower bound, exact where every step is reported.", .group = "Modes"},
    {.id = "modes_expected", .title = "Modes expected", .doc = "Modes that as many exact draws would visit, on average."},
    {.id = "occupancy_tv", .title = "Mode occupancy, total variation", .symbol = "TV",
     .doc = "Half the sum over the modes of how far the weight of the draws nearest to each is from the target's exact mass there. "
            "The band is what as many exact draws would give, 5–95 %. Of targets with two modes or more.", .group = "Distances from the target",
     .band_label = "exact draws, 5–95 %"},
    {.id = "occupancy_<k>", .title = "Share of a mode", .doc = "Weight of the draws nearest to mode k."},
    {.id = "mode_mass_<k>", .title = "Mass of a mode", .doc = "The target's mass nearest to mode k."},
  };
  return columns;
}
// clang-format on

std::vector<Quantity> plotted_quantities(const Descriptor& sampler) {
  const bool lattice = sampler.space == Space::lattice;
  std::vector<Quantity> plotted;
  const auto add_channels = [&] {
    const auto shown = [&](const Channel& channel) {
      for (std::size_t i = 0; i < std::min(channels_shown, sampler.channels.size()); ++i) {
        const int stands = shown_channel(sampler, sampler.channels[i].id);
        if (&channel == &sampler.channels[static_cast<std::size_t>(stands)])
          return !lattice || channel.of_transition;
      }
      return false;
    };
    for (const Channel& channel : sampler.channels) {
      plotted.push_back(of_channel(channel, sampler.claims));
      plotted.back().shown = shown(channel);
    }
  };
  for (const Quantity& column : metric_columns()) {
    if (column.symbol.empty() || (column.space && *column.space != sampler.space) ||
        (column.id == "kinetic_temperature" && sampler.claims.momentum_field.empty()) ||
        (column.id.starts_with("log_z") && sampler.claims.importance_channel.empty()))
      continue;
    plotted.push_back(column);
    if (plotted.size() == 1) add_channels();
  }
  return plotted;
}

}  // namespace ergo
