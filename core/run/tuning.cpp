#include "core/run/tuning.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <utility>

#include "core/backend/start_positions.h"
#include "core/base/error.h"
#include "core/config/learning_settings.h"
#include "core/run/session.h"

namespace ergo {

namespace {

constexpr int alphas_tried = 5, betas_tried = 10;  // at a time
constexpr double finest = 1.02;                    // ratio of the step sizes that a search tells apart

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

void check(bool legal, const std::string& option, double value, const std::string& range) {
  if (!legal) throw Error("illegal value of " + option, number(value), range, option);
}

void check(const TuningOptions& o) {
  check(o.alpha_floor >= 1e-3 && o.alpha_floor <= 1e6, "alpha-floor", o.alpha_floor, "0.001 to 1e6");
  check(o.alpha_ceil > o.alpha_floor && o.alpha_ceil <= 1e6, "alpha-ceil", o.alpha_ceil,
        "above alpha-floor (" + number(o.alpha_floor) + "), up to 1e6");
  check(o.beta_min >= 0 && o.beta_min <= 2, "beta-min", o.beta_min, "0 to 2");
  check(o.beta_max >= o.beta_min && o.beta_max <= 2, "beta-max", o.beta_max,
        "from beta-min (" + number(o.beta_min) + ") to 2");
  check(o.acceptance > 0 && o.acceptance < 1, "acceptance", o.acceptance, "between 0 and 1");
  check(o.acceptance_long >= 0 && o.acceptance_long < 1, "acceptance-long", o.acceptance_long,
        "0 (as acceptance) to below 1");
  check(o.cycle_length >= 2, "cycle-length", o.cycle_length, "2 or more");
  check(o.burn_in >= 0, "burn-in", o.burn_in, "0 or more");
  check(o.budget >= 4 * alphas_tried, "budget", o.budget, std::to_string(4 * alphas_tried) + " or more");
}

struct LangevinStep {
  double alpha, beta;
};

/// DMALA's, or without its Metropolis step DULA's.
UnitChoice langevin_step(const RunConfig& run, LangevinStep step, bool metropolis) {
  const bool sites = target_descriptor(run).space == Space::sites;
  const Descriptor& d = sampler_unit(!sites ? "dmala" : metropolis ? "dmala_sites" : "dula_sites").descriptor;
  UnitChoice sampler = defaults(d);
  const auto set = [&](const char* id, double value) {
    sampler.values[static_cast<std::size_t>(find_parameter(d, id))] = value;
  };
  set("alpha", step.alpha);
  set("beta", step.beta);
  if (!sites) set("metropolis", metropolis ? 1 : 0);
  return sampler;
}

RunConfig probing(const RunConfig& run) {
  if (!on_lattice(target_descriptor(run).space))
    throw Error("no cyclical schedule for this target:", run.target.id, "a target on a lattice or of sites", "target");
  require_still_target(run, "a cyclical schedule");
  RunConfig config = run;
  config.sampler = langevin_step(run, {1, 0.5}, true);
  return config;
}

}  // namespace

Tuning::Tuning(const RunConfig& run, std::unique_ptr<Backend> backend, const TuningOptions& options)
    : options_(options), config_(probing(run)), backend_(std::move(backend)) {
  check(options);
  backend_->configure(config_);
  const auto target = make_target(config_);
  place(*backend_, chain_starts(config_, *target), sampler_unit(config_.sampler.id).descriptor);
  chains_ = backend_->save();
}

Probe Tuning::probe(Probe::Purpose purpose, const Blob& from, double alpha, double beta, bool metropolis) {
  config_.sampler = langevin_step(config_, {alpha, beta}, metropolis);
  backend_->configure(config_);
  backend_->restore(from);
  backend_->advance(randomness_++, 1);
  const int rate = find_channel(sampler_unit(config_.sampler.id).descriptor, "acceptance_rate");
  const ChannelMean mean = backend_->means().channels.at(static_cast<std::size_t>(rate));
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (!metropolis) return {purpose, alpha, beta, none, none};
  return {purpose, alpha, beta, mean.mean, std::sqrt(mean.variance / static_cast<double>(mean.count))};
}

Probe Tuning::best_of(Probe::Purpose purpose, std::span<const std::pair<double, double>> alpha_beta,
                      const std::function<double(const Probe&)>& cost) {
  const Blob from = chains_;
  std::size_t best = probes_.size();
  for (const auto& [alpha, beta] : alpha_beta) {
    probes_.push_back(probe(purpose, from, alpha, beta, true));
    const bool first = best + 1 == probes_.size();
    if (!first && !(cost(probes_.back()) < cost(probes_[best]))) continue;
    best = probes_.size() - 1;
    chains_ = backend_->save();
  }
  probes_[best].kept = true;
  return probes_[best];
}

std::vector<Assignment> TunedSchedule::assignments(int cycle_length) const {
  std::vector<Assignment> list = {{"sampler", sampler},
                                  {"sampler.alpha_max", value_text(Parameter{}, alpha_max)},
                                  {"sampler.alpha_min", value_text(Parameter{}, alpha_min)},
                                  {"sampler.cycle_length", std::to_string(cycle_length)},
                                  {"sampler.beta_schedule", "tuned"},
                                  {"sampler.beta_max", value_text(Parameter{}, beta.front())},
                                  {"sampler.beta_min", value_text(Parameter{}, beta.back())}};
  for (std::size_t k = 1; k + 1 < beta.size(); ++k)
    list.push_back({"sampler.beta_" + std::to_string(k), value_text(Parameter{}, beta[k])});
  return list;
}

double Tuning::cosine(int phase, double from, double to) const {
  return std::max(from / 2 * (std::cos(std::numbers::pi * phase / options_.cycle_length) + 1), to);
}

void Tuning::burn_in() {
  const bool adjusted = stage_ == Stage::adjusted;
  const int phase = steps_ % options_.cycle_length;
  const double alpha =
      adjusted ? cosine(phase, options_.alpha_ceil, options_.alpha_floor) : options_.alpha_ceil;
  // From beta_max to beta_min along the cosine, as ACS does.
  const double beta =
      options_.beta_min + (adjusted ? cosine(phase, 1, 0) : 1) * (options_.beta_max - options_.beta_min);
  probes_.push_back(probe(Probe::Purpose::burn_in, chains_, alpha, beta, adjusted));
  probes_.back().kept = true;
  chains_ = backend_->save();
  if (++steps_ >= options_.burn_in) next(adjusted ? Stage::alpha_max : Stage::adjusted);
}

void Tuning::begin(Search search) {
  search.alpha = search.from;
  search_ = std::move(search);
}

/// From one end in equal ratios, until the acceptance crosses the aim. It takes half of the budget at most.
void Tuning::scan() {
  Search& search = *search_;
  const double range = std::log(search.to / search.from);
  const int steps =
      std::max(1, std::min(options_.budget / 2 - 1,
                           static_cast<int>(std::ceil(std::abs(range) / std::log(std::sqrt(2.0))))));
  for (int k = 0; k < alphas_tried && !search.bracket; ++k) {
    Probe now = probe(search.purpose, chains_, search.alpha, search.beta, true);
    now.kept = true;
    probes_.push_back(now);
    chains_ = backend_->save();
    ++steps_;
    const double miss = now.acceptance - search.aim;
    if (!search.best || std::abs(miss) < std::abs(search.best->acceptance - search.aim)) search.best = now;
    if (search.last && (search.last->acceptance - search.aim) * miss <= 0)
      search.bracket = {*search.last, now};
    search.last = now;
    if (search.from_above() && search.alpha == search.from && miss >= 0) {
      search.best = search.last = measured(search.alpha);
      if (search.settled = search.best->acceptance >= search.aim; search.settled) return;
    }
    if (std::abs(std::log(search.alpha / search.from)) >= std::abs(range) * (1 - 1e-9)) {
      search.settled = !search.bracket;
      break;
    }
    const double next = search.alpha * std::exp(range / steps);
    search.alpha = range > 0 ? std::min(next, search.to) : std::max(next, search.to);
  }
  if (search.settled) search.best = measured(search.best->alpha);
}

Probe Tuning::measured(double alpha) {
  Probe mean = {};
  double square = 0;
  for (int k = 0; k < alphas_tried; ++k) {
    Probe now = probe(search_->purpose, chains_, alpha, search_->beta, true);
    now.kept = true;
    probes_.push_back(now);
    chains_ = backend_->save();
    ++steps_;
    mean.acceptance += now.acceptance / alphas_tried;
    square += now.error * now.error;
  }
  return {search_->purpose, alpha, search_->beta, mean.acceptance, std::sqrt(square) / alphas_tried, true};
}

void Tuning::bisect() {
  Search& search = *search_;
  auto& [one, other] = *search.bracket;
  const Probe middle = measured(std::sqrt(one.alpha * other.alpha));
  search.best = middle;
  const bool as_one = (middle.acceptance - search.aim) * (one.acceptance - search.aim) > 0;
  (as_one ? one : other) = middle;
  const bool near = std::abs(std::log(one.alpha / other.alpha)) < std::log(finest);
  search.settled = near || steps_ + alphas_tried > options_.budget;
}

void Tuning::search_beta() {
  constexpr int last = 7;
  if (beta_.empty()) beta_.push_back(options_.beta_max);
  const int knot = static_cast<int>(beta_.size());
  if (knot < last) {
    const int phase =
        static_cast<int>(std::lround(static_cast<double>(knot) * (options_.cycle_length - 1) / last));
    std::vector<std::pair<double, double>> tried;
    for (int k = 0; k < betas_tried; ++k)
      tried.emplace_back(cosine(phase, longest_->best->alpha, shortest_->best->alpha),
                         options_.beta_min + (beta_.back() - options_.beta_min) * k / (betas_tried - 1));
    beta_.push_back(best_of(Probe::Purpose::beta, tried, [](const Probe& p) { return -p.acceptance; }).beta);
  }
  if (static_cast<int>(beta_.size()) < last) return;
  beta_.push_back(options_.beta_min);
  const bool sites = target_descriptor(config_).space == Space::sites;
  schedule_ = TunedSchedule{sites ? "acs_sites" : "acs", longest_->best->alpha, shortest_->best->alpha, beta_};
  next(Stage::done);
}

void Tuning::next(Stage stage) {
  stage_ = stage;
  steps_ = 0;
  const TuningOptions& o = options_;
  if (stage == Stage::alpha_max)
    begin({Probe::Purpose::alpha_max, o.beta_max, o.alpha_ceil, o.alpha_floor, o.aim_of_long()});
  if (stage == Stage::alpha_min) {
    longest_ = std::exchange(search_, std::nullopt);
    begin({Probe::Purpose::alpha_min, o.beta_min, o.alpha_floor, longest_->best->alpha, o.acceptance});
  }
  if (stage == Stage::beta) {
    shortest_ = std::exchange(search_, std::nullopt);
    const bool room = shortest_->best->alpha * finest < longest_->best->alpha;
    if (!room) stage_ = Stage::done;
  }
}

void Tuning::advance() {
  switch (stage_) {
    case Stage::unadjusted:
    case Stage::adjusted:
      if (options_.burn_in == 0)
        next(Stage::alpha_max);
      else
        burn_in();
      break;
    case Stage::alpha_max:
    case Stage::alpha_min:
      search_->bracket ? bisect() : scan();
      if (search_->settled) next(stage_ == Stage::alpha_max ? Stage::alpha_min : Stage::beta);
      break;
    case Stage::beta:
      search_beta();
      break;
    case Stage::done:
      break;
  }
}

double Tuning::progress() const {
  if (done()) return 1;
  const double all = 2.0 * options_.burn_in + 2.0 * options_.budget + betas_tried * 6.0;
  return std::min(static_cast<double>(probes_.size()) / all, 1.0);
}

std::string Tuning::summary() const {
  if (!done()) return "tuning";
  const auto end = [&](const char* name, const Search& search) {
    const Probe& best = *search.best;
    std::string words = std::string(name) + number(best.alpha) + " at beta " + number(search.beta) +
                        " (acceptance " + number(best.acceptance) + " ± " + number(best.error);
    if (search.exceeded())
      words += "; above the target " + number(search.aim) + " even at the upper starting α";
    else if (search.missed())
      words += "; the target " + number(search.aim) + " is missed by " +
               number(std::abs(best.acceptance - search.aim)) + " at best";
    return words + ")";
  };
  const std::string ends = end("alpha_max ", *longest_) + ", " + end("alpha_min ", *shortest_);
  if (schedule_) return ends;
  return "no schedule: " + ends + "; every step below alpha_max exceeds the target acceptance of alpha_min. " +
         "Try a lower target acceptance for the longest step, or a higher one for the shortest.";
}

}  // namespace ergo
