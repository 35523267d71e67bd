// What the captions of the built-in lectures say, from the cues as they stand. Where a number is a mean over
// chains the threshold is four of its standard errors, by which one of some forty comparisons fails by chance
// once in 400 seeds; the seeds are those of the presets.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/exact/equilibrium.h"
#include "core/exact/spectrum.h"
#include "tests/files/lecture_fixture.h"
#include "tests/units/double_well_distributions.h"

namespace ergo::lectures_test {
namespace {

Estimate left(Performance& lecture) { return lecture.look().occupancy->share[0]; }

// Every cue of every lecture can be played, and nothing diverges.
TEST(Lectures, AllCuesRun) {
  ASSERT_EQ(lecture_names().size(), 7u);
  for (const std::string& name : lecture_names()) {
    const Lecture lecture = load_lecture(name);
    EXPECT_GE(lecture.cues.size(), 6u);
    EXPECT_LE(lecture.cues.size(), 12u);
    for (std::size_t cue = 0; cue < lecture.cues.size(); ++cue) {
      SCOPED_TRACE(name + ", cue " + std::to_string(cue + 1));
      EXPECT_FALSE(lecture.cues[cue].caption.empty());
      EXPECT_LE(lecture.cues[cue].caption.size(), 340u) << "too long for the strip of the projector theme";
      EXPECT_FALSE(lecture.cues[cue].notes.empty());
      Preset preset = preset_at(lecture, cue);
      preset.config.chains = std::min<std::uint64_t>(preset.config.chains, 200);
      Session session(preset.config, test_factory(), preset.journal);
      session.advance(std::min<std::uint64_t>(lecture.cues[cue].steps.value_or(50), 500));
      EXPECT_EQ(session.read().diverged_count(), 0u);
    }
  }
}

TEST(LectureThermostat, LangevinIsWarmAtOnceAndRightInTheEnd) {
  Performance lecture("thermostat", 2);
  // BAOAB's kinetic energy is low by h^2 U''/4 of it, U'' = 4.3 in the left well and h = 0.1.
  expect_mean(lecture.channel("kinetic_energy"), 0.5, 0.5 * 0.01 * 4.3 / 4);
  expect_mean(left(lecture), left_mass(1));
}

// Fixed friction under Euler's step: K = B/(2 xi (1 - xi h/2)) with B = 1, h = 0.01.
TEST(LectureThermostat, FrozenFrictionSetsTheTemperature) {
  Performance lecture("thermostat", 3);
  expect_mean(lecture.channel("kinetic_energy"), kinetic_energy_under(0.1));
  const Estimate hot = left(lecture);
  lecture.next();
  expect_mean(lecture.channel("kinetic_energy"), kinetic_energy_under(10));
  const Estimate frozen = left(lecture);
  EXPECT_NEAR(frozen.value, hot.value, 0.05);
  EXPECT_LT(hot.value, left_mass(1) - 0.3);
  lecture.next();
  expect_mean(lecture.channel("kinetic_energy"), kinetic_energy_under(1));
  expect_mean(left(lecture), left_mass(1));
}

TEST(LectureThermostat, FrictionFindsTheNoise) {
  Performance lecture("thermostat", 6);
  // xi ~ N(A + B, 1/n), and Euler's step adds O(h) to its mean: 0.0012 was measured over 1.6e8 steps.
  expect_mean(lecture.channel("xi"), 1, 0.01);
  expect_mean(lecture.channel("kinetic_energy"), 0.5, 0.005);
  lecture.next();  // one step, taken apart
  lecture.next();
  const double chains = static_cast<double>(lecture.session().config().chains);
  EXPECT_NEAR(lecture.channel_sd("xi"), 1, 4 / std::sqrt(2 * chains));
  const ChainData data = lecture.session().read();
  const int xi = state_offset(lecture.session().sampler_descriptor(), "xi");
  double negative = 0;
  for (std::size_t i = 0; i < data.chains; ++i) negative += data.state_row(i)[xi] < 0;
  const double p = 0.5 * std::erfc(1 / std::numbers::sqrt2);
  EXPECT_NEAR(negative / chains, p, 4 * std::sqrt(p * (1 - p) / chains));
  lecture.next();
  expect_mean(lecture.channel("xi"), 3, 0.03);
  expect_mean(lecture.channel("kinetic_energy"), 0.5, 0.005);
}

/// Spread over the chains of their time averages of x^2 in the course of the cue.
double spread_of_averages(std::size_t cue) {
  Performance lecture("thermostat", cue);
  constexpr int reads = 1600;
  std::vector<double> average(lecture.session().config().chains);
  lecture.session().reset();
  for (int k = 0; k < reads; ++k) {
    lecture.session().advance(100);
    const ChainData data = lecture.session().read();
    for (std::size_t i = 0; i < average.size(); ++i) average[i] += data.x(i).x * data.x(i).x / reads;
  }
  ChannelMean mean;
  for (const double value : average) mean.add(value);
  return std::sqrt(mean.variance);
}

// One thermostat leaves tori, whose averages differ for ever; after two the spread falls as one over the root
// of the time. Spreads of 24 chains are known to 1/sqrt(48) of themselves, their ratio to a fifth. A quarter
// of this time made the ratio 5, so it is about 10 here.
TEST(LectureThermostat, TwoThermostatsForgetTheStart) {
  const double one = spread_of_averages(10), two = spread_of_averages(11);
  EXPECT_GT(one / two * (1 - 4 * 0.2), 1) << one << " and " << two;
}

// Figures in words stand for all that round to them. ULA's distribution on N(0, s^2) has variance s^2/(1 -
// (epsilon/2s)^2), 1.8 s^2 here, and its virial is as much.
TEST(LectureEsh, TwoHundredGradients) {
  const auto session = [](std::size_t index) { return Performance("esh", 2, BackendKind::gpu, index); };
  Performance esh = session(0), ula = session(1), nose_hoover = session(2), mala = session(3);
  EXPECT_EQ(nose_hoover.session().sampler_descriptor().id, "nose_hoover");
  EXPECT_EQ(mala.session().sampler_descriptor().id, "mala");
  for (Performance* each : {&esh, &ula, &nose_hoover, &mala})
    EXPECT_EQ(each->session().gradient_evaluations(), 200);
  expect_mean(nose_hoover.look().occupancy->share[0], 0.7, 0.05);
  expect_mean(mala.look().occupancy->share[0], 0.3, 0.05);
  EXPECT_GT(ula.look().configurational_temperature.value, 1.5);
  for (const Estimate& mode : esh.look(DrawsUsed::weighted).occupancy->share) expect_mean(mode, 1.0 / 8);
}

TEST(LectureEsh, TheFlowArrivesWhereExactDrawsWouldBe) {
  Performance esh("esh", 3);
  EXPECT_EQ(esh.session().gradient_evaluations(), 200);
  const MmdEstimate mmd = *esh.look(DrawsUsed::weighted).mmd;
  EXPECT_NEAR(mmd.mmd2, 0, 4 * mmd.error);
}

// x <- x + epsilon u, |u| = 1; positions near 1 in single precision.
TEST(LectureEsh, StepsAreEquallyLong) {
  Performance lecture("esh", 4);
  const ChainData before = lecture.session().read();
  lecture.session().advance(1);
  const ChainData after = lecture.session().read();
  for (std::size_t i = 0; i < before.chains; ++i) {
    const Position step = after.x(i) - before.x(i);
    EXPECT_NEAR(std::hypot(step.x, step.y), 0.1, 1e-6);
  }
}

// Unweighted states sample p^((d-1)/d), whose virial is d/(d-1) = 2; weighted by time they sample p.
TEST(LectureEsh, TimeIsTheWeight) {
  Performance lecture("esh", 6);
  expect_mean(lecture.look(DrawsUsed::raw).configurational_temperature, 2);
  lecture.next();
  expect_mean(lecture.look(DrawsUsed::weighted).configurational_temperature, 1);
}

// The error is c epsilon^2 (1 + O((epsilon/s)^2)), with (0.02/0.075)^2 = 0.07 and the same starts on both
// sides.
TEST(LectureEsh, HalfTheStepAQuarterOfTheError) {
  Performance coarse("esh", 8), fine("esh", 9);
  const char* const error = "hamiltonian_error";
  EXPECT_NEAR(coarse.channel(error).value / fine.channel(error).value, 4, 4 * 0.07);
  EXPECT_NEAR(coarse.channel_sd(error) / fine.channel_sd(error), 4, 4 * 0.07);
}

// e^r (x u_y - y u_x), in double precision and from the distribution itself: chains that fall in from afar,
// where e^r grows by many orders of magnitude, lose it to rounding.
TEST(LectureEsh, RingsKeepTheAngularMomentum) {
  Performance lecture("esh", 10, BackendKind::cpu);
  Session& session = lecture.session();
  const auto momenta = [&] {
    const int u = state_offset(session.sampler_descriptor(), "u"),
              r = state_offset(session.sampler_descriptor(), "r");
    const ChainData data = session.read();
    std::vector<double> list;
    for (std::size_t i = 0; i < data.chains; ++i) {
      const auto row = data.state_row(i);
      list.push_back(std::exp(row[r]) * (data.x(i).x * row[u + 1] - data.x(i).y * row[u]));
    }
    return list;
  };
  session.assign({"start", "exact"});
  const auto before = momenta();
  session.advance(400);
  const auto after = momenta();
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-10) << i;
}

TEST(LectureEsh, SymmetryKeepsTheSwarmFromTheDistribution) {
  for (const std::size_t cue : {10u, 11u}) {
    Performance lecture("esh", cue);
    const DiagnosticReport& report = lecture.look(DrawsUsed::reservoir);
    EXPECT_GT(report.mmd->mmd2 - 4 * report.mmd->error, report.band->high) << cue;
  }
}

/// What is known exactly of a cue's run, in the figures of the captions.
struct Exact {
  double bias, acceptance, memory;
};
Exact exact_of(std::size_t cue) {
  const RunConfig config = preset_at(load_lecture("lattice"), cue - 1).config;
  const auto target = make_target(config);
  ThreadPool pool;
  const Cycle cycle(config, lattice_of(config, *target), pool);
  const auto& distribution = target->lattice()->distribution();
  const auto stationary = stationary_distribution(cycle.matrix());
  return {total_variation(stationary, distribution), step_means(cycle, stationary, pool).acceptance,
          spectral_gap(cycle.matrix()).relaxation_time()};
}

TEST(LectureLattice, ExactFiguresOfTheCaptions) {
  const auto expect = [](std::size_t cue, double bias, double acceptance, double memory) {
    const Exact exact = exact_of(cue);
    EXPECT_NEAR(exact.bias, bias, 0.005) << cue;
    EXPECT_NEAR(exact.acceptance, acceptance, 0.005) << cue;
    EXPECT_NEAR(exact.memory, memory, 0.5) << cue;
  };
  expect(2, 0.18, 1, 10);
  expect(3, 0.05, 1, 62);
  expect(4, 0, 0.80, 45);
  expect(5, 0, 0.43, 10);
  expect(7, 0, 0.26, 18);
}

// Four standard deviations of exact draws' distance allow for one report of many.
TEST(LectureLattice, TheSwarmDoesWhatTheMatrixSays) {
  for (const std::size_t cue : {2u, 3u}) {
    Performance lecture("lattice", cue);
    const SiteReport sites = *lecture.look().sites;
    EXPECT_NEAR(sites.infinite->total_variation, exact_of(cue).bias, 1e-3) << cue;
    EXPECT_GT(sites.distance.total_variation.value, normal_band(sites.floor.total_variation).high) << cue;
  }
  Performance accepted("lattice", 4);
  const SiteReport sites = *accepted.look().sites;
  EXPECT_NEAR(sites.distance.total_variation.value, sites.floor.total_variation.mean,
              4 * sites.floor.total_variation.sd);
}

Estimate home(Performance& lecture) { return lecture.look().occupancy->share[0]; }

// Shares are frequencies among 2000 chains; a figure in words stands for all that round to it.
TEST(LectureLattice, WhoLeavesTheIsland) {
  Performance walk("lattice", 8), uphill("lattice", 9), balanced("lattice", 10);
  expect_mean(walk.channel("acceptance_rate"), 0.25, 0.02);
  expect_mean(home(walk), 0.8, 0.05);
  expect_mean(uphill.channel("acceptance_rate"), 0.69, 0.005);
  EXPECT_GT(home(uphill).value, home(walk).value);
  expect_mean(balanced.channel("acceptance_rate"), 0.6, 0.05);
  expect_mean(home(balanced), 0.9, 0.05);
}

TEST(LectureLattice, CyclesAndWideStridesFindAllIslands) {
  Performance cycles("lattice", 11), strides("lattice", 12);
  EXPECT_EQ(cycles.look().modes->ever, 25);
  expect_mean(strides.channel("acceptance_rate"), 0.08, 0.005);
  const SiteReport sites = *strides.look().sites;
  EXPECT_NEAR(sites.distance.total_variation.value, sites.floor.total_variation.mean,
              4 * sites.floor.total_variation.sd);
}

}  // namespace
}  // namespace ergo::lectures_test
