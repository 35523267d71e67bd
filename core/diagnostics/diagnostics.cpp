#include "core/diagnostics/diagnostics.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/diagnostics/start_overlap.h"
#include "core/diagnostics/temperature.h"

namespace ergo {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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
  report.occasion = request.occasion;
  report.step = data.step;
  report.seconds = request.seconds;
  const auto counted = counted_gradients(data, sampler);
  report.gradient_evaluations = counted ? request.gradients_before + *counted : request.gradient_evaluations;
  report.chains = data.chains;
  report.diverged = data.chains - chains.size();
  report.learning = request.learning;
  report.draws = available(request.draws, sampler);
  report.first_chains = first_chains(data, sampler);
  report.truth = truth_->moments;
  report.dim = truth_->target->dim;
  add_channels(report, data, chains, request.config);
  if (request.occasion.channels_only) return report;
  for (const std::size_t i : chains) report.positions.push_back(data.x(i));
  if (!step_) first_gradients_ = report.gradient_evaluations, first_step_ = data.step;

  const int time_channel = find_channel(sampler, sampler.claims.time_weight_channel);
  const bool lasting = !request.occasion.at_rest;
  if (lasting && step_ != data.step) remember(data, chains, time_channel);
  report.estimator = request.estimator;
  const WeightedPoints drawn = drawn_points(data, sampler, chains, report.draws);
  add_moments(report, drawn);
  report.effective_draws = effective_ = effective_draws(drawn);
  if (truth_->reference) {
    report.mmd = truth_->reference->estimate(drawn.x, drawn.weights);
    add_band(report);
    report.configurational_temperature =
        configurational_temperature(drawn.x, drawn.weights, *truth_->target, truth_->moments.mean);
  }
  if (truth_->sites) report.sites = sites_report(drawn);
  if (const SitePlane* plane = truth_->target->sites())
    report.start_overlap =
        request.start_words ? start_overlap(*plane, data, chains, *request.start_words) : Estimate{};
  if (truth_->sites && request.initial)
    report.sites->infinite = infinite_.at(*request.initial, request.journal, data.step);
  if (const int p = state_offset(sampler, sampler.claims.momentum_field); p >= 0)
    report.kinetic_temperature = kinetic_temperature(data, chains, p, truth_->target->dim);
  if (request.marginals) report.marginals = marginals_.of(data, request.config, report.draws);
  if (cells_) report.occupancy = cells_->occupancy(drawn.x, drawn.weights, effective_);
  estimate_normaliser(report, request, chains);
  if (!truth_->modes.empty()) {
    const auto before = std::pair(ever_, been_in_);
    report.modes = count_modes(data, chains);
    if (!lasting) std::tie(ever_, been_in_) = before;
  }
  add_memory(report, data, chains);
  if (lasting) summary_.add(data, request.config);
  report.remarks = summary_.remarks_on_sound_chains();
  if (std::string words = remark_on_truth(); !words.empty()) report.remarks.push_back(std::move(words));
  if (lasting) step_ = data.step;
  return report;
}

std::string Diagnostics::remark_on_truth() const {
  const std::string own = truth_->target->remark(std::chrono::milliseconds(0));
  return !own.empty() || !truth_->reference ? own : remark_on(truth_->reference->draws());
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
  const bool same_target =
      config_ && config_->target == request.config.target && truth_->estimator == request.estimator;
  if (!same_target) take_truth(request);
  const bool same_start = same_target && config_->start == request.config.start;
  const bool same_run = same_target && config_->sampler.id == request.config.sampler.id &&
                        config_->seed == request.config.seed && chains_ == request.data.chains;
  if (!same_run || !same_start) log_start_ratio_.clear();
  if (!same_run || !step_ || request.data.step == 0 || request.data.step < *step_) begin_run(request);
  config_ = request.config;
  band_ = nullptr;
  if (truth_->reference && chains_ > 1) {
    simulated_ = std::min(chains_, MmdBand::most_points);
    auto found = bands_.find(simulated_);
    if (found == bands_.end())
      found =
          bands_
              .emplace(simulated_, truth_->band(simulated_).value_or(MmdBand(simulated_, truth_->estimator)))
              .first;
    band_ = &found->second;
  }
}

void Diagnostics::take_truth(const DiagnosticsRequest& request) {
  config_.reset();
  band_ = nullptr;
  bands_.clear();
  cells_.reset();
  truth_.reset();  // for good where what follows throws
  truth_ = truth_of(request.config, request.estimator);
  cells_ = truth_->cells;
  log_normaliser_.reset();
}

void Diagnostics::simulate_band(int replications) {
  band_->simulate(*truth_->reference, replications);
  if (band_->ready()) truth_->keep(simulated_, *band_);
}

void Diagnostics::begin_run(const DiagnosticsRequest& request) {
  chains_ = request.data.chains;
  step_.reset();
  ever_.assign(truth_->modes.size(), false);
  been_in_.assign(chains_ * truth_->modes.size(), false);
  log_time_.assign(chains_, -infinity);
  steps_ = pooled_steps_ = pooled_squares_ = 0;
  single_ = false;
  pooled_.assign(truth_->sites ? truth_->sites->masses().size() : 0, 0);
  averages_.begin(chains_, truth_->moments, truth_->target->dim);
  chain_modes_.begin(chains_, cells_ ? cells_->masses() : std::vector<double>());
  paths_.begin(chains_);
  summary_ = {};
  split_.begin(chains_, truth_->moments.mean);
  nested_.begin(request.data, sound_chains(request.data), truth_->target->dim);
  displacement_.begin();
}

void Diagnostics::remember(const ChainData& data, std::span<const std::size_t> chains, int time_channel) {
  paths_.add(data);
  split_.add(data);
  displacement_.add(data, chains);
  if (truth_->sites && data.step > 0) {
    const std::uint64_t stood_for = data.step - step_.value_or(data.step - 1);
    for (const std::size_t i : chains)
      pooled_[truth_->sites->sides().index(truth_->sites->sides().nearest(data.x(i)))] += stood_for;
    pooled_steps_ += static_cast<double>(stood_for);
    pooled_squares_ += static_cast<double>(stood_for * stood_for);
  }
  average(data, chains, time_channel);
}

/// A state before which nothing was reported stands for as many steps as the next one.
void Diagnostics::average(const ChainData& data, std::span<const std::size_t> chains, int time_channel) {
  const auto see_mode = [&](std::size_t i, double share) {
    if (chain_modes_.follows(i)) chain_modes_.add(i, cells_->nearest(data.x(i)), share);
  };
  if (time_channel >= 0 && data.step == 0) {  // no time has passed
    for (const std::size_t i : chains) see_mode(i, 0);
    return;
  }
  const double stood_for = step_ ? static_cast<double>(data.step - *step_) : 1, log_steps = std::log(stood_for);
  if (std::exchange(single_, !step_)) {
    steps_ = stood_for;
    for (double& log_time : log_time_) log_time += log_steps;
  }
  steps_ += stood_for;
  for (const std::size_t i : chains) {
    double share = stood_for / steps_;
    if (time_channel >= 0) {
      const double log_weight = data.report[i * data.report_size + time_channel] + log_steps;
      log_time_[i] = log_sum(log_time_[i], log_weight);
      share = std::exp(log_weight - log_time_[i]);
    }
    averages_.add(i, data.x(i), share);
    see_mode(i, share);
  }
}

void Diagnostics::add_memory(DiagnosticReport& report, const ChainData& data,
                             std::span<const std::size_t> chains) const {
  if (const double gradients = report.gradient_evaluations - first_gradients_; gradients > 0 && steps_ > 0) {
    const auto per = [](double cost, const Estimate& ess) { return Estimate{ess.value / cost, ess.error / cost}; };
    const auto steps = static_cast<double>(data.step - first_step_);
    const Estimate ess = averages_.effective_sample_size(chains);
    report.ess_per_gradient = per(gradients, ess);
    report.ess_per_step = per(steps, ess);
    report.autocorrelation_time = {steps / ess.value, steps * ess.error / (ess.value * ess.value)};
    report.path_ess_per_gradient =
        per(gradients, paths_.effective_sample_size(chains, truth_->moments, truth_->target->dim));
  }
  report.split_rhat = split_.estimate(chains, truth_->target->dim);
  report.nested_rhat = nested_.estimate(data, chains);
  if (nested_.groups() > 1) report.nested_rhat_band = nested_.band(chains.size());
  add_spread(report, chains);
  report.squared_displacement = displacement_.per_step();
  report.displacement_steps = static_cast<double>(displacement_.steps());
}

void Diagnostics::add_spread(DiagnosticReport& report, std::span<const std::size_t> chains) const {
  if (steps_ == 0 || chains.size() < 2) return;
  report.spread = averages_.spread(chains);
  if (!truth_->target->moments())  // of heavy tails, whose averages are not normal, there is no band
    report.spread_band =
        spread_band(static_cast<double>(chains.size() - 1), report.spread.states, truth_->target->dim);
  if (!cells_) return;
  report.mode_spread = chain_modes_.spread(chains);
  report.mode_spread_band = chain_modes_.band(chains, report.spread.states);
  report.kept_mode = chain_modes_.kept(chains);
}

SiteReport Diagnostics::sites_report(const WeightedPoints& drawn) const {
  const double draws = static_cast<double>(drawn.x.size());
  const auto counts = std::make_shared<const SiteCounts>(truth_->sites->counts(drawn.x));
  // Of as many draws of equal weight.
  const double pooled = pooled_squares_ == 0 ? 0
                                             : std::accumulate(pooled_.begin(), pooled_.end(), 0.0) *
                                                   pooled_steps_ / pooled_squares_;
  return {.sides = truth_->sites->sides(),
          .counts = counts,
          .draws = draws,
          .distance = truth_->sites->distance(*counts),
          .floor = truth_->sites->floor(draws),
          .sampled = truth_->sites->sampled(),
          .pooled_draws = pooled,
          .pooled_total_variation = truth_->sites->total_variation(pooled_),
          .pooled_floor = truth_->sites->floor(pooled).total_variation};
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
  if (!log_normaliser_) log_normaliser_ = ExactDraws(truth_->target).log_normaliser();
  report.normaliser = NormaliserEstimates{log_mean_exp(exact), log_mean_exp(paper), log_normaliser_};
}

ModeCount Diagnostics::count_modes(const ChainData& data, std::span<const std::size_t> chains) {
  ModeCount count;
  const double n = static_cast<double>(chains.size());
  std::vector<double> of_chain(chains.size());
  for (std::size_t k = 0; k < truth_->modes.size(); ++k) {
    std::size_t inside = 0;
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const bool here = within(truth_->modes[k], data.x(chains[i]));
      auto been = been_in_[chains[i] * truth_->modes.size() + k];
      inside += here;
      been = been || here;
      of_chain[i] += been;
    }
    ever_[k] = ever_[k] || inside > 0;
    count.now += inside > 0;
    count.ever += ever_[k];
    count.expected += -std::expm1(n * std::log1p(-truth_->mode_probability[k]));
    count.occupancy.push_back(n > 0 ? static_cast<double>(inside) / n : 0);
  }
  count.per_chain = mean_of(of_chain);
  return count;
}

}  // namespace ergo
