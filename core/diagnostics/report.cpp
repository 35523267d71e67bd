#include "core/diagnostics/report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/config/acceptance_guide.h"

namespace ergo {
namespace {

/// Values beyond it, of chains that are about to diverge, have no finite square and are left out.
constexpr double largest_value = 1e150;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double standard_error(const ChannelMean& m) {
  return m.count > 1 ? std::sqrt(m.variance / static_cast<double>(m.count)) : nothing;
}

/// Replaces a mean by a weighted one. Its variance is that of `count` values of equal weight with the same error.
void weigh(ChannelMean& mean, const Estimate& weighted) {
  mean.mean = weighted.value;
  mean.variance = weighted.error * weighted.error * static_cast<double>(mean.count);
}

class MetricList {
 public:
  void add(const std::string& id, double value) { all.push_back({id, value, nothing}); }
  void add(const std::string& id, const Estimate& e) { all.push_back({id, e.value, e.error}); }
  void add_band(const std::string& id, const std::optional<Interval>& band) {
    add(id + "_band_low", band ? band->low : nothing);
    add(id + "_band_high", band ? band->high : nothing);
  }
  std::vector<Metric> all;
};

void add_channels(MetricList& list, const DiagnosticReport& report) {
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const ChannelMean& m = report.channels[c];
    const std::string& id = report.channel_ids[c];
    list.add(id, Estimate{m.count ? m.mean : nothing, standard_error(m)});
    if (report.guides[c]) list.add_band(id, report.guides[c]);
    if (!report.predictions[c]) continue;
    list.add(id + "_sd", report.spreads[c]);
    list.add(id + "_predicted", report.predictions[c]->mean);
    list.add(id + "_predicted_sd", report.predictions[c]->sd);
  }
}

void add_sites(MetricList& list, const SiteReport& sites) {
  list.add("site_tv", sites.distance.total_variation);
  list.add_band("site_tv", normal_band(sites.floor.total_variation));
  list.add("site_tv_infinite", sites.infinite ? sites.infinite->total_variation : nothing);
  list.add("site_kl", sites.distance.divergence);
  list.add_band("site_kl", normal_band(sites.floor.divergence));
  const bool pooled = sites.pooled_draws > 0;
  list.add("site_tv_pooled", pooled ? sites.pooled_total_variation : nothing);
  list.add_band("site_tv_pooled", pooled ? std::optional(normal_band(sites.pooled_floor)) : std::nullopt);
}

void add_normaliser(MetricList& list, const NormaliserEstimates& z) {
  list.add("log_z", Estimate{z.exact.value, z.exact.error});
  list.add("log_z_draws", z.exact.effective_draws);
  list.add("log_z_paper", Estimate{z.paper.value, z.paper.error});
  list.add("log_z_paper_draws", z.paper.effective_draws);
  list.add("log_z_truth", z.truth.value_or(nothing));
}

void add_modes(MetricList& list, const DiagnosticReport& report) {
  if (report.modes) {
    list.add("modes_visited", static_cast<double>(report.modes->now));
    list.add("modes_ever_visited", static_cast<double>(report.modes->ever));
    list.add("modes_per_chain", report.modes->per_chain);
    list.add("modes_expected", report.modes->expected);
  }
  if (!report.occupancy) return;
  const Occupancy& occupancy = *report.occupancy;
  list.add("spread_modes", report.mode_spread);
  list.add_band("spread_modes", report.mode_spread_band);
  list.add("kept_mode", report.kept_mode);
  list.add("occupancy_tv", occupancy.total_variation);
  list.add_band("occupancy_tv", occupancy.band);
  for (std::size_t k = 0; k < occupancy.mass.size(); ++k) {
    list.add("occupancy_" + std::to_string(k), occupancy.share[k]);
    list.add("mode_mass_" + std::to_string(k), occupancy.mass[k]);
  }
}

void add_learning(MetricList& list, const LearningReport& report) {
  const LearningMoment& learning = report.model;
  list.add("learned_log_likelihood", learning.log_likelihood);
  list.add("learned_log_likelihood_averaged", report.averaged.log_likelihood);
  list.add("learned_log_likelihood_best", learning.best_log_likelihood);
  list.add("learned_tv", learning.total_variation);
  list.add("learned_tv_averaged", report.averaged.total_variation);
  list.add("learning_gradient", learning.gradient);
  list.add("learning_diverged", learning.diverged);
  list.add("learning_iterations", static_cast<double>(learning.iterations));
}

}  // namespace

std::vector<Metric> metrics(const DiagnosticReport& report) {
  MetricList list;
  list.add("chains", static_cast<double>(report.chains));
  list.add("diverged", static_cast<double>(report.diverged));
  add_channels(list, report);
  if (report.sites) {
    add_sites(list, *report.sites);
  } else {
    list.add("mmd2", report.mmd ? Estimate{report.mmd->mmd2, report.mmd->error} : Estimate{});
    list.add_band("mmd2", report.band);
  }
  list.add("effective_draws", report.effective_draws);
  list.add("mean_x", Estimate{report.mean.x, report.mean_error.x});
  list.add("mean_y", Estimate{report.mean.y, report.mean_error.y});
  list.add("variance_x", Estimate{report.variance.x, report.variance_error.x});
  list.add("variance_y", Estimate{report.variance.y, report.variance_error.y});
  if (!report.sites) list.add("configurational_temperature", report.configurational_temperature);
  if (report.kinetic_temperature) list.add("kinetic_temperature", *report.kinetic_temperature);
  list.add("ess_per_gradient", report.ess_per_gradient);
  list.add("ess_per_step", report.ess_per_step);
  list.add("autocorrelation_time", report.autocorrelation_time);
  list.add("path_ess_per_gradient", report.path_ess_per_gradient);
  list.add("split_rhat", report.split_rhat);
  list.add("nested_rhat", report.nested_rhat);
  list.add_band("nested_rhat", report.nested_rhat_band);
  list.add("spread_mean", report.spread.mean);
  list.add_band("spread_mean", report.spread_band);
  list.add("spread_square", report.spread.square);
  list.add_band("spread_square", report.spread_band);
  list.add("squared_displacement", report.squared_displacement);
  list.add("displacement_steps", report.displacement_steps);
  if (report.start_overlap) list.add("start_overlap", *report.start_overlap);
  if (report.learning) add_learning(list, *report.learning);
  if (report.importance_weights) add_normaliser(list, report.normaliser.value_or(NormaliserEstimates{}));
  add_modes(list, report);
  return list.all;
}

void add_moments(DiagnosticReport& report, const WeightedPoints& points) {
  std::vector<double> values(points.x.size());
  for (const auto coordinate : {&Position::x, &Position::y}) {
    const auto average = [&](auto&& value, Position& mean, Position& error) {
      std::transform(points.x.begin(), points.x.end(), values.begin(),
                     [&](Position x) { return value(x.*coordinate); });
      const Estimate e = mean_of(values, points.weights);
      mean.*coordinate = e.value;
      error.*coordinate = e.error;
    };
    average([](double x) { return x; }, report.mean, report.mean_error);
    const double centre = report.mean.*coordinate;
    average([centre](double x) { return (x - centre) * (x - centre); }, report.variance,
            report.variance_error);
  }
}

Yardstick yardstick_of(const DiagnosticReport& report) {
  constexpr double far = 0.3;
  const bool fine = report.sites && report.sites->floor.total_variation.mean >= far;
  return fine && report.occupancy ? Yardstick::modes : Yardstick::distribution;
}

void add_channels(DiagnosticReport& report, const ChainData& data, std::span<const std::size_t> chains,
                  const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  report.sampler = sampler.id;
  report.channel_ids.clear();
  report.channels.assign(sampler.channels.size(), {});
  report.predictions.assign(sampler.channels.size(), {});
  report.spreads.assign(sampler.channels.size(), {});
  report.guides.assign(sampler.channels.size(), {});
  const std::vector<double> weights =
      report.draws == DrawsUsed::raw ? std::vector<double>() : time_weights(data, sampler, chains);
  for (std::size_t c = 0; c < sampler.channels.size(); ++c) {
    const Channel& channel = sampler.channels[c];
    report.channel_ids.push_back(channel.id);
    if (channel.id == sampler.claims.acceptance_channel) report.guides[c] = acceptance_guide(config);
    report.predictions[c] = prediction(channel, config);
    if (!data.stepped() && channel.of_transition) continue;
    std::vector<double> values, value_weights;
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const double value = data.report[chains[i] * data.report_size + c];
      if (!(std::abs(value) < largest_value)) continue;
      report.channels[c].add(value);
      if (report.predictions[c] || !weights.empty()) values.push_back(value);
      if (!weights.empty()) value_weights.push_back(weights[i]);
    }
    if (report.predictions[c]) report.spreads[c] = spread_of(values);
    if (channel.of_position && !weights.empty()) weigh(report.channels[c], mean_of(values, value_weights));
  }
}

}  // namespace ergo
