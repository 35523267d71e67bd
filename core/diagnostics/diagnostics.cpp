#include "core/diagnostics/diagnostics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/diagnostics/temperature.h"
#include "core/truth/target_moments.h"

namespace ergo {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t mode_draws = 10000;

bool within(const Mode& mode, Position x) { return norm(x - mode.centre) < mode.radius; }

double log_sum(double a, double b) {
  const double high = std::max(a, b);
  return high == -infinity ? high : high + std::log1p(std::exp(std::min(a, b) - high));
}

}  // namespace

DiagnosticReport Diagnostics::report(const DiagnosticsRequest& request) {
  const Descriptor& sampler = sampler_unit(request.config.sampler.id).descriptor;
  const ChainData& data = request.data;
  follow(request);
  const auto chains = sound_chains(data);

  DiagnosticReport report;
  report.step = data.step;
  report.seconds = request.seconds;
  const auto counted = counted_gradients(data, sampler);
  report.gradient_evaluations = counted ? request.gradients_before + *counted : request.gradient_evaluations;
  report.chains = data.chains;
  report.diverged = data.chains - chains.size();
  if (!step_) first_gradients_ = report.gradient_evaluations;
  add_channels(report, data, chains, request.config);

  const int time_channel = find_channel(sampler, sampler.claims.time_weight_channel);
  if (step_ != data.step) remember(data, chains, time_channel);
  report.draws = available(request.draws, sampler);
  report.estimator = request.estimator;
  const WeightedPoints drawn = drawn_points(data, sampler, chains, report.draws);
  add_moments(report, drawn);
  report.effective_draws = effective_ = effective_draws(drawn);
  if (reference_) {
    report.mmd = reference_->estimate(drawn.x, drawn.weights);
    add_band(report);
    report.configurational_temperature =
        configurational_temperature(drawn.x, drawn.weights, *target_, truth_.mean);
  }
  if (sites_) report.sites = sites_report(drawn);
  if (sites_ && request.initial)
    report.sites->infinite = infinite_.at(*request.initial, request.journal, data.step);
  if (const int p = state_offset(sampler, sampler.claims.momentum_field); p >= 0)
    report.kinetic_temperature = kinetic_temperature(data, chains, p, target_->dim);
  if (request.marginals) report.marginals = marginals_.of(data, request.config, report.draws);
  if (cells_) report.occupancy = cells_->occupancy(drawn.x, drawn.weights, effective_);
  estimate_normaliser(report, request, chains);
  if (!modes_.empty()) report.modes = count_modes(data, chains);
  add_memory(report, data, chains);
  step_ = data.step;
  return report;
}

std::size_t Diagnostics::band_points() const {
  return std::max(static_cast<std::size_t>(effective_), std::min(chains_, MmdBand::most_points));
}

std::optional<Interval> Diagnostics::band() const {
  return band_ && std::isfinite(effective_) ? band_->interval(band_points()) : std::nullopt;
}

void Diagnostics::add_band(DiagnosticReport& report) const {
  report.band = band();
  if (report.band && report.mmd)
    report.mmd->error = std::max(report.mmd->error, band_->sd(band_points()).value());
}

/// Brings reference, band and memory in line with what the request runs.
void Diagnostics::follow(const DiagnosticsRequest& request) {
  const bool same_target = config_ && config_->target == request.config.target;
  if (!same_target || estimator_ != request.estimator || !target_) build_reference(request);
  const bool same_start = same_target && config_->start == request.config.start;
  const bool same_run = same_target && config_->sampler.id == request.config.sampler.id &&
                        config_->seed == request.config.seed && chains_ == request.data.chains;
  if (!same_run || !same_start) log_start_ratio_.clear();
  if (!same_run || !step_ || request.data.step == 0 || request.data.step < *step_) begin_run(request);
  config_ = request.config;
  band_ = nullptr;
  if (reference_ && chains_ > 1) {
    const std::size_t simulated = std::min(chains_, MmdBand::most_points);
    band_ = &bands_.try_emplace(simulated, simulated, estimator_).first->second;
  }
}

void Diagnostics::build_reference(const DiagnosticsRequest& request) {
  config_.reset();
  band_ = nullptr;
  bands_.clear();
  reference_.reset();
  target_.reset();  // for good where what follows throws
  target_ = make_target(request.config);
  estimator_ = request.estimator;
  sites_.reset();
  if (target_->lattice())
    sites_.emplace(*target_->lattice());
  else
    reference_ = std::make_unique<MmdReference>(target_, estimator_);
  truth_ = exact_moments(*target_);
  log_normaliser_.reset();
  modes_ = target_->modes();
  cells_.reset();
  if (modes_.size() > 1) cells_.emplace(*target_, tabulate(*target_));
  mode_probability_.assign(modes_.size(), 0.0);
  if (modes_.empty()) return;
  const ExactDraws draws(target_);
  for (const Position x : draws(mode_draws, for_modes))
    for (std::size_t k = 0; k < modes_.size(); ++k)
      mode_probability_[k] += within(modes_[k], x) ? 1.0 / mode_draws : 0;
}

void Diagnostics::begin_run(const DiagnosticsRequest& request) {
  chains_ = request.data.chains;
  step_.reset();
  ever_.assign(modes_.size(), false);
  been_in_.assign(chains_ * modes_.size(), false);
  log_time_.assign(chains_, -infinity);
  times_ = 0;
  pooled_.assign(sites_ ? sites_->masses().size() : 0, 0);
  averages_.begin(chains_, truth_, target_->dim);
  paths_.begin(chains_);
  split_.begin(chains_, truth_.mean);
  nested_.begin(request.data, sound_chains(request.data), target_->dim);
  displacement_.begin();
}

void Diagnostics::remember(const ChainData& data, std::span<const std::size_t> chains, int time_channel) {
  paths_.add(data);
  split_.add(data);
  displacement_.add(data, chains);
  if (sites_ && data.step > 0)
    for (const std::size_t i : chains) ++pooled_[sites_->sides().index(sites_->sides().nearest(data.x(i)))];
  if (time_channel >= 0 && data.step == 0) return;  // no time has passed
  ++times_;
  for (const std::size_t i : chains) {
    double share = 1 / static_cast<double>(times_);
    if (time_channel >= 0) {
      const double log_weight = data.report[i * data.report_size + time_channel];
      log_time_[i] = log_sum(log_time_[i], log_weight);
      share = std::exp(log_weight - log_time_[i]);
    }
    averages_.add(i, data.x(i), share);
  }
}

void Diagnostics::add_memory(DiagnosticReport& report, const ChainData& data,
                             std::span<const std::size_t> chains) const {
  if (const double gradients = report.gradient_evaluations - first_gradients_; gradients > 0 && times_ > 0) {
    const auto per_gradient = [&](const Estimate& ess) {
      return Estimate{ess.value / gradients, ess.error / gradients};
    };
    report.ess_per_gradient = per_gradient(averages_.effective_sample_size(chains));
    report.path_ess_per_gradient = per_gradient(paths_.effective_sample_size(chains, truth_, target_->dim));
  }
  report.split_rhat = split_.estimate(chains, target_->dim);
  report.nested_rhat = nested_.estimate(data, chains);
  if (nested_.groups() > 1) report.nested_rhat_band = nested_.band(chains.size());
  report.squared_displacement = displacement_.per_step();
  report.displacement_steps = static_cast<double>(displacement_.steps());
}

SiteReport Diagnostics::sites_report(const WeightedPoints& drawn) const {
  const double draws = static_cast<double>(drawn.x.size());
  const auto counts = std::make_shared<const SiteCounts>(sites_->counts(drawn.x));
  const double pooled = std::accumulate(pooled_.begin(), pooled_.end(), 0.0);
  return {.sides = sites_->sides(),
          .counts = counts,
          .draws = draws,
          .distance = sites_->distance(*counts),
          .floor = sites_->floor(draws),
          .pooled_draws = pooled,
          .pooled_total_variation = sites_->total_variation(pooled_),
          .pooled_floor = sites_->floor(pooled).total_variation};
}

void Diagnostics::estimate_normaliser(DiagnosticReport& report, const DiagnosticsRequest& request,
                                      std::span<const std::size_t> chains) {
  const Descriptor& sampler = sampler_unit(request.config.sampler.id).descriptor;
  const ChainData& data = request.data;
  const int importance = find_channel(sampler, sampler.claims.importance_channel);
  const int conserved = find_channel(sampler, sampler.claims.conserved_channel);
  report.importance_weights = importance >= 0 && conserved >= 0;
  if (!report.importance_weights || !request.begun_at_start) return;
  if (data.step == 0) log_start_ratio_ = log_start_ratios(data, request.config);
  if (log_start_ratio_.empty()) return;
  std::vector<double> exact(data.chains, -infinity), paper(data.chains, -infinity);
  for (const std::size_t i : chains) {
    const double* channel = &data.report[i * static_cast<std::size_t>(data.report_size)];
    exact[i] = log_start_ratio_[i] + channel[importance];
    paper[i] = exact[i] + channel[conserved];
  }
  if (!log_normaliser_) log_normaliser_ = ExactDraws(target_).log_normaliser();
  report.normaliser = NormaliserEstimates{log_mean_exp(exact), log_mean_exp(paper), log_normaliser_};
}

ModeCount Diagnostics::count_modes(const ChainData& data, std::span<const std::size_t> chains) {
  ModeCount count;
  const double n = static_cast<double>(chains.size());
  std::vector<double> of_chain(chains.size());
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    std::size_t inside = 0;
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const bool here = within(modes_[k], data.x(chains[i]));
      auto been = been_in_[chains[i] * modes_.size() + k];
      inside += here;
      been = been || here;
      of_chain[i] += been;
    }
    ever_[k] = ever_[k] || inside > 0;
    count.now += inside > 0;
    count.ever += ever_[k];
    count.expected += -std::expm1(n * std::log1p(-mode_probability_[k]));
    count.occupancy.push_back(n > 0 ? static_cast<double>(inside) / n : 0);
  }
  count.per_chain = mean_of(of_chain);
  return count;
}

}  // namespace ergo
