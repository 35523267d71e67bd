#include "core/diagnostics/quantities.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/number_words.h"
#include "core/config/acceptance_guide.h"
#include "core/config/last_target.h"
#include "core/site_plane/site_plane.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr std::size_t channels_shown = 2;

Quantity of_channel(const Channel& channel, const Descriptor& sampler) {
  const Claims& claims = sampler.claims;
  const bool weights = !claims.time_weight_channel.empty();
  const std::string mean = !weights              ? "Mean over all chains"
                           : channel.of_position ? "Mean over all chains, weighted by time unless draws are raw,"
                                                 : "Raw mean over all chains, without weights,";
  Quantity quantity{.id = quantity_of(channel),
                    .title = channel.title,
                    .symbol = "⟨" + channel.symbol + "⟩" + (weights && !channel.of_position ? " raw" : ""),
                    .doc = channel.doc + " " + mean + " ± its standard error.",
                    .group = "Channels",
                    .reference = channel.reference,
                    .reference_label = channel.reference_label,
                    .column = channel.id};
  if (channel.id == claims.acceptance_channel && claims.best_acceptance)
    quantity.band_label = "best for " + sampler.title + " on this target ± " + significant(guide_half_width, 1);
  const bool exact = sampler.space == Space::sites && !channel.of_transition;
  if (channel.prediction || exact) {
    quantity.doc += " Thin lines: ±1 SD across chains.";
    quantity.band_label = exact ? "exact ±1 SD across chains" : "predicted ±1 SD across chains";
  }
  return quantity;
}

}  // namespace

std::string full_doc(const Quantity& quantity) {
  return quantity.doc + (quantity.details.empty() ? "" : " " + quantity.details);
}

bool has_sampled_truth(const RunConfig& config) {
  if (target_descriptor(config).space != Space::sites) return false;
  return last_target(config.target)->sites()->reference().has_value();
}

Quantity of_sampled_truth(Quantity quantity) {
  if (quantity.space == Space::lattice && !quantity.band_label.empty())
    quantity.band_label = "draws of the reference run, 5–95 %";
  return quantity;
}

const std::string& column_of(const Quantity& quantity) {
  return quantity.column.empty() ? quantity.id : quantity.column;
}

std::string column_in(const Descriptor& sampler, const std::string& quantity, const std::string& column,
                      bool beside_others) {
  const auto channel = std::ranges::find(sampler.channels, quantity, quantity_of);
  if (channel == sampler.channels.end()) return find_channel(sampler, column) < 0 ? column : "";
  if (!beside_others) return channel->id;
  return sampler.channels[static_cast<std::size_t>(shown_channel(sampler, channel->id))].id;
}

// clang-format off
const std::vector<Quantity>& metric_columns() {
  static const std::vector<Quantity> columns = {
    {.id = "chains", .title = "Chains", .doc = "Number of chains."},
    {.id = "diverged", .title = "Diverged chains", .doc = "Chains that are a million windows away from the target or have no finite energy. All other diagnostics leave them out."},
    {.id = "<channel>", .title = "Channels", .doc = "Mean over the chains of each of the sampler's channels, under the channel's id. `ergo describe` lists them. The energy has the draws' time weights, if they have any and are not raw; all other channels have equal weights. An acceptance rate has a band where the best one is known: for random walk and MALA on an isotropic Gaussian."},
    {.id = "<channel>_sd", .title = "Channel spread", .doc = "Standard deviation over the chains, for channels whose distribution theory predicts."},
    {.id = "<channel>_predicted", .title = "Predicted channel mean", .doc = "Mean predicted by theory for the current parameters; of the energy and the level of configurations of sites the exact one, where configurations are few enough to sum up or there is a formula for it: that of the energy of square Ising tori without a field too."},
    {.id = "<channel>_predicted_sd", .title = "Predicted channel spread", .doc = "Standard deviation of one chain's value, predicted by theory; NaN where only the mean is known."},
    {.id = "mmd2", .title = "MMD² to target", .symbol = "MMD²",
     .doc = "Squared maximum mean discrepancy between the draws and the target. The band is the 5–95 % range for as "
            "many exact draws. The axis is linear up to the band and logarithmic above it.",
     .details = "The estimate is unbiased, so it can be below zero.", .group = "Distances from the target",
     .logarithmic = true, .band_label = "exact draws, 5–95 %", .space = Space::plane},
    {.id = "site_tv", .title = "Total variation to target", .symbol = "TV",
     .doc = "On lattices, instead of MMD²: half the sum over all sites of |share of chains − target probability|. The "
            "band is the 5–95 % range for as many exact draws. Thin line in the window: the expected distribution at "
            "each step.",
     .details = "The band's mean is exact and its width is a normal approximation. The thin line exists on lattices of "
                "up to 65536 sites unless the sampler's cycle is too long. It ends at the last step computed. On targets of "
                "spins or other sites TV is that of two statistics, without a thin line; where configurations are too many "
                "to sum up, the target's part comes from a reference run, whose own error is in the band.", .group = "Distances from the target",
     .band_label = "exact draws, 5–95 %", .space = Space::lattice},
    {.id = "site_tv_infinite", .title = "TV of expected distribution",
     .doc = "On lattices of up to 1024 sites: total variation to target of the exact distribution of the run's chains "
            "at this step. NaN if it is not known: for samplers that adapt, for steps with an auxiliary variable on "
            "more than 100 sites, for cycles whose steps times sites (256 at least) exceed 131072, and for chains that "
            "did not begin at draws of the start unit. Also NaN while it lags because rows are more than 2²⁸/sites² "
            "steps apart.",
     .space = Space::lattice},
    {.id = "site_kl", .title = "KL divergence", .symbol = "KL",
     .doc = "On lattices: Kullback–Leibler divergence Σ p̂ log(p̂/p) of the shares of chains p̂ from the target p, in nats. The band is as for total variation.", .group = "Distances from the target",
     .logarithmic = true, .band_label = "exact draws, 5–95 %", .space = Space::lattice},
    {.id = "site_tv_pooled", .title = "Pooled total variation", .symbol = "TV",
     .doc = "On lattices: total variation of the states of all reports together, burn-in included, without the start. "
            "The band is the 5–95 % range for as many exact draws. States of one chain are correlated, so even an "
            "exact sampler lies above it.", .group = "Distances from the target",
     .band_label = "exact draws, 5–95 %", .space = Space::lattice},
    {.id = "effective_draws", .title = "Effective draws", .doc = "(Σw)²/Σw² of the draws' weights."},
    {.id = "mean_x", .title = "Mean of x", .symbol = "⟨x⟩", .doc = "Weighted mean of the draws, first coordinate.", .group = "Estimates"},
    {.id = "mean_y", .title = "Mean of y", .symbol = "⟨y⟩", .doc = "Weighted mean of the draws, second coordinate.", .group = "Estimates"},
    {.id = "variance_x", .title = "Variance of x", .symbol = "Var x", .doc = "Weighted variance of the draws, first coordinate.", .group = "Estimates"},
    {.id = "variance_y", .title = "Variance of y", .symbol = "Var y", .doc = "Weighted variance of the draws, second coordinate.", .group = "Estimates"},
    {.id = "configurational_temperature", .title = "Configurational temperature", .symbol = "T_x",
     .doc = "⟨(x − E x)·∇E(x)⟩/d over the draws, with the exact gradient. It is 1 under the target.", .group = "Estimates",
     .reference = 1, .reference_label = "1 under the target", .space = Space::plane},
    {.id = "kinetic_temperature", .title = "Kinetic temperature", .symbol = "T_p",
     .doc = "⟨p·p⟩/d over the chains, for samplers with a momentum. It is 1 for p ~ N(0, I).", .group = "Estimates",
     .reference = 1, .reference_label = "1 at equilibrium"},
    {.id = "ess_per_gradient", .title = "ESS per gradient (log)", .symbol = "ESS/∇",
     .doc = "Effective sample size per gradient evaluation: the number of exact draws that would estimate the target's "
            "means and variances as well as one chain's average does. The smallest value over x and (x − E x)² of each "
            "coordinate. A lower bound, as states between two reports are not used.",
     .details = "The average is over the states reported so far, burn-in included, time-weighted if the sampler is.", .group = "Mixing",
     .logarithmic = true},
    {.id = "ess_per_step", .title = "ESS per step (log)", .symbol = "ESS/step",
     .doc = "Effective sample size per step of a chain: ESS per gradient times a step's gradient evaluations.",
     .group = "Mixing", .logarithmic = true},
    {.id = "autocorrelation_time", .title = "Autocorrelation time (log)", .symbol = "τ",
     .doc = "Integrated autocorrelation time in steps, T/ESS of a chain's T steps: steps for each effective draw. That "
            "of the slowest of x and (x − E x)² of each coordinate. An upper bound, as states between two reports are "
            "not used.", .group = "Mixing", .logarithmic = true},
    {.id = "path_ess_per_gradient", .title = "Path ESS/gradient (log)", .symbol = "ESS/∇",
     .doc = "Effective sample size of a chain's path, as in Ver Steeg & Galstyan 2021: T/(1 + 2 Σ (1 − s/(T−1)) A_s) "
            "over the T positions reported. The smallest value over x and (x − E x)² of each coordinate, averaged over "
            "the first 64 chains, per gradient evaluation.",
     .details = "The autocorrelations A_s use the target's moments and are set to 0 from the first one below 0.05. Raw "
                "positions, without weights. It uses 16 to 256 states, evenly spread over the run, and cannot exceed "
                "their number.", .group = "Mixing",
     .logarithmic = true},
    {.id = "split_rhat", .title = "Split R-hat", .symbol = "R-hat",
     .doc = "√((n−1)/n + V/W), comparing the first and second half of each chain over the last part of the run. 1 if "
            "each half has seen the whole distribution. The larger value of the coordinates, from the raw positions "
            "reported by the first 20 000 chains.", .group = "Mixing",
     .logarithmic = true, .base = 1, .bend = 0.01, .reference = 1, .reference_label = "1 when mixed"},
    {.id = "nested_rhat", .title = "Nested R-hat", .symbol = "R-hat",
     .doc = "√(1 + B/W), where B is the variance between and W the variance within groups of chains that started near "
            "each other. It shows whether the chains have forgotten their start. The band is the 5–95 % range for "
            "chains that have.",
     .details = "It uses one state per chain. Not available if all chains start at one point.", .group = "Mixing",
     .logarithmic = true, .base = 1, .bend = 0.01, .band_label = "independent of start, 5–95 %"},
    {.id = "spread_mean", .title = "Spread of means", .symbol = "sd(x̄)/σ",
     .doc = "Standard deviation across chains of each chain's average of x so far, in units of the target's standard "
            "deviation σ. Chains of an ergodic sampler come to agree; otherwise it stays large. The band is the "
            "5–95 % range for as many exact draws in each chain.",
     .details = "The larger value of the coordinates, over the states reported, time-weighted if the sampler is.", .group = "Mixing",
     .logarithmic = true, .band_label = "exact draws, 5–95 %"},
    {.id = "spread_square", .title = "Second-moment spread", .symbol = "sd(x̄²)/σ",
     .doc = "As the spread of means, for the averages of (x − E x)².", .group = "Mixing",
     .logarithmic = true, .band_label = "exact draws, 5–95 %"},
    {.id = "spread_modes", .title = "Mode-share spread", .symbol = "sd(s)/√Σp(1−p)",
     .doc = "How much the chains differ in their shares of time nearest to each mode: root of the summed variances of "
            "the shares over the chains, divided by that of single draws, where p are the modes' masses. For targets "
            "with two modes or more, from the first 20 000 chains. The band is the 5–95 % range for as many exact "
            "draws in each chain.", .group = "Modes",
     .logarithmic = true, .band_label = "exact draws, 5–95 %"},
    {.id = "kept_mode", .title = "Never left starting mode", .symbol = "kept",
     .doc = "Share of chains that were nearest to their starting mode in every state reported. Moves between two "
            "reports are not seen, so this is an upper bound. For targets with two modes or more, from the first 20 "
            "000 chains.", .group = "Modes",
     .reference = 0, .reference_label = "0 when chains mix"},
    {.id = "squared_displacement", .title = "Squared displacement/step (log)", .symbol = "⟨|Δx|²⟩/step",
     .doc = "Mean squared distance moved since the previous report, divided by the steps between. It is the expected "
            "squared jump distance if `displacement_steps` is 1, and less otherwise.", .group = "Mixing",
     .logarithmic = true},
    {.id = "displacement_steps", .title = "Steps of displacement", .doc = "Steps since the previous report."},
    {.id = "start_overlap", .title = "Overlap with start", .symbol = "q",
     .doc = "On configurations of sites: the share of its sites at which a chain has the value that it had at step 0, mean "
            "over the chains ± its standard error. Of spins −1 and +1 the overlap ⟨s(t) s(0)⟩ is 2q − 1.",
     .group = "Mixing", .space = Space::sites},
    {.id = "log_z", .title = "Estimate of log Z", .symbol = "log Z",
     .doc = "log of the integral of exp(−E), by Jarzynski's equality, from the sampler's importance weights and a start "
            "of known density. Unbiased (for Z) at any step size. Only for samplers with such weights.",
     .details = "NaN for other starts, and after an edit that restarts the sampler. A diverged chain has weight 0.", .group = "Estimates"},
    {.id = "log_z_draws", .title = "Effective draws (log Z)", .symbol = "ESS",
     .doc = "(Σw)²/Σw² of these weights. If it is small, the estimate is unreliable. Below 10 no error is given.", .group = "Estimates"},
    {.id = "log_z_paper", .title = "log Z, paper's weight", .symbol = "log Z",
     .doc = "The same with the paper's weight, which assumes that H is conserved exactly. Biased by the integrator's error.", .group = "Estimates"},
    {.id = "log_z_paper_draws", .title = "Effective draws, paper's weight",
     .doc = "(Σw)²/Σw² of the paper's weights."},
    {.id = "learned_log_likelihood", .title = "Log likelihood", .symbol = "⟨log p⟩",
     .doc = "Of runs that learn: mean log density that the model gives to draws of the target which it does not learn "
            "from. The line is the target's own, which no model exceeds on average. Thin line: the model of the averaged "
            "weights, in which iteration t has the weight t³.", .group = "Learning",
     .reference_label = "target's own", .learned = true},
    {.id = "learned_log_likelihood_averaged", .title = "Log likelihood, averaged weights",
     .doc = "Of runs that learn: the same of the model of the averaged weights, in which iteration t has the weight t³.",
     .learned = true},
    {.id = "learned_log_likelihood_best", .title = "Best log likelihood",
     .doc = "Of runs that learn: mean log density of the target at its own draws.", .learned = true},
    {.id = "learned_tv", .title = "Total variation of model", .symbol = "TV",
     .doc = "Of runs that learn: half the integral of |p − target|, where p is the model's density. Of a machine of "
            "more than 16 sites it is from 4000 draws, with a standard error of up to 0.008. Thin line: the model of the "
            "averaged weights.",
     .group = "Learning", .learned = true},
    {.id = "learned_tv_averaged", .title = "Total variation, averaged weights",
     .doc = "Of runs that learn: the same of the model of the averaged weights.", .learned = true},
    {.id = "learning_gradient", .title = "Learning gradient (log)", .symbol = "|∇_w|",
     .doc = "Of runs that learn: length of the last iteration's gradient, before it was cut.", .group = "Learning",
     .logarithmic = true, .learned = true},
    {.id = "learning_diverged", .title = "Chains begun anew", .symbol = "N_div",
     .doc = "Of runs that learn: chains that had diverged when the last iteration came. They began anew.",
     .group = "Learning", .learned = true},
    {.id = "learning_iterations", .title = "Iterations", .doc = "Of runs that learn: iterations so far.",
     .learned = true},
    {.id = "log_z_truth", .title = "Exact log Z",
     .doc = "The target's exact log Z, if it is known."},
    {.id = "modes_visited", .title = "Modes visited", .symbol = "modes",
     .doc = "Modes with a chain within their radius.", .group = "Modes"},
    {.id = "modes_ever_visited", .title = "Modes ever visited", .doc = "Modes that had a chain within their radius in any report."},
    {.id = "modes_per_chain", .title = "Modes per chain", .symbol = "modes/chain",
     .doc = "Number of modes that a chain has been within the radius of, in any report since the run began: mean over "
            "the chains ± its standard error. Visits between two reports are not seen, so this is a lower bound. It is "
            "exact if every step is reported.", .group = "Modes"},
    {.id = "modes_expected", .title = "Modes expected", .doc = "Mean number of modes that as many exact draws would visit."},
    {.id = "occupancy_tv", .title = "Mode occupancy TV", .symbol = "TV",
     .doc = "Half the sum over the modes of |weight of the draws nearest to the mode − the target's exact mass there|. "
            "The band is the 5–95 % range for as many exact draws. For targets with two modes or more.", .group = "Distances from the target",
     .band_label = "exact draws, 5–95 %"},
    {.id = "occupancy_<k>", .title = "Share of a mode", .doc = "Weight of the draws nearest to mode k."},
    {.id = "mode_mass_<k>", .title = "Mass of a mode", .doc = "The target's mass nearest to mode k."},
  };
  return columns;
}
// clang-format on

const std::vector<Quantity>& chain_plots() {
  static const std::vector<Quantity> plots = {
      {.id = "chain_trace",
       .title = "Trace",
       .symbol = "x",
       .doc = "A coordinate or the energy of the first three chains at the moments reported; of runs side by side, of the first "
              "chain of each. Drag the burn-in line, or "
              "set it from the plot's menu: the three plots of chains use the states from it on. R-hat is the split "
              "R-hat of the first 64 chains.",
       .details = "Moves between two moments are not seen. The line belongs to the window: other plots and metrics files do not "
                  "follow it.",
       .group = "Chains"},
      {.id = "chain_autocorrelation",
       .title = "Autocorrelation",
       .symbol = "A",
       .doc = "Correlation of a chain's values with its later ones, over the steps between them, after the burn-in line. "
              "ESS = T/(A₀ + 2 Σ (1 − s/T) A_s), summed over all lags of the T states, is the number of independent "
              "draws that one chain is worth, and τ is the number of steps per such draw.",
       .details = "A is the mean over the first 64 chains, in units of the target's mean and variance, or of the chains' "
                  "own for the energy. Raw positions, without weights. A long run remembers fewer of its steps: where "
                  "neighbouring states hardly correlate, ESS is a lower bound.",
       .group = "Chains",
       .band_label = "independent draws, 5–95 %"},
      {.id = "chain_ranks",
       .title = "Rank plot",
       .symbol = "draws/uniform",
       .doc = "Ranks of the first three chains' values after the burn-in line among those of the first 64 chains. Where "
              "all chains sample the same distribution each line is flat. The band is the 5–95 % range for independent "
              "draws.",
       .details = "Equal values share their ranks.",
       .group = "Chains",
       .band_label = "independent draws, 5–95 %"},
  };
  return plots;
}

namespace {
/// Targets of sites have what lattices have, and more.
bool is_told_of(const Quantity& column, Space space) {
  return *column.space == Space::sites ? space == Space::sites : on_lattice(*column.space) == on_lattice(space);
}
}  // namespace

std::vector<Quantity> plotted_quantities(const Descriptor& sampler, bool learns) {
  std::vector<Quantity> plotted;
  for (const Quantity& column : metric_columns()) {
    if (column.symbol.empty() || (column.learned && !learns) ||
        (column.space && !is_told_of(column, sampler.space)) ||
        (column.id == "kinetic_temperature" && sampler.claims.momentum_field.empty()) ||
        (column.id.starts_with("log_z") && sampler.claims.importance_channel.empty()))
      continue;
    plotted.push_back(column);
    if (plotted.size() == 1)
      for (const Channel& channel : sampler.channels) plotted.push_back(of_channel(channel, sampler));
  }
  return plotted;
}

namespace {
/// What a sampler's first channels measure, on a lattice those of its moves: means over a cycle where there are any,
/// unless they stand beside those of other samplers.
std::vector<std::string> first_channels(const Descriptor& sampler, bool beside_others) {
  std::vector<std::string> first;
  for (const Channel& channel : sampler.channels) {
    const auto stands = static_cast<std::size_t>(beside_others ? find_channel(sampler, channel.id)
                                                               : shown_channel(sampler, channel.id));
    const Channel& shown = sampler.channels[stands];
    if (on_lattice(sampler.space) && !shown.of_transition) continue;
    if (first.size() < channels_shown && std::ranges::find(first, quantity_of(shown)) == first.end())
      first.push_back(quantity_of(shown));
  }
  return first;
}
}  // namespace

std::vector<std::string> default_quantities(const std::vector<std::string>& samplers, Yardstick yardstick, bool learn) {
  if (learn)
    return {"learned_log_likelihood", "learned_tv",
            on_lattice(sampler_unit(samplers.front()).descriptor.space) ? "site_tv" : "mmd2"};
  const bool mixed = std::ranges::any_of(samplers, [&](const std::string& id) { return id != samplers.front(); });
  std::vector<std::pair<std::string, int>> counted;
  for (const std::string& id : samplers)
    for (const std::string& quantity : first_channels(sampler_unit(id).descriptor, mixed)) {
      const auto known = std::ranges::find(counted, quantity, &std::pair<std::string, int>::first);
      known == counted.end() ? void(counted.emplace_back(quantity, 1)) : void(++known->second);
    }
  std::ranges::stable_sort(counted, std::greater(), &std::pair<std::string, int>::second);
  const bool modes = yardstick == Yardstick::modes;
  std::vector<std::string> shown = {
      modes ? "occupancy_tv" : plotted_quantities(sampler_unit(samplers.front()).descriptor).front().id};
  for (std::size_t i = 0; i < std::min(channels_shown, counted.size()); ++i) shown.push_back(counted[i].first);
  return shown;
}

std::vector<Quantity> plotted_quantities(const std::vector<std::string>& samplers, bool learn) {
  std::vector<Quantity> all;
  for (const std::string& id : samplers)
    for (const Quantity& quantity : plotted_quantities(sampler_unit(id).descriptor, learn)) {
      const auto known = std::ranges::find(all, quantity.id, &Quantity::id);
      if (known == all.end()) {
        all.push_back(quantity);
      } else if (known->reference != quantity.reference || known->reference_label != quantity.reference_label ||
                 known->band_label != quantity.band_label) {
        known->reference = {};
        known->band = {};
        known->reference_label = known->band_label = "";
        known->theory = false;
      }
    }
  return all;
}

}  // namespace ergo
