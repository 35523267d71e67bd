#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/diagnostics/cells.h"
#include "core/diagnostics/chi_squared.h"
#include "core/diagnostics/stationarity.h"
#include "core/unit/registry.h"

namespace ergo {

namespace {

constexpr std::uint64_t chain_count = 32768;

/// One sampler on one target, both at their defaults, started from exact draws.
class Trial {
 public:
  Trial(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend, std::uint64_t seed)
      : sampler(sampler.descriptor), target(target.make()), backend(backend) {
    config_.target = {target.descriptor.id, initial_values(target.descriptor.parameters)};
    config_.sampler = {sampler.descriptor.id, initial_values(sampler.descriptor.parameters)};
    config_.seed = seed;
    config_.backend = backend.kind();
  }

  /// Chains at exact draws at step 0.
  void start(std::uint64_t chains, std::uint64_t seed_offset = 0) {
    config_.chains = chains;
    RunConfig config = config_;
    config.seed += seed_offset;
    starts.resize(chains);
    for (std::size_t i = 0; i < chains; ++i)
      starts[i] =
          *target->draw(Draws(config.seed, Purpose::exact, static_cast<std::uint32_t>(i), 0, target->dim));
    backend.configure(config);
    backend.place(starts, 0);
  }
  void set_step_size(double h) {
    config_.sampler.values[static_cast<std::size_t>(find_parameter(sampler, "step_size"))] = h;
  }
  bool has_draws() const { return target->draw(Draws(0, Purpose::exact, 0, 0, target->dim)).has_value(); }

  /// The largest second derivative along any direction, over `count` exact draws: quantile q of the spectral
  /// norm.
  double curvature(double quantile) const;

  const Descriptor& sampler;
  const std::unique_ptr<Target> target;
  Backend& backend;
  std::vector<Position> starts;

 private:
  RunConfig config_;
};

double Trial::curvature(double quantile) const {
  constexpr std::size_t count = 1024;
  std::vector<double> norms(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Position x = *target->draw(
        Draws(config_.seed, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, target->dim));
    const double step = 1e-5 * (1 + norm(x));
    const auto derivative = [&](Position e) {
      return (target->evaluate(x + step * e).gradient - target->evaluate(x - step * e).gradient) / (2 * step);
    };
    const Position a = derivative({1, 0}), b = target->dim == 1 ? Position{} : derivative({0, 1});
    const double middle = (a.x + b.y) / 2, spread = std::hypot((a.x - b.y) / 2, (a.y + b.x) / 2);
    norms[i] = std::abs(middle) + spread;
  }
  const auto place = norms.begin() + static_cast<std::ptrdiff_t>(quantile * (count - 1));
  std::nth_element(norms.begin(), place, norms.end());
  return *place;
}

std::vector<Position> positions_of(const ChainData& data) {
  std::vector<Position> positions(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) positions[i] = data.x(i);
  return positions;
}

std::vector<double> channel_of(const ChainData& data, const Descriptor& sampler, const std::string& id) {
  const auto column = static_cast<std::size_t>(find_channel(sampler, id));
  std::vector<double> values(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i)
    values[i] = data.report[i * static_cast<std::size_t>(data.report_size) + column];
  return values;
}

/// An exact or weighted sampler loses no chain.
bool lost_chains(const ChainData& data, Verdict& verdict) {
  if (data.diverged_count() == 0) return false;
  verdict.verdict = "fail";
  verdict.reason = std::to_string(data.diverged_count()) + " chains left the finite numbers";
  return true;
}

Verdict exact_law(Trial& trial) {
  trial.start(chain_count);
  trial.backend.advance(0, 32);
  const ChainData data = trial.backend.read();
  Verdict verdict = law_test(*trial.target, positions_of(data), verification_level());
  lost_chains(data, verdict);
  return verdict;
}

std::vector<WeightedMove> moves_of(const ChainData& data, const Trial& trial) {
  const auto weights = channel_of(data, trial.sampler, trial.sampler.claims.importance_channel);
  std::vector<WeightedMove> moves(data.chains);
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = {trial.starts[i], data.x(i), weights[i]};
  return moves;
}

/// Weights get heavy tails as chains forget where they began. A pilot run of another seed says how many
/// steps, a power of two up to 32, leave at least half of the chains effective: E[w^2] = E[1/w] <= 2.
std::uint64_t steps_with_light_weights(Trial& trial) {
  trial.start(4096, 1);
  std::uint64_t done = 0;
  for (std::uint64_t steps = 1; steps <= 32; steps *= 2) {
    trial.backend.advance(done, steps - done);
    double squares = 0;
    for (const auto& move : moves_of(trial.backend.read(), trial))
      squares += std::exp(-move.log_weight) / 4096;
    if (squares > 2) break;
    done = steps;
  }
  return std::max<std::uint64_t>(done, 1);
}

std::vector<Verdict> weighted_law(Trial& trial) {
  const std::uint64_t steps = steps_with_light_weights(trial);
  trial.start(chain_count);
  trial.backend.advance(0, steps);
  const ChainData data = trial.backend.read();
  const auto moves = moves_of(data, trial);
  std::vector<Verdict> verdicts = {weighted_law_test(*trial.target, moves, verification_level()),
                                   mean_weight_test(moves)};
  for (Verdict& verdict : verdicts) {
    verdict.reason += ", " + std::to_string(steps) + " steps";
    lost_chains(data, verdict);
  }
  return verdicts;
}

/// Time average of each chain's energy over the steps from `from` to `to`, looked at every `every` steps.
std::optional<std::vector<double>> mean_energies(Trial& trial, std::uint64_t from, std::uint64_t to,
                                                 std::uint64_t every) {
  trial.start(chain_count / 2);
  trial.backend.advance(0, from);
  std::vector<double> means(chain_count / 2, 0);
  const auto looks = static_cast<double>((to - from) / every);
  const int offset = state_offset(trial.sampler, "energy");
  for (std::uint64_t step = from; step < to; step += every) {
    trial.backend.advance(step, every);
    const ChainData data = trial.backend.read();
    if (data.diverged_count() > 0) return {};
    for (std::size_t i = 0; i < means.size(); ++i)
      means[i] += data.state_row(i)[static_cast<std::size_t>(offset)] / looks;
  }
  return means;
}

struct Estimate {
  double mean, error;
};

/// The mean of `values`, whose noise in common with `control`, of known mean, is taken off by regression.
Estimate controlled_mean(std::span<const double> values, std::span<const double> control,
                         double control_mean) {
  const double n = static_cast<double>(values.size());
  double v = 0, c = 0, vv = 0, cc = 0, vc = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    v += values[i] / n;
    c += control[i] / n;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    vv += (values[i] - v) * (values[i] - v) / n;
    cc += (control[i] - c) * (control[i] - c) / n;
    vc += (values[i] - v) * (control[i] - c) / n;
  }
  const double slope = cc > 0 ? vc / cc : 0;
  return {v - slope * (c - control_mean), std::sqrt(std::max(0.0, vv - slope * vc) / n)};
}

/// Does the bias b of the mean energy obey b(h) = 2^p b(h/2)? Time runs as h^2 for Langevin dynamics, so the
/// half step size makes four times the steps. At h^2 times the largest curvature = 1 the next order makes
/// ULA's bias on a Gaussian, x/(1 - x) with x = h^2/4, off by a fifth of b(h); twice that is allowed. Order p
/// - 1 would be off by 1.
Verdict bias_order(Trial& trial) {
  Verdict verdict{.test = "bias order"};
  const double ratio = std::pow(2.0, trial.sampler.claims.bias_order), remainder = 0.4;
  const Cells wide(*trial.target, 3, trial.target->dim == 1 ? 512 : 128);
  if (wide.probabilities().back() > 1e-6)
    return {.test = verdict.test, .verdict = "skip", .reason = "the target reaches far beyond its window"};
  const double exact = wide.energy_inside(), h = 1 / std::sqrt(trial.curvature(1));
  trial.start(chain_count / 2);
  std::vector<double> initial;
  const ChainData data = trial.backend.read();
  for (std::size_t i = 0; i < data.chains; ++i) initial.push_back(data.state_row(i)[2]);
  trial.set_step_size(h);
  const auto whole = mean_energies(trial, 16, 128, 1);
  trial.set_step_size(h / 2);
  const auto half = whole ? mean_energies(trial, 64, 512, 4) : std::nullopt;
  if (!half)
    return {
        .test = verdict.test, .verdict = "skip", .reason = "chains diverge where the curvature is largest"};
  std::vector<double> difference(whole->size());
  for (std::size_t i = 0; i < difference.size(); ++i)
    difference[i] = (*whole)[i] - exact - ratio * ((*half)[i] - exact);
  const double bias = controlled_mean(*whole, initial, exact).mean - exact;
  const Estimate off = controlled_mean(difference, initial, exact);
  const double allowed = remainder * std::abs(bias);
  verdict.threshold = normal_threshold(verification_level());
  verdict.statistic = std::max(0.0, std::abs(off.mean) - allowed) / off.error;
  verdict.p_value = normal_p_value(verdict.statistic);
  verdict.verdict = verdict.statistic <= verdict.threshold ? "pass" : "fail";
  verdict.reason = "bias of the mean energy " + std::to_string(bias) + " at step size " + std::to_string(h);
  const bool resolved = std::abs(bias) * (1 - remainder) > 2 * verdict.threshold * off.error;
  if (verdict.verdict == "pass" && !resolved) {
    verdict.verdict = "skip";
    verdict.reason += " is too small to tell its order";
  }
  return verdict;
}

/// Median over the chains of the largest |channel| on the way.
double median_error(Trial& trial, std::uint64_t steps, double& energy) {
  trial.start(chain_count / 8);
  std::vector<double> largest(chain_count / 8, 0);
  ChainData data;
  for (std::uint64_t step = 0; step < steps; ++step) {
    trial.backend.advance(step, 1);
    data = trial.backend.read();
    const auto errors = channel_of(data, trial.sampler, trial.sampler.claims.conserved_channel);
    for (std::size_t i = 0; i < largest.size(); ++i) largest[i] = std::max(largest[i], std::abs(errors[i]));
  }
  const auto median = [](std::vector<double>& values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
  };
  std::vector<double> energies(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) energies[i] = std::abs(data.state_row(i)[2]);
  energy = median(energies);
  return median(largest);
}

/// A time-reversible second-order integrator errs by c h^2 + O(h^4). At h a quarter of the inverse square
/// root of the median curvature the observed order log2(error(h)/error(h/2)) is within 0.05 of 2 on Gaussian
/// targets; 0.2 is allowed, where order 1 or 3 would be off by 1.
Verdict conservation_order(Trial& trial) {
  const double h = 0.25 / std::sqrt(trial.curvature(0.5));
  double energy = 0;
  trial.set_step_size(h);
  const double whole = median_error(trial, 64, energy);
  trial.set_step_size(h / 2);
  const double half = median_error(trial, 128, energy);
  const double epsilon = trial.backend.kind() == BackendKind::cpu ? std::numeric_limits<double>::epsilon()
                                                                  : std::numeric_limits<float>::epsilon();
  const double rounding = std::sqrt(128.0) * epsilon * (1 + energy);
  Verdict verdict{.test = "conservation order", .threshold = 0.2, .p_value = std::nan("")};
  if (whole <= 10 * rounding) {
    verdict.reason = "conserved to rounding";
  } else if (half <= 10 * rounding) {
    verdict.verdict = "skip";
    verdict.reason = "the error is too close to rounding";
  } else {
    verdict.statistic = std::abs(std::log2(whole / half) - 2);
    verdict.verdict = verdict.statistic <= verdict.threshold ? "pass" : "fail";
    verdict.reason =
        "median errors " + std::to_string(whole) + " and, at half the step size, " + std::to_string(half);
  }
  return verdict;
}

}  // namespace

std::vector<Verdict> verify(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend,
                            std::uint64_t seed) {
  Trial trial(sampler, target, backend, seed);
  const Claims& claims = sampler.descriptor.claims;
  std::vector<Verdict> verdicts;
  if (!trial.has_draws() || !trial.target->log_normaliser()) {
    verdicts.push_back(
        {.test = "stationarity", .verdict = "skip", .reason = "the target has no exact draws or normaliser"});
  } else {
    if (claims.law == Law::exact) verdicts.push_back(exact_law(trial));
    if (claims.law == Law::weighted) verdicts = weighted_law(trial);
    if (claims.law == Law::biased) verdicts.push_back(bias_order(trial));
    if (!claims.conserved_channel.empty()) verdicts.push_back(conservation_order(trial));
  }
  for (Verdict& verdict : verdicts) {
    verdict.sampler = sampler.descriptor.id;
    verdict.target = target.descriptor.id;
    verdict.backend = to_string(backend.kind());
  }
  return verdicts;
}

}  // namespace ergo
