// ESH dynamics by its other integrators: unscaled leapfrog and adaptive Runge-Kutta.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo::esh_integrators_test {
namespace {

struct Swarm {
  RunConfig config;
  CpuBackend backend{2};
  const Descriptor& descriptor;
  std::uint64_t step = 0;

  Swarm(const std::string& sampler, const std::string& target, std::uint64_t chains,
        const std::vector<Assignment>& setting)
      : config(pair_config(sampler, target, BackendKind::cpu, chains)),
        descriptor(sampler_unit(sampler).descriptor) {
    apply(config, {"start", "exact"});
    for (const auto& a : setting) apply(config, a);
    backend.configure(config);
    backend.place(start_positions(config, *make_target(config)), 0);
  }
  ChainData advance(std::uint64_t count) {
    backend.advance(step, count);
    step += count;
    return backend.read();
  }
  std::vector<double> channel(const ChainData& data, const char* id) const {
    std::vector<double> values(data.chains);
    for (std::size_t i = 0; i < data.chains; ++i)
      values[i] = data.report[i * data.report_size + find_channel(descriptor, id)];
    return values;
  }
  double field(const ChainData& data, std::size_t chain, const char* id) const {
    return data.state_row(chain)[state_offset(descriptor, id)];
  }
};

std::string text(double value) { return value_text(Parameter{}, value); }

double median(std::vector<double> values) {
  for (double& v : values) v = std::abs(v);
  std::ranges::nth_element(values, values.begin() + values.size() / 2);
  return values[values.size() / 2];
}

double median_error(Swarm& run, std::uint64_t steps) {
  return median(run.channel(run.advance(steps), "hamiltonian_error"));
}

/// Both integrators start from the same v ~ N(0, I) and follow the same flow in original time.
TEST(EshIntegrators, AgreeOnTheFlow) {
  Swarm leapfrog("esh_unscaled", "three_gaussians", 100, {{"sampler.step_size", "1e-4"}});
  Swarm adaptive("esh_rk45", "three_gaussians", 100,
                 {{"sampler.time", "original"}, {"sampler.rtol", "1e-8"}, {"sampler.atol", "1e-8"}});
  const ChainData a = leapfrog.advance(2000), b = adaptive.advance(2);
  std::vector<double> apart;
  for (std::size_t i = 0; i < a.chains; ++i) apart.push_back(norm(a.x(i) - b.x(i)));
  EXPECT_LE(median(apart), 1e-6);  // the leapfrog's own error, of order 1e-4 squared
  EXPECT_GE(norm(a.x(0) - leapfrog.backend.read().x(1)), 1e-3) << "chains must differ";
}

/// One substep a step: the error of H falls as step_size^5, or a little faster where its sign varies on the
/// way; order 4 or 6 would be off by 1.
TEST(EshRk45, HasOrderFive) {
  const auto error = [](double step_size) {
    Swarm run("esh_rk45", "three_gaussians", 1000,
              {{"sampler.step_size", text(step_size)}, {"sampler.rtol", "0.1"}, {"sampler.atol", "0.1"}});
    return median_error(run, static_cast<std::uint64_t>(std::lround(2 / step_size)));
  };
  const double coarse = error(0.1), fine = error(0.05);
  std::printf("median |dH| %.3e %.3e: order %.2f\n", coarse, fine, std::log2(coarse / fine));
  EXPECT_NEAR(std::log2(coarse / fine), 5, 0.5);
}

/// With substeps h as long as the tolerance lets them be, h^5 is in proportion to it, and so is the error of
/// H; it falls faster where h is not yet short against the target's width.
TEST(EshRk45, KeepsHAtLeastInProportionToTheTolerance) {
  for (const char* time : {"scaled", "original"})
    for (const char* target : {"three_gaussians", "ring8"}) {
      const auto error = [&](double tolerance) {
        Swarm run("esh_rk45", target, 1000,
                  {{"sampler.time", time},
                   {"sampler.step_size", "1"},
                   {"sampler.max_substeps", "128"},
                   {"sampler.rtol", text(tolerance)},
                   {"sampler.atol", text(tolerance / 10)}});
        return median_error(run, 1);
      };
      double before = error(1e-4);
      EXPECT_LT(error(5e-5), before) << time << " on " << target;
      for (const double tolerance : {1e-5, 1e-6, 1e-7}) {
        const double now = error(tolerance);
        EXPECT_GT(std::log10(before / now), 0.8) << time << " on " << target << " at " << tolerance;
        before = now;
      }
    }
}

TEST(EshRk45, CountsItsGradientsAndSaysWhereItRanOutOfAttempts) {
  for (const char* most : {"1", "16"}) {
    Swarm run("esh_rk45", "ring8", 200, {{"sampler.max_substeps", most}, {"sampler.rtol", "1e-7"}});
    std::vector<double> attempts(200), unfinished(200);
    ChainData data;
    for (int step = 0; step < 20; ++step) {
      data = run.advance(1);
      const auto a = run.channel(data, "attempts"), u = run.channel(data, "unfinished");
      for (std::size_t i = 0; i < 200; ++i) {
        attempts[i] += a[i];
        unfinished[i] += u[i];
        if (u[i] > 0) {
          EXPECT_EQ(a[i], std::stod(most));
        }
      }
    }
    double all = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      EXPECT_EQ(run.field(data, i, "gradients"), 1 + 6 * attempts[i]);
      all += unfinished[i];
    }
    if (std::string(most) == "1") {
      EXPECT_GT(all, 20 * 200 / 2);  // a step of 0.1 needs more than one substep at this tolerance
    } else {
      EXPECT_LT(all, 20 * 200 / 100);
    }
  }
}

/// The weights sum to the integral of |v|/d over scaled time, by the trapezoid rule.
TEST(EshRk45, StepTimeIsTheIntegralOfTheSpeed) {
  constexpr double fine = 1e-2;
  Swarm run("esh_rk45", "banana", 20, {{"sampler.step_size", text(fine)}, {"sampler.rtol", "1e-8"}});
  const auto speed = [&](const ChainData& data, std::size_t i) {
    const int v = state_offset(run.descriptor, "v");
    return std::hypot(data.state_row(i)[v], data.state_row(i)[v + 1]) / 2;
  };
  std::vector<double> time(20), integral(20);
  ChainData before = run.backend.read();
  for (int step = 0; step < 200; ++step) {
    const ChainData data = run.advance(1);
    const auto weight = run.channel(data, "log_weight");
    for (std::size_t i = 0; i < 20; ++i) {
      time[i] += std::exp(weight[i]);
      integral[i] += fine * (speed(before, i) + speed(data, i)) / 2;
    }
    before = data;
  }
  std::vector<double> off;
  for (std::size_t i = 0; i < 20; ++i) off.push_back(time[i] / integral[i] - 1);
  EXPECT_LE(median(off), 1e-3);  // the rule's own error, of order 1e-2 squared over the target's width
}

/// Mean energy over the time of each chain's path up to scaled or original time 5, by the trapezoid rule over
/// short steps.
std::vector<double> mean_energies(std::vector<Assignment> setting, std::uint64_t chains) {
  setting.push_back({"sampler.step_size", "0.02"});
  Swarm run("esh_rk45", "ring8", chains, setting);
  std::vector<double> time(chains), integral(chains), before = run.channel(run.backend.read(), "energy");
  for (int step = 0; step < 250; ++step) {
    const ChainData data = run.advance(1);
    const auto weight = run.channel(data, "log_weight"), energy = run.channel(data, "energy");
    for (std::size_t i = 0; i < chains; ++i) {
      time[i] += std::exp(weight[i]);
      integral[i] += std::exp(weight[i]) * (before[i] + energy[i]) / 2;
    }
    before = energy;
  }
  for (std::size_t i = 0; i < chains; ++i) integral[i] /= time[i];
  return integral;
}

/// A chain's ergodic draw is its place at a time uniform on its path, however long the steps: E there less
/// the path's mean energy is 0 on average, whatever the path. Steps of unit length cross ring8's modes, which
/// are 0.3 across. Five standard errors.
TEST(EshRk45, ErgodicDrawsFollowTheFlowWithinLongSteps) {
  constexpr std::uint64_t chains = 5000;
  for (const char* time : {"scaled", "original"}) {
    const std::vector<Assignment> setting = {
        {"sampler.time", time}, {"sampler.step_size", "1"}, {"sampler.max_substeps", "128"}};
    const std::vector<double> expected = mean_energies(setting, chains);
    Swarm run("esh_rk45", "ring8", chains, setting);
    const auto target = make_target(run.config);
    const ChainData data = run.advance(5);
    const int ergodic = state_offset(run.descriptor, "ergodic");
    double mean = 0, square = 0;
    for (std::size_t i = 0; i < chains; ++i) {
      const auto row = data.state_row(i);
      const double excess = target->evaluate({row[ergodic], row[ergodic + 1]}).energy - expected[i];
      mean += excess / chains;
      square += excess * excess / chains;
    }
    const double error = std::sqrt((square - mean * mean) / chains);
    std::printf("%s time: E(ergodic) - mean energy %.4f +- %.4f\n", time, mean, error);
    EXPECT_NEAR(mean, 0, 5 * error) << time;
  }
}

/// Where the flow is ergodic, time averages are the target's: three Gaussians, mean x = -2/3, x^2 = 53/15.
/// Five standard errors of the chains' averages, each of them of one chain alone.
void expect_time_averages(const std::string& sampler, const std::vector<Assignment>& setting,
                          std::uint64_t looks, std::uint64_t every) {
  constexpr std::size_t chains = 200;
  Swarm run(sampler, "three_gaussians", chains, setting);
  const bool weighted = find_channel(run.descriptor, "log_weight") >= 0;
  std::vector<double> total(chains), x(chains), square(chains);
  for (std::uint64_t look = 0; look < looks; ++look) {
    const ChainData data = run.advance(every);
    const auto weight = weighted ? run.channel(data, "log_weight") : std::vector<double>(chains);
    for (std::size_t i = 0; i < chains; ++i) {
      const double w = std::exp(weight[i]);
      total[i] += w;
      x[i] += w * data.x(i).x;
      square[i] += w * data.x(i).x * data.x(i).x;
    }
  }
  const auto expect = [&](const std::vector<double>& sums, double truth, const char* what) {
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < chains; ++i) {
      mean += sums[i] / total[i] / chains;
      squares += sums[i] / total[i] * (sums[i] / total[i]) / chains;
    }
    const double error = std::sqrt((squares - mean * mean) / chains);
    std::printf("%s, %s: %.4f +- %.4f, truth %.4f\n", sampler.c_str(), what, mean, error, truth);
    EXPECT_NEAR(mean, truth, 5 * error) << sampler << ", " << what;
  };
  expect(x, -2.0 / 3, "x");
  expect(square, 53.0 / 15, "x^2");
}

TEST(EshIntegrators, TimeAveragesAreTheTargets) {
  expect_time_averages("esh_unscaled", {{"sampler.step_size", "0.02"}}, 4000, 10);
  expect_time_averages("esh_rk45", {{"sampler.step_size", "0.2"}}, 4000, 1);
  expect_time_averages("esh_rk45", {{"sampler.step_size", "0.2"}, {"sampler.time", "original"}}, 4000, 1);
}

}  // namespace
}  // namespace ergo::esh_integrators_test
