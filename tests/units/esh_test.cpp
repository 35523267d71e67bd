// ESH dynamics: what the flow and its integrator must conserve. Source of the claims: Ver Steeg & Galstyan
// 2021; the expected medians were measured with an independent implementation of the same equations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backend/start_positions.h"
#include "core/verification/chi_squared.h"
#include "tests/machine_fixture.h"

namespace ergo::esh_test {
namespace {

struct Chains {
  RunConfig config;
  CpuBackend backend{2};
  const Descriptor& descriptor = sampler_unit("esh").descriptor;

  Chains(const std::string& target, double step_size, const std::string& start, std::uint64_t chains) {
    config = pair_config("esh", target, BackendKind::cpu, chains);
    apply(config, {"sampler.step_size", std::to_string(step_size)});
    apply(config, {"start", start});
    backend.configure(config);
    backend.place(start_positions(config, *make_target(config)), 0);
  }
  double field(const ChainData& data, std::size_t chain, const char* id, int component = 0) const {
    return data.state_row(chain)[state_offset(descriptor, id) + component];
  }
  double channel(const ChainData& data, std::size_t chain, const char* id) const {
    return data.report[chain * data.report_size + find_channel(descriptor, id)];
  }
};

constexpr std::uint64_t many = 1024;

/// Largest |H - H0| of each chain up to scaled time 20: its median over the chains.
double median_energy_error(const std::string& target, double step_size) {
  Chains run(target, step_size, "normal", many);
  std::vector<double> largest(many, 0.0);
  const auto steps = static_cast<std::uint64_t>(std::lround(20 / step_size));
  for (std::uint64_t step = 0; step < steps; ++step) {
    run.backend.advance(step, 1);
    const ChainData data = run.backend.read();
    for (std::size_t i = 0; i < many; ++i)
      largest[i] = std::max(largest[i], std::abs(run.channel(data, i, "hamiltonian_error")));
  }
  std::nth_element(largest.begin(), largest.begin() + many / 2, largest.end());
  return largest[many / 2];
}

TEST(Esh, DirectionStaysAUnitVector) {
  for (const auto& target : targets(Space::plane)) {
    Chains run(target.descriptor.id, 0.1, "normal", 500);
    for (std::uint64_t step = 0; step < 200; ++step) {
      run.backend.advance(step, 1);
      const ChainData data = run.backend.read();
      for (std::size_t i = 0; i < data.chains; ++i)
        ASSERT_NEAR(std::hypot(run.field(data, i, "u", 0), run.field(data, i, "u", 1)), 1, 1e-14);
    }
  }
}

/// The error of a second-order integrator falls by 4 when the step halves. Both runs share starts and
/// directions; over 100 groups of 64 such chains the medians scatter by 25 %, so over 1024 by 6 %, and their
/// ratio by less.
TEST(Esh, EnergyErrorIsOfSecondOrder) {
  for (const char* target : {"ring8", "correlated_gaussian"}) {
    const double coarse = median_energy_error(target, 0.0125), fine = median_energy_error(target, 0.00625);
    EXPECT_NEAR(coarse / fine, 4.0, 4 * 0.06) << target;
  }
}

/// Back with -u after `steps`: largest distance from the start, over chains drawn from the target.
double reversal_error(const std::string& target, double step_size, std::uint64_t steps) {
  Chains run(target, step_size, "exact", 100);
  const ChainData start = run.backend.read();
  run.backend.advance(0, steps);
  ChainData turned = run.backend.read();
  const int u = state_offset(run.descriptor, "u");
  for (std::size_t i = 0; i < turned.chains; ++i)
    for (int k = 0; k < 2; ++k) turned.state[i * turned.state_size + u + k] *= -1;
  run.backend.write(turned);
  run.backend.advance(steps, steps);
  const ChainData end = run.backend.read();
  double worst = 0;
  for (std::size_t i = 0; i < end.chains; ++i) worst = std::max(worst, norm(end.x(i) - start.x(i)));
  return worst;
}

/// The map is reversible; rounding grows with the flow's own chaos, so the spans are short where it is
/// strong.
TEST(Esh, RunsBackwards) {
  EXPECT_LE(reversal_error("ring8", 0.1, 20), 1e-11);
  EXPECT_LE(reversal_error("ring8", 0.02, 100), 1e-12);
  EXPECT_LE(reversal_error("banana", 0.1, 200), 1e-11);
  EXPECT_LE(reversal_error("three_gaussians", 0.1, 200), 1e-11);
  EXPECT_LE(reversal_error("correlated_gaussian", 0.1, 100), 1e-11);
}

/// A rotationally symmetric energy conserves the angular momentum e^r (x1 u2 - x2 u1): no ergodicity on the
/// donut.
TEST(Esh, AngularMomentumIsConservedOnTheDonut) {
  Chains run("donut", 0.1, "exact", 50);
  const auto momentum = [&](const ChainData& data, std::size_t i) {
    return std::exp(run.field(data, i, "r")) *
           (data.x(i).x * run.field(data, i, "u", 1) - data.x(i).y * run.field(data, i, "u", 0));
  };
  const ChainData start = run.backend.read();
  run.backend.advance(0, 2000);
  const ChainData end = run.backend.read();
  for (std::size_t i = 0; i < end.chains; ++i) {
    // Rounding is relative to the speed times the radius, not to the momentum, which may be small.
    const double scale = std::exp(run.field(end, i, "r")) * norm(end.x(i)) + norm(start.x(i));
    EXPECT_NEAR(momentum(end, i), momentum(start, i), 1e-11 * scale);
  }
}

/// Real time is what the flow's clock says: sum of step times equals the integral of e^r/d over scaled time.
TEST(Esh, StepTimeIsTheIntegralOfTheSpeed) {
  constexpr double fine = 1e-3;
  Chains run("banana", fine, "exact", 20);
  std::vector<double> time(20, 0.0), integral(20, 0.0), before(20, 1.0);
  for (std::uint64_t step = 0; step < 2000; ++step) {
    run.backend.advance(step, 1);
    const ChainData data = run.backend.read();
    for (std::size_t i = 0; i < data.chains; ++i) {
      const double speed = std::exp(run.field(data, i, "r"));
      integral[i] += fine / 2 * (before[i] + speed) / 2;  // trapezoid, d = 2
      time[i] += std::exp(run.channel(data, i, "log_weight"));
      before[i] = speed;
    }
  }
  for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(time[i] / integral[i], 1, 1e-4);  // both are O(step^2)
}

/// Straight uphill and straight downhill, where u.e = -1 and +1, and no force at all.
TEST(Esh, SpecialDirectionsStayFinite) {
  Chains run("gaussian", 0.1, "normal", 3);
  ChainData data = run.backend.read();
  const Position starts[] = {{3000, 0}, {-3000, 0}, {0, 0}};
  const auto target = make_target(run.config);
  for (std::size_t i = 0; i < 3; ++i) {
    const Evaluation at = target->evaluate(starts[i]);
    const double row[] = {starts[i].x, starts[i].y, at.energy, at.gradient.x, at.gradient.y,
                          1,           0,           0,         at.energy};
    std::copy(std::begin(row), std::end(row), data.state.begin() + i * data.state_size);
  }
  run.backend.write(data);
  run.backend.advance(0, 20);
  const ChainData end = run.backend.read();
  EXPECT_EQ(end.diverged_count(), 0u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(end.x(i).x, starts[i].x + 2, 1e-9) << "moves on along +x";
    for (const double value : end.state_row(i)) EXPECT_TRUE(std::isfinite(value));
    // d r + E is conserved up to the trapezoid's error, exact for a quadratic energy.
    EXPECT_NEAR(run.channel(end, i, "hamiltonian_error"), 0, 1e-6);
  }
}

/// Directions drawn anew, all else kept.
void refresh_directions(Chains& run, std::uint64_t step) {
  ChainData data = run.backend.read();
  const int u = state_offset(run.descriptor, "u");
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Draw z = Draws(1, Purpose::diagnostics, static_cast<std::uint32_t>(i), step, 2)(0);
    const double length = std::hypot(z.normal_x, z.normal_y);
    data.state[i * data.state_size + u] = z.normal_x / length;
    data.state[i * data.state_size + u + 1] = z.normal_y / length;
  }
  run.backend.write(data);
}

struct MeanEnergy {
  double mean, error;
};

/// Mean energy on N(0, I), d = 2, after a thousand steps from (1, 0) with directions refreshed every tenth:
/// all chains have one H, so that their weights compare.
MeanEnergy refreshed_energy(const char* gradient_scale, const char* weights) {
  constexpr std::uint64_t chains = 10'000;
  Chains run("gaussian", 0.1, "point", 1);
  apply(run.config, {"start.x", "1"});
  apply(run.config, {"chains", std::to_string(chains)});
  apply(run.config, {"sampler.gradient_scale", gradient_scale});
  apply(run.config, {"sampler.weights", weights});
  run.backend.configure(run.config);
  run.backend.place(std::vector<Position>(chains, {1, 0}), 0);
  for (std::uint64_t step = 0; step < 1000; step += 10) {
    refresh_directions(run, step);
    run.backend.advance(step, 10);
  }
  const ChainData data = run.backend.read();
  double total = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < chains; ++i) {
    const double w = std::exp(run.channel(data, i, "log_weight"));
    total += w;
    sum += w * dot(data.x(i), data.x(i)) / 2;
  }
  for (std::size_t i = 0; i < chains; ++i) {
    const double away = dot(data.x(i), data.x(i)) / 2 - sum / total;
    squares += std::exp(2 * run.channel(data, i, "log_weight")) * away * away;
  }
  return {sum / total, std::sqrt(squares) / total};
}

/// With refreshed directions, unweighted draws follow p^{(d-1)/m} and weighted ones p^{d/m}, m = d or d-1:
/// mean energies m/(d-1) and m/d of N(0, I), d = 2. Five standard errors; the integrator's bias at eps = 0.1
/// is below a hundredth.
TEST(Esh, EitherWeightsOrTheGradientsScaleGiveTheTargetsDistribution) {
  struct Case {
    const char *gradient_scale, *weights;
    double expected;
  };
  for (const auto& [gradient_scale, weights, expected] :
       {Case{"d", "off", 2}, Case{"d", "on", 1}, Case{"d-1", "off", 1}, Case{"d-1", "on", 0.5}}) {
    const MeanEnergy energy = refreshed_energy(gradient_scale, weights);
    EXPECT_NEAR(energy.mean, expected, 5 * energy.error + 0.01) << gradient_scale << ", weights " << weights;
  }
}

/// The reservoir then holds each step with the same probability.
TEST(Esh, WithoutWeightsEveryStepCountsAlike) {
  constexpr std::uint64_t chains = 20'000, steps = 20;
  Chains run("ring8", 0.1, "exact", chains);
  apply(run.config, {"sampler.weights", "off"});
  run.backend.configure(run.config);
  std::vector<std::uint64_t> kept(chains);
  for (std::uint64_t step = 0; step < steps; ++step) {
    run.backend.advance(step, 1);
    const ChainData data = run.backend.read();
    for (std::size_t i = 0; i < chains; ++i) {
      EXPECT_EQ(run.channel(data, i, "log_weight"), 0);
      if (run.field(data, i, "reservoir") == data.x(i).x) kept[i] = step;
    }
  }
  const double expected = static_cast<double>(chains) / steps;
  double statistic = 0;
  for (std::uint64_t step = 0; step < steps; ++step) {
    const double away = static_cast<double>(std::ranges::count(kept, step)) - expected;
    statistic += away * away / expected;
  }
  EXPECT_GT(chi_squared_p_value(statistic, steps - 1), 1e-4);
}

/// In one dimension d-1 is 0 and the gradient's scale stays 1.
TEST(Esh, GradientScaleStaysOneInOneDimension) {
  const auto end = [](const char* gradient_scale) {
    Chains run("double_well", 0.1, "exact", 50);
    apply(run.config, {"sampler.gradient_scale", gradient_scale});
    run.backend.configure(run.config);
    run.backend.advance(0, 50);
    return run.backend.read().state;
  };
  EXPECT_EQ(end("d"), end("d-1"));
}

}  // namespace
}  // namespace ergo::esh_test
