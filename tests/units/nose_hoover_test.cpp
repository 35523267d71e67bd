// Nose-Hoover chains: what the integrator conserves, that it runs backwards, and where the flow is not
// ergodic. Expected values were measured with an independent implementation of the same equations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo::nose_hoover_test {
namespace {

struct Chains {
  RunConfig config;
  CpuBackend backend{2};
  const Descriptor& descriptor = sampler_unit("nose_hoover").descriptor;

  Chains(const std::string& target, std::uint64_t chains, const std::vector<Assignment>& assignments) {
    config = pair_config("nose_hoover", target, BackendKind::cpu, chains);
    apply(config, {"start", "exact"});
    for (const auto& a : assignments) apply(config, a);
    backend.configure(config);
    backend.place(start_positions(config, *make_target(config)), 0);
  }
  double channel(const ChainData& data, std::size_t chain, const char* id) const {
    return data.report[chain * data.report_size + find_channel(descriptor, id)];
  }
};

/// Largest |H - H0| of each chain up to time 5, from exact draws: its median over the chains.
double median_error(double step_size, const std::string& chain_length) {
  constexpr std::size_t chains = 512;
  Chains run("ring8", chains,
             {{"sampler.step_size", std::to_string(step_size)}, {"sampler.chain_length", chain_length}});
  std::vector<double> largest(chains);
  const auto steps = static_cast<std::uint64_t>(std::lround(5 / step_size));
  for (std::uint64_t step = 0; step < steps; ++step) {
    run.backend.advance(step, 1);
    const ChainData data = run.backend.read();
    for (std::size_t i = 0; i < chains; ++i)
      largest[i] = std::max(largest[i], std::abs(run.channel(data, i, "hamiltonian_error")));
  }
  std::ranges::nth_element(largest, largest.begin() + chains / 2);
  return largest[chains / 2];
}

/// The medians expected are those of 64 chains or so, which scatter by 8 % (measured over 32 such groups);
/// ours share starts and momenta, so that their ratio scatters by much less.
TEST(NoseHoover, ConservedQuantityIsOfSecondOrder) {
  const double coarse = median_error(0.02, "1"), middle = median_error(0.01, "1"),
               fine = median_error(0.005, "1");
  const double scatter = 0.08;
  EXPECT_NEAR(coarse, 3.8e-2, 4 * scatter * 3.8e-2);
  EXPECT_NEAR(middle, 1.07e-2, 4 * scatter * 1.07e-2);
  EXPECT_NEAR(fine, 2.4e-3, 4 * scatter * 2.4e-3);
  EXPECT_NEAR(middle / fine, 4, 0.2);
  EXPECT_NEAR(median_error(0.01, "4") / median_error(0.005, "4"), 4, 0.2);
}

TEST(NoseHoover, RunsBackwards) {
  for (const char* M : {"1", "2", "3", "4"}) {
    Chains run("ring8", 100, {{"sampler.chain_length", M}, {"sampler.mass", "0.5"}});
    const ChainData start = run.backend.read();
    run.backend.advance(0, 200);
    ChainData turned = run.backend.read();
    const int p = state_offset(run.descriptor, "p");
    for (std::size_t i = 0; i < turned.chains; ++i)
      for (int k = 0; k < 6; ++k) turned.state[i * turned.state_size + p + k] *= -1;  // p and xi
    run.backend.write(turned);
    run.backend.advance(200, 200);
    const ChainData end = run.backend.read();
    double worst = 0;
    for (std::size_t i = 0; i < end.chains; ++i) worst = std::max(worst, norm(end.x(i) - start.x(i)));
    EXPECT_LE(worst, 1e-12) << M;  // rounding, grown by the flow's own instability over time 2: 1.6e-13 seen
  }
}

struct Spread {
  double mean, sd;
};

/// Mean and spread, over the chains, of the time average of x^2 on N(0, 1).
Spread mean_square(const std::string& chain_length, std::uint64_t steps) {
  constexpr std::size_t chains = 64;
  Chains run("oscillator", chains, {{"sampler.chain_length", chain_length}, {"sampler.step_size", "0.05"}});
  std::vector<double> square(chains);
  for (std::uint64_t step = 0; step < steps; step += 4) {
    run.backend.advance(step, 4);
    const ChainData data = run.backend.read();
    for (std::size_t i = 0; i < chains; ++i)
      square[i] += 4 * data.x(i).x * data.x(i).x / static_cast<double>(steps);
  }
  Spread s{0, 0};
  for (const double v : square) s.mean += v / chains;
  for (const double v : square) s.sd += (v - s.mean) * (v - s.mean) / (chains - 1);
  s.sd = std::sqrt(s.sd);
  return s;
}

/// Four times the time halves the spread of an ergodic chain's averages and leaves that of tori as it is. A
/// spread over 64 chains has a standard error of 9 %, so 1/sqrt 2 tells the two apart.
TEST(NoseHoover, OneThermostatIsNotErgodicOnTheOscillatorAndTwoAre) {
  for (const std::string M : {"1", "2", "3"}) {
    const Spread brief = mean_square(M, 20'000), lengthy = mean_square(M, 80'000);
    if (M == "1") {
      EXPECT_GT(lengthy.sd, brief.sd / std::sqrt(2.0));
      EXPECT_NEAR(lengthy.sd, 0.22, 4 * 0.09 * 0.22);
    } else {
      EXPECT_LT(lengthy.sd, brief.sd / std::sqrt(2.0)) << M;
      EXPECT_NEAR(lengthy.mean, 1, 4 * lengthy.sd / 8) << M;
    }
  }
}

}  // namespace
}  // namespace ergo::nose_hoover_test
