// What deterministic flows keep, and what they do not: ESH (Ver Steeg & Galstyan 2021) and Nose-Hoover.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/backend/cpu_backend.h"
#include "core/backend/start_positions.h"
#include "core/config/assignment.h"
#include "core/diagnostics/chain_walk.h"
#include "core/diagnostics/jarzynski.h"
#include "core/diagnostics/published_results.h"
#include "core/diagnostics/trial.h"

namespace ergo {
namespace {

RunConfig config_of(const char* sampler, const char* target, const char* start, std::uint64_t chains,
                    std::uint64_t seed, double step_size) {
  RunConfig config;
  apply(config, {"target", target});
  apply(config, {"sampler", sampler});
  apply(config, {"start", start});
  apply(config, {"sampler.step_size", std::to_string(step_size)});
  config.chains = chains;
  config.seed = seed;
  return config;
}

/// The median over chains of the largest |H - H0| up to a time, reproduced on 64 chains: over 100 such groups
/// medians of ESH scatter by 25 %, of Nose-Hoover by 8 %.
struct EnergyError {
  const char *sampler, *target, *start;
  double step_size, time, median, scatter;
};

const EnergyError energy_errors[] = {{"esh", "correlated_gaussian", "normal", .1, 20, .94, .25},
                                     {"esh", "correlated_gaussian", "normal", .05, 20, .124, .25},
                                     {"esh", "correlated_gaussian", "normal", .025, 20, .032, .25},
                                     {"esh", "correlated_gaussian", "normal", .0125, 20, .0079, .25},
                                     {"esh", "correlated_gaussian", "normal", .00625, 20, .0020, .25},
                                     {"esh", "ring8", "normal", .1, 20, 3.2, .25},
                                     {"esh", "ring8", "normal", .05, 20, .44, .25},
                                     {"esh", "ring8", "normal", .025, 20, .069, .25},
                                     {"esh", "ring8", "normal", .0125, 20, .018, .25},
                                     {"esh", "ring8", "normal", .00625, 20, .0046, .25},
                                     {"nose_hoover", "ring8", "exact", .02, 5, 3.8e-2, .08},
                                     {"nose_hoover", "ring8", "exact", .01, 5, 1.07e-2, .08},
                                     {"nose_hoover", "ring8", "exact", .005, 5, 2.4e-3, .08}};

PublishedResult result_of(const EnergyError& e) {
  char test[60];
  std::snprintf(test, sizeof test, "largest |H - H0|, step %g", e.step_size);
  return published_result(e.sampler, e.target, test, false, [e](std::uint64_t seed) {
    constexpr std::size_t chains = 512;
    const RunConfig config = config_of(e.sampler, e.target, e.start, chains, seed, e.step_size);
    const auto channel =
        static_cast<std::size_t>(find_channel(sampler_unit(e.sampler).descriptor, "hamiltonian_error"));
    std::vector<double> largest(chains);
    walk_chains(config, 0, static_cast<std::uint64_t>(std::lround(e.time / e.step_size)),
                [&](const ChainSight& s) {
                  largest[s.chain] = std::max(largest[s.chain], std::abs(s.report[channel]));
                });
    std::ranges::nth_element(largest, largest.begin() + chains / 2);
    const Estimate ours = {largest[chains / 2], e.scatter * e.median / std::sqrt(chains / 64.)};
    return compared(ours, e.median, 4 * std::hypot(ours.error, e.scatter * e.median));
  });
}

/// Mean of 2E/d on N(0, I), d = 2, whose directions are drawn anew every tenth of 1000 steps of 0.1 from (1,
/// 0), so that all chains have one H. Unweighted draws follow p^{(d-1)/m} and weighted ones p^{d/m}, m = d or
/// d-1.
struct RefreshedEnergy {
  const char *gradient_scale, *weights;
  double value;
};

const RefreshedEnergy refreshed_energies[] = {
    {"d", "off", 2}, {"d", "on", 1}, {"d-1", "off", 1}, {"d-1", "on", .5}};

void refresh_directions(CpuBackend& backend, std::uint64_t seed, std::uint64_t step) {
  ChainData data = backend.read();
  const auto u = static_cast<std::size_t>(state_offset(sampler_unit("esh").descriptor, "u"));
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Draw z = Draws(seed, Purpose::diagnostics, static_cast<std::uint32_t>(i), step, 2)(0);
    const double length = std::hypot(z.normal_x, z.normal_y);
    double* row = &data.state[i * static_cast<std::size_t>(data.state_size)];
    row[u] = z.normal_x / length;
    row[u + 1] = z.normal_y / length;
  }
  backend.write(data);
}

Estimate refreshed_energy(const RefreshedEnergy& e, std::uint64_t seed) {
  constexpr std::uint64_t chains = 10'000;
  RunConfig config = config_of("esh", "gaussian", "point", chains, seed, .1);
  apply(config, {"sampler.gradient_scale", e.gradient_scale});
  apply(config, {"sampler.weights", e.weights});
  CpuBackend backend;
  backend.configure(config);
  backend.place(std::vector<Position>(chains, {1, 0}), 0);
  for (std::uint64_t step = 0; step < 1000; step += 10) {
    refresh_directions(backend, seed, step);
    backend.advance(step, 10);
  }
  const ChainData data = backend.read();
  const Descriptor& esh = sampler_unit("esh").descriptor;
  std::vector<double> energies, weights;
  for (const double log_weight : channel_of(data, esh, "log_weight")) weights.push_back(std::exp(log_weight));
  for (std::size_t i = 0; i < data.chains; ++i) energies.push_back(dot(data.x(i), data.x(i)) / 2);
  return mean_of(energies, weights);
}

PublishedResult result_of(const RefreshedEnergy& e) {
  const std::string test =
      std::string("<2E/d>, gradient over ") + e.gradient_scale + ", weights " + e.weights;
  // A hundredth for the integrator's own bias.
  return published_result("esh", "gaussian", test, false, [e](std::uint64_t seed) {
    const Estimate ours = refreshed_energy(e, seed);
    return compared(ours, e.value, 5 * ours.error + .01);
  });
}

/// log Z of a Gaussian with variances (0.1, 0.2), from N(0, I), by 20 steps of 100 000 chains: Jarzynski's
/// weight is unbiased at any step size.
PublishedResult jarzynski_result(double step_size) {
  char test[40];
  std::snprintf(test, sizeof test, "log Z by Jarzynski, step %g", step_size);
  return published_result("esh", "gaussian", test, false, [step_size](std::uint64_t seed) {
    RunConfig config = config_of("esh", "gaussian", "normal", 100'000, seed, step_size);
    apply(config, {"target.sd_x", "0.31622776601683794"});
    apply(config, {"target.sd_y", "0.44721359549995793"});
    const auto target = make_target(config);
    CpuBackend backend;
    backend.configure(config);
    backend.place(start_positions(config, *target), 0);
    std::vector<double> logs = log_start_ratios(backend.read(), config);
    backend.advance(0, 20);
    const auto moved = channel_of(backend.read(), sampler_unit("esh").descriptor, "log_importance");
    for (std::size_t i = 0; i < logs.size(); ++i) logs[i] += moved[i];
    const LogMean ours = log_mean_exp(logs);
    return compared({ours.value, ours.error}, *target->log_normaliser(), 5 * ours.error);
  });
}

/// The spread, over 64 chains, of the time average of x^2 on N(0, 1): one thermostat leaves tori, two and
/// three do not. A spread over 64 chains has a standard error of 9 %.
PublishedResult oscillator_result(int thermostats) {
  const std::string test = "spread of time averages, M " + std::to_string(thermostats);
  return published_result("nose_hoover", "oscillator", test, false, [thermostats](std::uint64_t seed) {
    RunConfig config = config_of("nose_hoover", "oscillator", "exact", 64, seed, .05);
    apply(config, {"sampler.chain_length", std::to_string(thermostats)});
    const auto spread = [&](std::uint64_t steps) {
      return spread_of(
          time_averages(config, 0, steps, [](const ChainSight& s) { return s.state[0] * s.state[0]; }));
    };
    const Estimate lengthy = spread(80'000);
    if (thermostats == 1) return compared(lengthy, .22, 4 * std::hypot(lengthy.error, .09 * .22));
    // Four times the time halves the spread of an ergodic chain's averages and leaves that of tori.
    const Estimate brief = spread(20'000);
    return compared({lengthy.value / brief.value, lengthy.value / brief.value * .09 * std::sqrt(2.)}, .5,
                    4 * .5 * .09 * std::sqrt(2.));
  });
}

}  // namespace

std::vector<PublishedResult> flow_results() {
  std::vector<PublishedResult> results;
  for (const auto& e : energy_errors) results.push_back(result_of(e));
  for (const auto& e : refreshed_energies) results.push_back(result_of(e));
  for (const double step_size : {.05, .5}) results.push_back(jarzynski_result(step_size));
  for (const int thermostats : {1, 2, 3}) results.push_back(oscillator_result(thermostats));
  return results;
}

}  // namespace ergo
