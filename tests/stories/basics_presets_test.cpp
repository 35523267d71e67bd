// What the stories of the presets under Basics say. Where a number is a mean over chains the threshold is
// four of its standard errors; the seeds are those of the presets.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/stories/asserted_stories.h"
#include "tests/units/double_well_distributions.h"
#include "tests/watched_session.h"

namespace ergo::basics_presets_test {
namespace {

const AssertedHere stories = {
    {"welcome", "after 75 gradients the shares of its modes are less than 0.05 in total variation from equal"},
    {"welcome", "The random walk, with steps of 0.15, is still 0.19 away"},
    {"default", "within a hundred gradients the chains have found all the others"},
    {"default", "It shrinks as ε² once steps are short"},
    {"banana-walk", "The arms of the banana fill slowly, the tips last"},
    {"double-well", "which holds 13 % of the mass"},
    {"double-well", "keep five chains in six there"},
    {"double-well", "and the wells come into balance"},
    {"four-rings", "each ESH chain keeps its angular momentum for ever"},
    {"four-rings", "MMD² stays above the band"},
    {"funnel-neck", "20 wide at v = 6, 0.14 at v = −4"},
    {"funnel-neck",
     "nearly always rejected in the neck, so MALA chains seldom enter it and, once in, hardly leave"},
    {"narrow-ridge", "standard deviations 1 and 0.1, correlation −0.98"},
    {"narrow-ridge", "MMD² stays above the band for at least 2000 steps"},
    {"nose-hoover-tori", "so time averages depend on the start"},
    {"nose-hoover-chain", "time averages from different starts differ far less, and ever less with time"},
    {"one-mode-mala", "the energy rises by 2.6, so the chains spread slowly around the ring, while ESH flies across"},
    {"ula-bias", "every coordinate has variance 1/(1 − ε²/4) = 4/3"},
};

double share_error(double p, std::size_t chains) {
  return std::sqrt(p * (1 - p) / static_cast<double>(chains));
}

/// The chains' share of a region.
template <class Region>
Estimate share_of(const ChainData& data, Region inside) {
  double count = 0;
  for (std::size_t i = 0; i < data.chains; ++i) count += inside(data.x(i));
  const double share = count / static_cast<double>(data.chains);
  return {share, share_error(share, data.chains)};
}

/// Mean Hamiltonian error of the preset "default" after a distance of 2 in steps of `step`, from exact draws.
double drift_over_2(double step) {
  RunConfig config = load_preset("default").config;
  apply(config, {"start", "exact"});
  apply(config, {"sampler.step_size", value_text({}, step)});
  WatchedSession run(config, {});
  run.advance(static_cast<std::uint64_t>(std::lround(2 / step)), 1);
  return run.channel("hamiltonian_error").value;
}

// Of order epsilon^2 up to (epsilon/sd)^2 = 1.8 % at 0.01, for a mode's standard deviation of 0.075; the same
// exact draws begin both runs, whose means of 10 000 chains have a common error of 5 %.
TEST(BasicsPresets, EshFindsAllModesAndItsErrorIsOfSecondOrder) {
  WatchedSession run = run_of("default");
  EXPECT_EQ(run.look().modes->now, 1);
  run.advance(run.session().step_within(100));
  EXPECT_EQ(run.look().modes->now, 8);
  const double tiny = drift_over_2(0.005), small = drift_over_2(0.01), as_is = drift_over_2(0.1);
  EXPECT_NEAR(small / tiny, 4, 4 * 0.05);
  EXPECT_GT(as_is / small, 2 * 100) << "more than in proportion to epsilon^2";
}

// Measured with seeds 1 to 5, ESH: 0.022, 0.022, 0.037, 0.015, 0.023; with seeds 1 to 3, random walk: 0.200, 0.187,
// 0.175. The margin is four standard errors, 0.006 each, of a share of 1/8 of 3000 chains.
TEST(BasicsPresets, EshIsNearTheModesSharesBeforeTheRandomWalk) {
  const auto distance = [](std::size_t run) {
    WatchedSession watched = run_of("welcome", run);
    watched.advance(watched.session().step_within(75));
    const DrawsUsed draws = available(DrawsUsed::weighted, watched.session().sampler_descriptor());
    return watched.look(draws).occupancy->total_variation.value;
  };
  const double margin = 4 * share_error(1.0 / 8, 3000);
  EXPECT_LT(distance(0), 0.05);
  EXPECT_NEAR(distance(1), 0.19, margin);
}

// Exact shares of the regions from 200 000 exact draws.
TEST(BasicsPresets, TheBananasTipsFillLast) {
  WatchedSession walk = run_of("banana-walk");
  const double sd = 2;
  const auto centre = [&](Position x) { return std::abs(x.x) < sd; };
  const auto tips = [&](Position x) { return std::abs(x.x) > 2 * sd; };
  const auto arms = [&](Position x) { return !centre(x) && !tips(x); };
  walk.session().advance(40);
  const ChainData early = walk.session().read();
  walk.session().advance(960);
  const ChainData late = walk.session().read();
  RunConfig config = walk.session().config();
  apply(config, {"start", "exact"});
  apply(config, {"chains", "200000"});
  const ChainData exact = WatchedSession(config, {}).session().read();
  const auto filled = [&](const ChainData& data, auto region) {
    const Estimate share = share_of(data, region), full = share_of(exact, region);
    return Estimate{share.value / full.value, std::hypot(share.error, full.error) / full.value};
  };
  expect_greater(filled(early, centre), filled(early, arms));
  expect_greater(filled(early, arms), filled(early, tips));
  expect_greater({1, 0}, filled(early, arms));
  expect_mean(filled(late, arms), 1);
  expect_mean(filled(late, tips), 1);
}

TEST(BasicsPresets, LongStepsBringTheWellsIntoBalance) {
  EXPECT_NEAR(left_mass(1), 0.87, 0.005);
  WatchedSession run = run_of("double-well");
  const auto right = [&] { return run.look().occupancy->share[1]; };
  run.advance(300);
  expect_mean(right(), 5.0 / 6);
  run.advance(700);
  expect_mean(right(), 1 - left_mass(1));
}

void expect_above_the_band(const std::string& preset) {
  WatchedSession run = run_of(preset);
  for (int quarter = 0; quarter < 4; ++quarter) {
    run.advance(500);
    const DiagnosticReport& report = run.look(DrawsUsed::ergodic);
    EXPECT_GT(report.mmd->mmd2 - 4 * report.mmd->error, report.band->high)
        << preset << " after " << run.session().step() << " steps";
  }
}

// Angular momentum e^r (x u_y - y u_x) in double: each of 500 steps rounds it by some 1e-16 of e^r |x|, which
// is many times its value where a path nearly meets the centre.
TEST(BasicsPresets, EshOnRingsKeepsAngularMomentum) {
  RunConfig config = load_preset("four-rings").config;
  config.chains = 100;
  WatchedSession run(config, {}, BackendKind::cpu);
  Session& session = run.session();
  const auto at = [&](const char* field) {
    return static_cast<std::size_t>(state_offset(session.sampler_descriptor(), field));
  };
  struct Turning {
    double momentum, size;
  };
  const auto turning = [&] {
    std::vector<Turning> all;
    const ChainData data = session.read();
    for (std::size_t i = 0; i < data.chains; ++i) {
      const auto row = data.state_row(i);
      const double speed = std::exp(row[at("r")]);
      all.push_back({speed * (row[0] * row[at("u") + 1] - row[1] * row[at("u")]), speed * norm(data.x(i))});
    }
    return all;
  };
  const std::vector<Turning> before = turning();
  std::vector<double> size(before.size());
  constexpr int steps = 500;
  for (int step = 0; step < steps; ++step) {
    session.advance(1);
    const std::vector<Turning> now = turning();
    for (std::size_t i = 0; i < now.size(); ++i) {
      size[i] = std::max(size[i], now[i].size);
      EXPECT_NEAR(now[i].momentum, before[i].momentum, steps * 1e-15 * size[i]);
    }
  }
  expect_above_the_band("four-rings");
}

TEST(BasicsPresets, EshStaysAboveTheBandOnANarrowRidge) {
  const auto target = make_target(load_preset("narrow-ridge").config);
  // E = x' P x/2 with P = [a b; b a] of eigenvalues 1/s^2 along x = -y and x = y.
  const double along = std::sqrt(target->evaluate({1, -1}).energy - target->evaluate({0, 0}).energy),
               across = std::sqrt(target->evaluate({1, 1}).energy - target->evaluate({0, 0}).energy);
  const double wide = 1 / along, narrow = 1 / across;
  EXPECT_NEAR(wide, 1, 0.005);
  EXPECT_NEAR(narrow, 0.1, 0.005);
  EXPECT_NEAR((narrow * narrow - wide * wide) / (narrow * narrow + wide * wide), -0.98, 0.005);
  expect_above_the_band("narrow-ridge");
}

// v = y - 2 ~ N(0, 3^2). The neck is v < -4 here, of mass Phi(-4/3) = 0.091.
TEST(BasicsPresets, MalaIsRejectedInTheNeck) {
  WatchedSession run = run_of("funnel-neck");
  Session& session = run.session();
  const auto width = [&](double v) {
    const Target& target = session.target();
    return 1 / std::sqrt(2 * (target.evaluate({1, v + 2}).energy - target.evaluate({0, v + 2}).energy));
  };
  EXPECT_NEAR(width(6), 20, 0.5);
  EXPECT_NEAR(width(-4), 0.14, 0.005);
  const auto column = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), "acceptance_rate"));
  const auto in_neck = [](Position x) { return x.y - 2 < -4; };
  session.advance(400);
  const ChainData before = session.read();
  ChannelMean accepted;
  for (std::size_t i = 0; i < before.chains; ++i)
    if (in_neck(before.x(i)))
      accepted.add(before.report[i * static_cast<std::size_t>(before.report_size) + column]);
  EXPECT_LT(accepted.mean + 4 * std::sqrt(accepted.variance / static_cast<double>(accepted.count)), 0.1);
  const double exact = 0.5 * std::erfc(4.0 / 3 / std::numbers::sqrt2);
  expect_greater({exact / 2, 0}, share_of(before, in_neck));
  session.advance(25);
  const ChainData later = session.read();
  ChannelMean stayed;
  for (std::size_t i = 0; i < before.chains; ++i)
    if (in_neck(before.x(i))) stayed.add(in_neck(later.x(i)));
  expect_greater({stayed.mean, std::sqrt(stayed.variance / static_cast<double>(stayed.count))}, {0.5, 0});
}

// The runs of the failure "Not ergodic", whose test compares their time averages.
TEST(BasicsPresets, OscillatorsAreThoseOfTheFailure) {
  EXPECT_EQ(load_preset("nose-hoover-chain").config, load_preset("failure-non-ergodic").config);
  EXPECT_EQ(load_preset("nose-hoover-tori").config, load_preset("failure-non-ergodic").beside.at(0).config);
}

TEST(BasicsPresets, MalaSeepsWhereEshFlies) {
  WatchedSession mala = run_of("one-mode-mala"), esh = run_of("default");
  const Target& target = mala.session().target();
  const Position a = target.modes()[0].centre, b = target.modes()[1].centre;
  EXPECT_NEAR(target.evaluate(0.5 * (a + b)).energy - target.evaluate(a).energy, 2.6, 0.05);
  for (WatchedSession* each : {&mala, &esh}) each->advance(each->session().step_within(100));
  const auto share = [](WatchedSession& run, std::size_t mode) { return run.look().occupancy->share[mode]; };
  expect_greater(share(mala, 0), share(esh, 0));
  // Around the ring: the farther from home, the fewer.
  for (std::size_t mode = 0; mode < 3; ++mode) expect_greater(share(mala, mode), share(mala, mode + 1));
}

// The variance's relative error over n chains is sqrt(2/n).
TEST(BasicsPresets, UlaSettlesAtFourThirds) {
  WatchedSession run = run_of("ula-bias");
  run.advance(50);
  const DiagnosticReport& report = run.look();
  expect_mean({report.variance.x, report.variance_error.x}, 4.0 / 3);
  expect_mean({report.variance.y, report.variance_error.y}, 4.0 / 3);
}

}  // namespace
}  // namespace ergo::basics_presets_test
