// What stationarity from exact draws cannot see, over all registered samplers: that chains move, arrive from
// afar, report the acceptance they practise, and keep in their reservoir what their claims say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/backend/start_positions.h"
#include "core/verification/chi_squared.h"
#include "core/verification/exact_case.h"
#include "tests/machine_fixture.h"
#include "tests/units/parameter_points.h"

namespace ergo::samplers_test {
namespace {

std::vector<std::string> sampler_ids(bool (*wanted)(const Descriptor&)) {
  std::vector<std::string> ids;
  for (const auto& unit : kernel_samplers())
    if (wanted(unit.descriptor)) ids.push_back(unit.descriptor.id);
  return ids;
}

void start(CpuBackend& backend, RunConfig config, const std::vector<Assignment>& assignments) {
  for (const auto& a : assignments) apply(config, a);
  backend.configure(config);
  backend.place(start_positions(config, *make_target(config)), 0);
}

/// From (2, -2) to N(0, I): after 4000 gradients at their default sizes the slowest sampler here (relaxation
/// time 2/step_size^2 = 200) remembers e^-20 of its start. Bias of the unadjusted ones at that size: below 1
/// %.
TEST(Samplers, ArriveFromAfar) {
  constexpr std::uint64_t chains = 1000;
  for (const auto& id : sampler_ids([](const Descriptor& d) {
         return d.space == Space::plane && d.claims.distribution != Distribution::weighted &&
                d.claims.ergodic;
       })) {
    CpuBackend backend;
    start(backend, pair_config(id, "gaussian", BackendKind::cpu, chains),
          {{"start", "point"}, {"start.x", "2"}, {"start.y", "-2"}});
    const Descriptor& d = sampler_unit(id).descriptor;
    const double cost = d.gradients_per_step(Parameters(d.parameters, initial_values(d.parameters)));
    backend.advance(0, static_cast<std::uint64_t>(4000 / cost));
    const ChainData data = backend.read();
    double mean[2] = {}, square[2] = {};
    for (std::size_t i = 0; i < chains; ++i)
      for (int k = 0; k < 2; ++k) {
        const double x = k == 0 ? data.x(i).x : data.x(i).y;
        mean[k] += x / chains;
        square[k] += x * x / chains;
      }
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(mean[k], 0, 5 / std::sqrt(chains)) << id;
      EXPECT_NEAR(square[k], 1, 5 * std::sqrt(2.0 / chains) + 0.01) << id;
    }
  }
}

/// The mean of the reported acceptance is the frequency of moves in the plane, where none leads to its start:
/// their difference is a sum of martingale differences of variance at most 1/4.
TEST(Samplers, ReportTheAcceptanceTheyPractise) {
  constexpr std::uint64_t chains = 2000, steps = 50;
  for (const auto& id : sampler_ids([](const Descriptor& d) {
         return d.space == Space::plane && !d.claims.acceptance_channel.empty();
       })) {
    const Descriptor& d = sampler_unit(id).descriptor;
    const int channel = find_channel(d, d.claims.acceptance_channel);
    for (const auto& target : targets(Space::plane)) {
      CpuBackend backend;
      start(backend, pair_config(id, target.descriptor.id, BackendKind::cpu, chains), {{"start", "exact"}});
      double moved = 0, reported = 0;
      ChainData before = backend.read();
      for (std::uint64_t step = 0; step < steps; ++step) {
        backend.advance(step, 1);
        ChainData now = backend.read();
        for (std::size_t i = 0; i < chains; ++i) {
          moved += now.x(i) != before.x(i);
          reported += now.report[i * now.report_size + channel];
        }
        before = std::move(now);
      }
      EXPECT_NEAR(moved, reported, 5 * std::sqrt(0.25 * chains * steps))
          << id << " on " << target.descriptor.id;
    }
  }
}

/// Random-walk Metropolis on N(0, I) in d dimensions, closed forms: d = 2 accepts 1 - s/sqrt(4 + s^2), d = 1
/// (2/pi) arctan(2/s).
TEST(Samplers, RandomWalkAcceptanceIsTheClosedForm) {
  constexpr std::uint64_t chains = 100'000;
  for (const double sd : {0.2, 1.0, 3.0})
    for (const std::string target : {"gaussian", "oscillator"}) {
      CpuBackend backend;
      start(backend, pair_config("rwm", target, BackendKind::cpu, chains),
            {{"start", "exact"}, {"sampler.sd", std::to_string(sd)}});
      backend.advance(0, 1);
      const ChannelMean a =
          backend.means().channels[find_channel(sampler_unit("rwm").descriptor, "acceptance_rate")];
      const double expected =
          target == "gaussian" ? 1 - sd / std::sqrt(4 + sd * sd) : 2 / std::numbers::pi * std::atan(2 / sd);
      EXPECT_NEAR(a.mean, expected, 5 * std::sqrt(a.variance / chains)) << target << " sd " << sd;
    }
}

/// The assignments with which a sampler's draws of its path are looked at: each value of every choice. A step
/// of many substeps makes one here, so that its path is a straight line too.
std::vector<std::vector<Assignment>> path_settings(const Descriptor& d) {
  std::vector<Assignment> always = {{"start", "exact"}};
  if (!d.claims.attempts_parameter.empty()) always.push_back({"sampler." + d.claims.attempts_parameter, "1"});
  std::vector<std::vector<Assignment>> settings = {always};
  for (const Assignment& choice : other_choices(d)) {
    settings.push_back(always);
    settings.back().push_back(choice);
  }
  return settings;
}

/// Where a chain's draws lie on its path: the shares of its time before the step that the reservoir ends and
/// in it, and the share V of that step's way before the ergodic draw.
struct PathShares {
  double before, at, share;
};

std::vector<PathShares> path_shares(const Descriptor& d, const std::string& target,
                                    const std::vector<Assignment>& setting) {
  constexpr std::uint64_t chains = 20'000, steps = 60;
  const int reservoir = state_offset(d, d.claims.reservoir_field);
  const int ergodic = state_offset(d, d.claims.ergodic_field);
  const int weight = find_channel(d, d.claims.time_weight_channel);
  CpuBackend backend;
  start(backend, pair_config(d.id, target, BackendKind::cpu, chains), setting);
  std::vector<double> total(chains);
  std::vector<PathShares> shares(chains);
  ChainData last = backend.read();
  for (std::uint64_t step = 0; step < steps; ++step) {
    backend.advance(step, 1);
    ChainData data = backend.read();
    for (std::size_t i = 0; i < chains; ++i) {
      const double time = std::exp(data.report[i * data.report_size + weight]);
      const auto row = data.state_row(i);
      if (time > 0 && row[reservoir] == data.x(i).x) {
        const Position move = data.x(i) - last.x(i),
                       to = Position{row[ergodic], row[ergodic + 1]} - last.x(i);
        EXPECT_NEAR(to.x * move.y, to.y * move.x, 1e-12 * (1 + dot(move, move))) << "off the line";
        shares[i] = {total[i], time, dot(to, move) / dot(move, move)};
      }
      total[i] += time;
    }
    last = std::move(data);
  }
  for (std::size_t i = 0; i < chains; ++i) {
    shares[i].before /= total[i];
    shares[i].at /= total[i];
  }
  return shares;
}

double uniformity_p_value(const std::vector<PathShares>& shares, auto v) {
  constexpr int bins = 20;
  std::vector<double> counts(bins);
  double statistic = 0;
  const double expected = static_cast<double>(shares.size()) / bins;
  for (std::size_t i = 0; i < shares.size(); ++i)
    ++counts[std::clamp(static_cast<int>(bins * (shares[i].before + v(i) * shares[i].at)), 0, bins - 1)];
  for (const double count : counts) statistic += (count - expected) * (count - expected) / expected;
  return chi_squared_p_value(statistic, bins - 1);
}

/// Each chain's reservoir holds one of its own visits, chosen with probability (time there)/(time in all). So
/// with the visits in order, V uniform, and W the time before the chosen one, (W + V time)/(time in all) is
/// uniform, whatever the path. The ergodic draw lies on the line from the place before to that visit, and its
/// own share of the line is such a V.
TEST(Samplers, ReservoirsHoldAVisitInProportionToItsTime) {
  for (const auto& id : sampler_ids([](const Descriptor& d) { return !d.claims.reservoir_field.empty(); })) {
    const Descriptor& d = sampler_unit(id).descriptor;
    for (const auto& setting : path_settings(d))
      for (const std::string target : {"ring8", "banana", "gaussian"}) {
        SCOPED_TRACE(id + " on " + target + ", " + setting.back().path + " " + setting.back().value);
        const auto shares = path_shares(d, target, setting);
        EXPECT_TRUE(std::ranges::all_of(shares, [](const PathShares& s) { return s.at > 0; }))
            << "no visit of its chain";
        const auto uniform = [](std::size_t i) {
          return Draws(1, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, 2)(0).uniform1;
        };
        EXPECT_GT(uniformity_p_value(shares, uniform), 1e-4);
        EXPECT_GT(uniformity_p_value(shares, [&](std::size_t i) { return shares[i].share; }), 1e-4);
      }
  }
}

}  // namespace
}  // namespace ergo::samplers_test
