#include "core/run/parameter_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/config/learning_settings.h"
#include "core/config/start_settings.h"
#include "core/run/tape.h"

namespace ergo {
namespace {

constexpr std::uint64_t reference_draws = 65536;
constexpr double most_diverged = 0.01;  // share of the chains
constexpr double fewest_steps = 16, usual_steps = 128;  // of the first stage
constexpr std::size_t quantities = 3, acceptance_at = quantities;
const std::array<std::string, quantities> names = {"x", "y", "energy"};

std::uint64_t period_of(const RunConfig& run) {
  return static_cast<std::uint64_t>(make_sampler(run)->period());
}

std::vector<std::size_t> undiverged(const ChainData& data) {
  std::vector<std::size_t> chains;
  for (std::size_t i = 0; i < data.chains; ++i)
    if (!data.diverged[i]) chains.push_back(i);
  return chains;
}

/// False where one of them is not known.
bool alike(const Estimate& a, const Estimate& b) {
  return std::abs(a.value - b.value) <= ParameterSweep::most_errors * std::hypot(a.error, b.error);
}

}  // namespace

const std::vector<std::string>& swept_quantities() {
  static const std::vector<std::string> all = {"least", "x", "y", "energy"};
  return all;
}

ParameterSweep::ParameterSweep(const RunConfig& run, std::unique_ptr<Backend> backend, const SweepOptions& options)
    : run_(run),
      options_(options),
      sampler_(&sampler_unit(run.sampler.id).descriptor),
      parameter_(&swept_number(run.sampler, options.parameter)),
      backend_(std::move(backend)) {
  require_still_target(run, "a tuning curve");
  const std::vector<std::string>& legal = swept_quantities();
  const int dim = target_descriptor(run).dim;
  if (std::ranges::find(legal, options.quantity) == legal.end())
    throw illegal_value("--quantity", options.quantity, legal_words(options.quantity, legal), "");
  if (options.quantity == "y" && dim == 1)
    throw illegal_value("--quantity", "y", "least, x, energy (the target is on a line)", "");
  run_.start = exact_or_default_start(run_);
  for (const double value : swept_values(*parameter_, run, options)) points_.push_back({.value = value});
  for (std::size_t k = 0; k < points_.size(); ++k) waiting_.push_back(k);
  kept_.resize(points_.size());
  draw_reference();
  run_.chains = options.chains;
  begin_turn();
}

void ParameterSweep::draw_reference() {
  run_.chains = std::max(reference_draws, options_.chains);
  const auto target = make_target(run_);
  starts_ = chain_starts(run_, *target);
  std::array<std::vector<double>, quantities> values;
  const bool exact = run_.start.id == "exact";
  for (std::size_t i = 0; i < starts_.positions.size(); ++i) {
    const Draws draws(run_.seed, Purpose::exact, static_cast<std::uint32_t>(i), 0, target->dim);
    const Position x = exact ? starts_.positions[i] : target->draw(draws).value();
    values[0].push_back(x.x);
    values[1].push_back(x.y);
    values[2].push_back(target->evaluate(x).energy);
  }
  std::vector<double> centres;
  for (const auto& list : values) {
    truth_.push_back(mean_of(list));
    truth_sd_.push_back(spread_of(list).value);
    centres.push_back(truth_.back().value);
  }
  centres.push_back(0);  // of the acceptance
  averages_ = std::make_unique<TimeAverages>(options_.chains, centres);
  starts_.keep(options_.chains);
}

void ParameterSweep::begin_turn() {
  const std::size_t now = waiting_.front();
  const auto index = static_cast<std::size_t>(find_parameter(*sampler_, parameter_->id));
  run_.sampler.values[index] = points_[now].value;
  backend_->configure(run_);
  if (const auto& chains = kept_[now].chains) {
    backend_->restore(*chains);
    step_ = chains->step;
    return begin_stage();
  }
  place(*backend_, starts_, *sampler_);
  step_ = 0;
  stage_ = first_stage();
}

std::uint64_t ParameterSweep::first_stage() const {
  const double most = cost_of(run_);
  const double affordable = static_cast<double>(options_.gradients) / (8 * std::max(most, 1.0));
  const auto steps = static_cast<std::uint64_t>(std::clamp(affordable, fewest_steps, usual_steps));
  const std::uint64_t period = period_of(run_);
  return (steps + period - 1) / period * period;
}

double ParameterSweep::gradients_used(const ChainData& data) const {
  if (const auto counted = counted_gradients(data, *sampler_)) return *counted;
  return cost_of(run_) * static_cast<double>(data.step);
}

void ParameterSweep::begin_stage() {
  stage_ = step_;
  gradients_before_ = gradients_used(backend_->read());
  averages_->begin();
  log_weights_.assign(run_.chains, -std::numeric_limits<double>::infinity());
}

void ParameterSweep::advance() {
  if (done()) return;
  backend_->advance(step_++, 1);
  if (step_ < stage_) return;
  if (step_ == stage_) return begin_stage();
  const ChainData data = backend_->read();
  add(data);
  if (step_ == 2 * stage_) end_turn(data);
}

void ParameterSweep::end_turn(const ChainData& data) {
  const std::size_t now = waiting_.front();
  waiting_.pop_front();
  ++turns_;
  if (ends_value(points_[now], kept_[now].before, data)) {
    kept_[now].chains.reset();
  } else {
    waiting_.push_back(now);
    kept_[now].chains = backend_->save();
  }
  if (!done()) begin_turn();
}

void ParameterSweep::add(const ChainData& data) {
  const int acceptance = find_channel(*sampler_, sampler_->claims.acceptance_channel),
            weight = find_channel(*sampler_, sampler_->claims.time_weight_channel),
            energy = state_offset(*sampler_, "energy");
  for (std::size_t i = 0; i < data.chains; ++i) {
    if (data.diverged[i]) continue;
    const auto channel = [&](int c) {
      return c < 0 ? 0 : data.report[i * static_cast<std::size_t>(data.report_size) + static_cast<std::size_t>(c)];
    };
    const Position x = data.x(i);
    const std::array seen = {x.x, x.y, data.state_row(i)[static_cast<std::size_t>(energy)], channel(acceptance)};
    averages_->add(i, seen, weight < 0 ? 1 / static_cast<double>(step_ - stage_) : share_of(i, channel(weight)));
  }
}

double ParameterSweep::share_of(std::size_t chain, double log_weight) {
  double& total = log_weights_[chain];
  const double greater = std::max(total, log_weight);
  total = greater + std::log(std::exp(total - greater) + std::exp(log_weight - greater));
  return std::exp(log_weight - total);
}

bool ParameterSweep::ends_value(SweepPoint& point, Stage& before, const ChainData& data) {
  const std::vector<std::size_t> chains = undiverged(data);
  const double used = gradients_used(data), gradients = used - gradients_before_;
  point.steps = step_ - stage_;
  point.gradients_per_step = gradients / static_cast<double>(point.steps);
  point.diverged = data.chains - chains.size();
  point.ess_per_gradient = point.bias = point.acceptance = {};
  if (static_cast<double>(point.diverged) > most_diverged * static_cast<double>(data.chains)) return point.done = true;
  find_ess(point, chains, gradients);
  find_bias(point, chains);
  if (!sampler_->claims.acceptance_channel.empty()) point.acceptance = averages_->mean(acceptance_at, chains);
  Stage now{point.ess_per_gradient, {}};
  for (std::size_t q = 0; q < quantities; ++q) now.means.push_back(averages_->mean(q, chains));
  const double ess = now.rate.value * gradients;
  bool same = !before.means.empty() && alike(now.rate, before.rate);
  for (std::size_t q = 0; same && q < quantities; ++q) same = alike(now.means[q], before.means[q]);
  before = now;
  point.settled = same && ess >= least;
  if (!point.settled) point.ess_per_gradient.error = Estimate().error;
  point.done = (same && ess >= enough) || 2 * used > static_cast<double>(options_.gradients);
  return point.done;
}

void ParameterSweep::find_ess(SweepPoint& point, std::span<const std::size_t> chains, double gradients) const {
  point.ess_per_gradient = {};
  for (std::size_t q = 0; q < quantities; ++q) {
    if (options_.quantity != "least" && options_.quantity != names[q]) continue;
    const auto [ess, error] = averages_->effective_sample_size(q, chains);
    if (std::isnan(ess) || ess / gradients >= point.ess_per_gradient.value) continue;
    point.ess_per_gradient = {ess / gradients, error / gradients};
    point.slowest = names[q];
  }
}

void ParameterSweep::find_bias(SweepPoint& point, std::span<const std::size_t> chains) const {
  for (std::size_t q = 0; q < quantities; ++q) {
    if (!(truth_sd_[q] > 0)) continue;
    const Estimate mean = averages_->mean(q, chains);
    const double bias = (mean.value - truth_[q].value) / truth_sd_[q];
    if (std::abs(bias) <= std::abs(point.bias.value)) continue;
    point.bias = {bias, std::hypot(mean.error, truth_[q].error) / truth_sd_[q]};
    point.biased = names[q];
  }
}

}  // namespace ergo
