// Samplers built on Hamilton's equations with kinetic energy p.p/2: what leapfrogs conserve, identities of
// Metropolis' step, and what its absence does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo::hamiltonian_test {
namespace {

struct Chains {
  RunConfig config;
  CpuBackend backend{2};
  const Descriptor& descriptor;

  Chains(const std::string& sampler, const std::string& target, std::vector<Assignment> assignments,
         std::uint64_t chains)
      : config(pair_config(sampler, target, BackendKind::cpu, chains)),
        descriptor(sampler_unit(sampler).descriptor) {
    apply(config, {"start", "exact"});
    for (const auto& a : assignments) apply(config, a);
    backend.configure(config);
    backend.place(start_positions(config, *make_target(config)), 0);
  }
  Position momentum(const ChainData& data, std::size_t i) const {
    const auto* p = &data.state[i * data.state_size + state_offset(descriptor, "p")];
    return {p[0], p[1]};
  }
  std::vector<double> channel(const char* id) {
    const ChainData data = backend.read();
    std::vector<double> values(data.chains);
    for (std::size_t i = 0; i < data.chains; ++i)
      values[i] = data.report[i * data.report_size + find_channel(descriptor, id)];
    return values;
  }
};

struct Estimate {
  double mean = 0, error = 0;
};

Estimate estimate(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  Estimate e;
  double square = 0;
  for (const double v : values) e.mean += v / n;
  for (const double v : values) square += (v - e.mean) * (v - e.mean) / n;
  e.error = std::sqrt(square / n);
  return e;
}

/// BAOAB on E = k x^2/2: k <x^2> = 1 and <p^2> = 1 - h^2 k/4. Four standard errors.
TEST(Langevin, HasItsClosedFormsOnTheOscillator) {
  constexpr std::uint64_t chains = 40'000;
  for (const auto& [k, h] : {std::pair{1.0, 0.5}, {1.0, 1.0}, {4.0, 0.9}}) {
    Chains run("langevin", "oscillator",
               {{"target.stiffness", std::to_string(k)}, {"sampler.step_size", std::to_string(h)}}, chains);
    run.backend.advance(0, 100);
    const ChainData data = run.backend.read();
    double position = 0, momentum = 0;
    for (std::size_t i = 0; i < chains; ++i) {
      position += k * data.x(i).x * data.x(i).x / chains;
      momentum += std::pow(run.momentum(data, i).x, 2) / chains;
    }
    const double cold = 1 - h * h * k / 4, error = 4 * std::sqrt(2.0 / chains);
    EXPECT_NEAR(position, 1, error) << "k " << k << ", h " << h;
    EXPECT_NEAR(momentum, cold, cold * error) << "k " << k << ", h " << h;
  }
}

/// Without friction it is the leapfrog flow: N steps, p -> -p, N steps lead back.
TEST(Langevin, RunsBackwardsWithoutFriction) {
  for (const char* target : {"banana", "three_gaussians", "correlated_gaussian"}) {
    Chains run("langevin", target, {{"sampler.step_size", "0.1"}, {"sampler.friction", "0"}}, 100);
    const ChainData start = run.backend.read();
    run.backend.advance(0, 100);
    ChainData turned = run.backend.read();
    const int p = state_offset(run.descriptor, "p");
    for (std::size_t i = 0; i < turned.chains; ++i)
      for (int k = 0; k < 2; ++k) turned.state[i * turned.state_size + p + k] *= -1;
    run.backend.write(turned);
    run.backend.advance(100, 100);
    const ChainData end = run.backend.read();
    double worst = 0, moved = 0;
    for (std::size_t i = 0; i < end.chains; ++i) {
      worst = std::max(worst, norm(end.x(i) - start.x(i)));
      moved = std::max(moved, norm(turned.x(i) - start.x(i)));
    }
    EXPECT_LE(worst, 1e-11) << target;
    EXPECT_GT(moved, 0.1) << target;
  }
}

/// Kicks and drifts keep volume and friction with its noise keeps N(0, I): E[exp(-dH)] = 1 at equilibrium, at
/// any step size and friction. Four standard errors, where exp(-dH) has a variance.
TEST(Langevin, ReportsItsShadowWork) {
  constexpr std::uint64_t chains = 100'000;
  for (const auto& [target, step_size] :
       {std::pair{"gaussian", "1.4"}, {"ring8", "0.1"}, {"three_gaussians", "1.2"}, {"oscillator", "1.6"}})
    for (const char* friction : {"0", "0.7", "20"}) {
      Chains run("langevin", target, {{"sampler.step_size", step_size}, {"sampler.friction", friction}},
                 chains);
      run.backend.advance(0, 1);
      std::vector<double> weights = run.channel("hamiltonian_error");
      const Estimate work = estimate(weights);
      for (double& w : weights) w = std::exp(-w);
      const Estimate weight = estimate(weights);
      EXPECT_NEAR(weight.mean, 1, 4 * weight.error) << target << ", friction " << friction;
      EXPECT_GT(work.mean, 10 * work.error) << target << ": the step size tests nothing";
    }
}

/// Without friction it adds up to the change of H.
TEST(Langevin, KeepsAccountOfItsEnergy) {
  Chains run("langevin", "banana", {{"sampler.friction", "0"}, {"sampler.step_size", "0.3"}}, 100);
  const auto energies = [&] {
    const ChainData data = run.backend.read();
    std::vector<double> all;
    for (std::size_t i = 0; i < data.chains; ++i)
      all.push_back(data.state_row(i)[2] + dot(run.momentum(data, i), run.momentum(data, i)) / 2);
    return all;
  };
  std::vector<double> sums = energies();
  for (std::uint64_t step = 0; step < 50; ++step) {
    run.backend.advance(step, 1);
    const auto errors = run.channel("hamiltonian_error");
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += errors[i];
  }
  const std::vector<double> end = energies();
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(sums[i], end[i], 1e-11) << i;
}

/// Its trajectories are that flow: turned round where they end, it leads back to where they began.
TEST(Hmc, FollowsTheFlowWithoutFriction) {
  for (const char* target : {"banana", "three_gaussians", "correlated_gaussian"}) {
    const Assignment step = {"sampler.step_size", "0.1"};
    Chains hmc("hmc", target, {step, {"sampler.leapfrog_steps", "20"}, {"sampler.metropolis", "off"}}, 100);
    Chains flow("langevin", target, {step, {"sampler.friction", "0"}}, 100);
    const ChainData start = hmc.backend.read();
    hmc.backend.advance(0, 1);
    const ChainData end = hmc.backend.read();
    ChainData turned = flow.backend.read();
    const int p = state_offset(flow.descriptor, "p");
    ASSERT_EQ(p, state_offset(hmc.descriptor, "p")) << "x, energy and gradient come before it in both";
    for (std::size_t i = 0; i < end.chains; ++i) {
      std::ranges::copy(end.state_row(i).first(static_cast<std::size_t>(p)),
                        turned.state.begin() + static_cast<std::ptrdiff_t>(i) * turned.state_size);
      turned.state[i * turned.state_size + p] = -hmc.momentum(end, i).x;
      turned.state[i * turned.state_size + p + 1] = -hmc.momentum(end, i).y;
    }
    flow.backend.write(turned);
    flow.backend.advance(0, 20);
    const ChainData back = flow.backend.read();
    for (std::size_t i = 0; i < end.chains; ++i)
      EXPECT_LE(norm(back.x(i) - start.x(i)), 1e-11) << target << ", chain " << i;
  }
}

/// At equilibrium momentum and position that are shown together are independent, even where a trajectory is a
/// quarter of a turn, which leads every momentum to its place. Four standard deviations of a correlation.
TEST(Hmc, MomentumBelongsToThePosition) {
  constexpr std::uint64_t chains = 40'000;
  for (const char* metropolis : {"on", "off"}) {
    Chains run("hmc", "oscillator", {{"sampler.step_size", "0.157"}, {"sampler.metropolis", metropolis}},
               chains);
    run.backend.advance(0, 3);
    const ChainData data = run.backend.read();
    double product = 0;
    for (std::size_t i = 0; i < chains; ++i) product += data.x(i).x * run.momentum(data, i).x / chains;
    EXPECT_NEAR(product, 0, 4 / std::sqrt(chains)) << metropolis;
  }
}

/// The same of the point that NUTS draws from a trajectory, and that its momentum has variance 1.
TEST(Nuts, MomentumBelongsToThePosition) {
  constexpr std::uint64_t chains = 40'000;
  for (const char* depth : {"1", "4", "8"}) {
    Chains run("nuts", "oscillator", {{"sampler.step_size", "0.2"}, {"sampler.max_depth", depth}}, chains);
    run.backend.advance(0, 3);
    const ChainData data = run.backend.read();
    double product = 0, square = 0;
    for (std::size_t i = 0; i < chains; ++i) {
      const double p = run.momentum(data, i).x;
      product += data.x(i).x * p / chains;
      square += p * p / chains;
    }
    EXPECT_NEAR(product, 0, 4 / std::sqrt(chains)) << depth;
    EXPECT_NEAR(square, 1, 4 * std::sqrt(2.0 / chains)) << depth;
  }
}

/// Over the same time with half the step, from the same positions and momenta: dH falls by 4, up to a
/// relative O(h^2 times curvature).
TEST(Hmc, EnergyErrorIsOfSecondOrder) {
  const auto median_error = [](const char* target, const char* step_size, const char* leapfrogs) {
    Chains run("hmc", target, {{"sampler.step_size", step_size}, {"sampler.leapfrog_steps", leapfrogs}},
               2001);
    run.backend.advance(0, 1);
    auto errors = run.channel("hamiltonian_error");
    for (double& e : errors) e = std::abs(e);
    std::ranges::nth_element(errors, errors.begin() + 1000);
    return errors[1000];
  };
  for (const char* target : {"gaussian", "banana", "three_gaussians"})
    EXPECT_NEAR(median_error(target, "0.05", "20") / median_error(target, "0.025", "40"), 4, 4 * 0.05)
        << target;
}

/// A map that keeps volume has E[exp(-dH)] = 1 at equilibrium; one that is also its own inverse once p is
/// turned has E[min(1, exp(-dH))] = 2 P(dH < 0). Four standard errors, on targets of bounded curvature, where
/// the flow is stable at these step sizes and exp(-dH) has a variance.
TEST(Hmc, KeepsVolumeAndIsReversible) {
  constexpr std::uint64_t chains = 100'000;
  for (const auto& [target, step_size] :
       {std::pair{"gaussian", "1.4"}, {"ring8", "0.1"}, {"three_gaussians", "1.2"}, {"oscillator", "1.6"}}) {
    Chains run("hmc", target, {{"sampler.step_size", step_size}, {"sampler.leapfrog_steps", "3"}}, chains);
    run.backend.advance(0, 1);
    const auto errors = run.channel("hamiltonian_error"), acceptance = run.channel("acceptance_rate");
    std::vector<double> weights(chains), differences(chains);
    for (std::size_t i = 0; i < chains; ++i) {
      weights[i] = std::exp(-errors[i]);
      differences[i] = acceptance[i] - 2.0 * (errors[i] < 0);
    }
    const Estimate weight = estimate(weights), difference = estimate(differences);
    EXPECT_NEAR(weight.mean, 1, 4 * weight.error) << target;
    EXPECT_NEAR(difference.mean, 0, 4 * difference.error) << target;
    EXPECT_LT(estimate(acceptance).mean, 0.9) << target << ": the step size tests nothing";
  }
}

/// On N(0, I) leapfrogs conserve p.p + (1 - eps^2/4) x.x, so fresh momenta without the Metropolis step lead
/// to variance 1/(1 - eps^2/4), whatever their number. Four standard errors.
TEST(Hmc, WithoutMetropolisHasItsClosedFormBias) {
  constexpr std::uint64_t chains = 40'000;
  for (const bool metropolis : {true, false}) {
    Chains run("hmc", "gaussian",
               {{"sampler.step_size", "1"},
                {"sampler.leapfrog_steps", "2"},
                {"sampler.metropolis", metropolis ? "on" : "off"}},
               chains);
    run.backend.advance(0, 40);
    const ChainData data = run.backend.read();
    double square = 0;
    for (std::size_t i = 0; i < chains; ++i) square += dot(data.x(i), data.x(i)) / 2 / chains;
    const double variance = metropolis ? 1 : 1 / (1 - 0.25);
    EXPECT_NEAR(square, variance, 4 * variance / std::sqrt(chains));
  }
}

TEST(Mala, WithoutMetropolisIsUla) {
  Chains mala("mala", "banana", {{"sampler.step_size", "0.5"}, {"sampler.metropolis", "off"}}, 500);
  Chains ula("ula", "banana", {{"sampler.step_size", "0.5"}}, 500);
  mala.backend.advance(0, 100);
  ula.backend.advance(0, 100);
  const ChainData one = mala.backend.read(), other = ula.backend.read();
  for (std::size_t i = 0; i < one.chains; ++i) {
    EXPECT_EQ(one.x(i).x, other.x(i).x);
    EXPECT_EQ(one.x(i).y, other.x(i).y);
  }
}

}  // namespace
}  // namespace ergo::hamiltonian_test
