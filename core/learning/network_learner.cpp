#include "core/learning/network_learner.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/spline/spline_target.h"
#include "core/unit/draws_used.h"

namespace ergo {
namespace {

constexpr const char* grid_target = "painted";  // whose device text reads a grid of energies
constexpr std::uint64_t chain_steps_between_pauses = 4'000'000;
constexpr double first_decay = 0.9, second_decay = 0.999, least_scale = 1e-8;  // Adam's
constexpr double power_of_average = 3;                                         // iteration t counts ~ t^3

/// The data's target and the sampler.
RunConfig run_of(const NetworkLearning& how) {
  RunConfig run;
  apply(run, {"target", how.data});
  for (const Assignment& setting : how.data_settings) {
    try {
      apply(run, {"target." + setting.path, setting.value});
    } catch (const Error& error) {
      throw error.at("learn.data." + setting.path);
    }
  }
  apply(run, {"sampler", how.sampler});
  for (const Assignment& setting : how.settings) apply(run, {"sampler." + setting.path, setting.value});
  apply(run, {"backend", how.backend});
  run.chains = how.chains;
  run.seed = how.seed;
  return run;
}

/// Coordinates in which the window reaches from -2 to 2.
NetworkShape shape_of(const NetworkLearning& how, const Window& window) {
  return {how.hidden, how.second, 0.5 * (window.low + window.high), 0.25 * (window.high - window.low)};
}

double length_of(std::span<const double> values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

NetworkLearner::NetworkLearner(const NetworkLearning& how, const BackendFactory& backends)
    : how_(how),
      run_(run_of(how)),
      data_(make_target(run_), how.nodes, how.seed),
      network_(shape_of(how, data_.window()), how.seed),
      averaged_(network_),
      first_moment_(network_.weights().size()),
      second_moment_(network_.weights().size()) {
  run_.target = defaults(target_unit(grid_target).descriptor);
  backend_ = backends(run_.backend);
  backend_->configure(run_);
  x_.resize(how.chains);
  for (std::size_t chain = 0; chain < x_.size(); ++chain) restart(chain);
}

void NetworkLearner::learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause) {
  for (std::uint64_t i = 0; i < iterations; ++i) {
    step_chains(pool, pause);
    step_weights(pool);
    ++iterations_;
  }
}

EnergyGrid NetworkLearner::grid_of(const EnergyNetwork& network, ThreadPool& pool) const {
  std::vector<double> energies(data_.nodes().size());
  network.energies(data_.nodes(), energies, pool);
  return data_.grid(std::move(energies));
}

void NetworkLearner::restart(std::size_t chain) {
  const auto [low, high] = data_.window();
  const Draw draw = Draws(how_.seed, Purpose::start, static_cast<std::uint32_t>(chain), step_, 2)(0);
  x_[chain] = {low.x + draw.uniform1 * (high.x - low.x), low.y + draw.uniform2 * (high.y - low.y)};
}

void NetworkLearner::step_chains(ThreadPool& pool, const SitePause& pause) {
  for (std::size_t chain = 0; chain < x_.size(); ++chain) {
    const Draws draws(how_.seed, Purpose::start, static_cast<std::uint32_t>(chain), step_, 2);
    if (draws(1).uniform1 < how_.restarts) restart(chain);
  }
  backend_->set_target(std::make_shared<SplineTarget>(grid_of(network_, pool)));
  backend_->place(x_, step_);
  const std::uint64_t end = step_ + how_.steps;
  const std::uint64_t part = std::max<std::uint64_t>(1, chain_steps_between_pauses / how_.chains);
  while (step_ < end) {
    if (pause) pause();
    const std::uint64_t now = std::min(part, end - step_);
    backend_->advance(step_, now);
    step_ += now;
  }
  const Descriptor& sampler = sampler_unit(run_.sampler.id).descriptor;
  const ChainData chains = backend_->read();
  const auto place = static_cast<std::size_t>(
      state_offset(sampler, position_field(available(DrawsUsed::reservoir, sampler), sampler)));
  diverged_ = 0;
  for (std::size_t chain = 0; chain < x_.size(); ++chain) {
    const auto row = chains.state_row(chain);
    x_[chain] = {row[place], row[place + 1]};
    if (!chains.diverged[chain] && std::isfinite(x_[chain].x) && std::isfinite(x_[chain].y)) continue;
    restart(chain);
    ++diverged_;
  }
  const double of_step = sampler.gradients_per_step(Parameters(sampler.parameters, run_.sampler.values));
  gradients_ += counted_gradients(chains, sampler).value_or(of_step * static_cast<double>(how_.steps));
}

void NetworkLearner::step_weights(ThreadPool& pool) {
  // d/dw of sign <E> + penalty <E^2>
  const auto part = [&](std::span<const Position> x, double sign) {
    const double share = 1 / static_cast<double>(x.size()), penalty = how_.penalty;
    return network_.weight_gradient(
        x, [=](double energy) { return share * (sign + 2 * penalty * energy); }, pool);
  };
  std::vector<double> gradient = part(data_.draws(how_.batch, iterations_), 1);
  const std::vector<double> of_chains = part(x_, -1);
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += of_chains[i];
  gradient_norm_ = length_of(gradient);
  if (!std::isfinite(gradient_norm_))
    throw Error("learning left the finite numbers in iteration", std::to_string(iterations_),
                "a smaller learn.rate or learn.clip, a larger learn.penalty", "learn.rate");
  if (gradient_norm_ > how_.clip)
    for (double& slope : gradient) slope *= how_.clip / gradient_norm_;
  move_along(std::move(gradient));
}

void NetworkLearner::move_along(std::vector<double> gradient) {
  const auto t = static_cast<double>(iterations_);
  const double rate = how_.rate / (1 + t / how_.decay);
  const double first_share = 1 - std::pow(first_decay, t + 1),
               second_share = 1 - std::pow(second_decay, t + 1);
  const double share = (power_of_average + 1) / (t + 1 + power_of_average);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    double &m = first_moment_[i], &v = second_moment_[i], &w = network_.weights()[i],
           &mean = averaged_.weights()[i];
    m += (1 - first_decay) * (gradient[i] - m);
    v += (1 - second_decay) * (gradient[i] * gradient[i] - v);
    w -= rate * (m / first_share) / (std::sqrt(v / second_share) + least_scale);
    mean += share * (w - mean);
  }
}

}  // namespace ergo
