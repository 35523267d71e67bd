#include "core/verification/stationarity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/backend/cpu_backend.h"
#include "core/config/assignment.h"
#include "core/lanes/simd_backend.h"
#include "core/site_plane/site_kernels.h"
#include "core/truth/exact_draws.h"
#include "core/unit/registry.h"
#include "core/verification/cells.h"
#include "core/verification/order_tests.h"
#include "core/verification/trial.h"
#include "tests/sample.h"
#include "tests/sampler_list.h"

namespace ergo::stationarity_test {
namespace {

constexpr std::uint64_t chains = 32768;
constexpr double level = 1e-6;

std::vector<Position> exact_draws(const std::shared_ptr<const Target>& target, std::uint64_t seed) {
  const ExactDraws exact(target);
  std::vector<Position> draws(chains);
  for (std::size_t i = 0; i < chains; ++i)
    draws[i] = exact.at(Draws(seed, Purpose::exact, static_cast<std::uint32_t>(i), 0, target->dim));
  return draws;
}

/// Chains of a configured run after `steps` steps from exact draws.
ChainData stepped(std::initializer_list<Assignment> assignments, std::uint64_t steps) {
  RunConfig config;
  for (const auto& assignment : assignments) apply(config, assignment);
  config.chains = chains;
  CpuBackend backend;
  backend.configure(config);
  backend.place(exact_draws(make_target(config), config.seed), 0);
  backend.advance(0, steps);
  return backend.read();
}

std::vector<Position> positions_of(const ChainData& data) {
  std::vector<Position> positions(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) positions[i] = data.x(i);
  return positions;
}

std::string text(const Verdict& v) {
  return v.sampler + " on " + v.target + ", " + v.test + ": " + std::to_string(v.statistic) + " against " +
         std::to_string(v.threshold) + ", " + v.verdict + ", " + v.reason;
}

class Stationarity : public testing::TestWithParam<std::string> {};

// CI takes every fourth pair of the samplers and targets of a space, and of targets made of data every eighth: each sampler
// with a quarter of the targets, and each target with a quarter of the samplers. ERGO_ALL_TESTS=1 takes all. Kernels on lanes run, as
// parity ties them to the twin; `ergo verify --backend cpu` asks the same of the twin.
TEST_P(Stationarity, HoldsOnTargets) {
  SimdBackend backend;
  const SamplerUnit& sampler = sampler_unit(GetParam());
  int passed = 0;
  std::size_t item = number_of(GetParam());
  for (const auto& target : targets(sampler.descriptor.space)) {
    if (!in_sample(item++, goes_over_data(target) ? 8 : 4)) continue;
    for (const Verdict& verdict : verify(sampler, target, backend, 1)) {
      EXPECT_NE(verdict.verdict, "fail") << text(verdict);
      passed += verdict.verdict == "pass";
      EXPECT_FALSE(verdict.test.ends_with("stationarity") && verdict.verdict == "skip") << text(verdict);
    }
  }
  const Claims& claims = sampler.descriptor.claims;
  const bool at_finite_time = claims.distribution == Distribution::exact || claims.bias_order > 0 ||
                              !claims.importance_channel.empty() || !claims.conserved_channel.empty() ||
                              sampler.descriptor.space == Space::lattice;
  EXPECT_EQ(passed > 0, at_finite_time) << "everything was skipped";
}

INSTANTIATE_TEST_SUITE_P(Samplers, Stationarity, testing::ValuesIn(sampler_ids()),
                         [](const auto& info) { return info.param; });

/// Of each sampler of sites with the small cases of its targets. CI takes every fourth pair.
TEST(StationarityTest, OfSitesHoldsOnSmallCases) {
  SimdBackend simd;
  CpuBackend cpu;
  std::size_t item = 0, passed = 0;
  for (const auto& [target, sampler] : unit_pairs()) {
    if (sampler.descriptor.space != Space::sites || !in_sample(item++, 4)) continue;
    const bool kernels = has_kernels(target.descriptor, sampler.descriptor);
    for (const Verdict& verdict : verify(sampler, target, kernels ? static_cast<Backend&>(simd) : cpu, 1)) {
      EXPECT_NE(verdict.verdict, "fail") << text(verdict);
      const bool claims = sampler.descriptor.claims.distribution == Distribution::exact;
      EXPECT_EQ(verdict.verdict == "pass", claims) << text(verdict);
      passed += claims;
    }
  }
  EXPECT_GT(passed, 10u);
}

TEST(StationarityTest, ExactDrawsPassAndScaledOnesFail) {
  for (const auto& unit : kernel_targets()) {
    const std::shared_ptr<const Target> target = unit.make();
    auto draws = exact_draws(target, 11);
    EXPECT_EQ(distribution_test(*target, draws, 1e-3 / static_cast<double>(kernel_targets().size())).verdict, "pass")
        << unit.descriptor.id;
  }
  // A scale off by a twentieth has noncentrality 2 n d 0.05^2 = 330 on N(0, I): 8 s.d. of chi-squared's 900
  // degrees.
  const std::shared_ptr<const Target> gaussian = target_unit("gaussian").make();
  auto draws = exact_draws(gaussian, 11);
  for (auto& x : draws) x = 1.05 * x;
  EXPECT_EQ(distribution_test(*gaussian, draws, level).verdict, "fail");
}

/// A target of which only E, its gradient and its window are known.
class EnergyAlone final : public Target {
 public:
  explicit EnergyAlone(std::shared_ptr<const Target> target) : target_(std::move(target)) {
    dim = target_->dim;
  }
  Evaluation evaluate(Position x) const override { return target_->evaluate(x); }
  Window window() const override { return target_->window(); }
  bool analytic() const override { return target_->analytic(); }

 private:
  std::shared_ptr<const Target> target_;
};

/// Draws and normaliser from the table of a density pass the test against the target's own normaliser, and
/// against the table's. The whole test fails by chance with probability 1e-3.
TEST(StationarityTest, EnergyAndGradientAloneAreEnough) {
  const auto planes = targets(Space::plane);
  const double each = 1e-3 / (2 * static_cast<double>(planes.size()));
  for (const auto& unit : planes) {
    const std::shared_ptr<const Target> full = unit.make();
    const auto bare = std::make_shared<EnergyAlone>(full);
    const ExactDraws exact(bare);
    std::vector<Position> draws(chains);
    for (std::size_t i = 0; i < chains; ++i)
      draws[i] = exact.at(Draws(12, Purpose::exact, static_cast<std::uint32_t>(i), 0, full->dim));
    for (const Target* judge : {full.get(), static_cast<const Target*>(bare.get())}) {
      const Verdict verdict = distribution_test(*judge, draws, each);
      EXPECT_EQ(verdict.verdict, "pass") << unit.descriptor.id << text(verdict);
    }
  }
}

/// MALA without its accept step is ULA.
TEST(StationarityTest, AMissingAcceptStepIsFound) {
  const std::shared_ptr<const Target> gaussian = target_unit("gaussian").make();
  const auto at = [&](const char* sampler) {
    return distribution_test(
        *gaussian,
        positions_of(stepped({{"target", "gaussian"}, {"sampler", sampler}, {"sampler.step_size", "1"}}, 32)),
        level);
  };
  EXPECT_EQ(at("mala").verdict, "pass");
  EXPECT_EQ(at("ula").verdict, "fail");
}

/// MALA that forgets the ratio of proposal densities, the classical slip.
struct HalfMala {
  struct State : ChainState {};
  struct Report {
    double energy;
  };
  explicit HalfMala(const Parameters&) {}
  Transition<State, Report> init(State s, const Oracle&, const Draws&) const { return {s, {s.energy}}; }
  template <class Tell>
  Transition<State, Report> step(State s, const Oracle& oracle, const Draws& draws, Tell) const {
    const Draw draw = draws(0);
    const Position x = s.x - 0.5 * s.gradient + normal(draw);
    const Evaluation at = oracle.observe(x, draws);
    if (std::log(draw.uniform1) < s.energy - at.energy) s = moved_to(s, x, at);
    return {s, {s.energy}};
  }
};

TEST(StationarityTest, AWrongAcceptanceRatioIsFound) {
  const std::shared_ptr<const Target> gaussian = target_unit("gaussian").make();
  const SamplerOf<HalfMala> sampler{Parameters({}, {})};
  auto draws = exact_draws(gaussian, 1);
  for (std::size_t i = 0; i < chains; ++i) {
    const auto at = gaussian->evaluate(draws[i]);
    double state[chain_state_size] = {draws[i].x, draws[i].y, at.energy, at.gradient.x, at.gradient.y},
           report[1];
    std::uint64_t diverged = 0;
    sampler.advance({state, report, diverged, static_cast<std::uint32_t>(i)}, *gaussian, 1, 0, 32);
    draws[i] = {state[0], state[1]};
  }
  EXPECT_EQ(distribution_test(*gaussian, draws, level).verdict, "fail");
}

/// The bias is of an order lower than is claimed, of every sampler that claims one. A verdict that skips says
/// that the bias is too small to tell.
TEST(StationarityTest, AWrongBiasOrderIsFound) {
  CpuBackend backend;
  int found = 0;
  for (SamplerUnit sampler : kernel_samplers()) {
    if (sampler.descriptor.claims.bias_order == 0) continue;
    ++sampler.descriptor.claims.bias_order;
    Trial trial(sampler, target_unit("gaussian"), backend, 1);
    const Verdict verdict = bias_order_test(trial);
    EXPECT_NE(verdict.verdict, "pass") << sampler.descriptor.id << text(verdict);
    found += verdict.verdict == "fail";
  }
  EXPECT_GT(found, 0);
}

class EshWeight : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(GradientScale, EshWeight, testing::Values("d", "d-1"),
                         [](const auto& info) { return info.index ? "fewer" : "all"; });

/// The weight E(x0) - E(x) - (d-1) r passes at a step size at which energy is badly conserved; no weight at
/// all and E(x0) - E(x) + r, which is right for exact conservation alone (Ver Steeg & Galstyan 2021,
/// Algorithm 4), fail.
TEST_P(EshWeight, AWrongOneIsFound) {
  const std::shared_ptr<const Target> gaussian = target_unit("gaussian").make();
  const auto starts = exact_draws(gaussian, RunConfig{}.seed);
  const ChainData data = stepped({{"target", "gaussian"},
                                  {"sampler", "esh"},
                                  {"sampler.step_size", "1.5"},
                                  {"sampler.gradient_scale", GetParam()}},
                                 1);
  const Descriptor& esh = sampler_unit("esh").descriptor;
  const int r = state_offset(esh, "r"), initial = state_offset(esh, "initial_energy");
  const auto verdict_with = [&](auto log_weight) {
    std::vector<WeightedMove> moves(chains);
    for (std::size_t i = 0; i < chains; ++i) {
      const auto row = data.state_row(i);
      moves[i] = {starts[i], data.x(i), log_weight(row[initial] - row[2], row[r])};
    }
    return weighted_distribution_test(*gaussian, moves, 1, level);
  };
  EXPECT_EQ(verdict_with([](double fall, double r) { return fall - r; }).verdict, "pass");
  EXPECT_EQ(verdict_with([](double, double) { return 0.0; }).verdict, "fail");
  EXPECT_EQ(verdict_with([](double fall, double r) { return fall + r; }).verdict, "fail");
}

TEST(StationarityTest, AWrongMeanWeightIsFound) {
  std::vector<WeightedMove> moves(10000);
  for (std::size_t i = 0; i < moves.size(); ++i) {  // w = e^(s z - s^2/2) has mean 1, and so has 1/w under w
    const double z = Draws(5, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, 1)(0).normal_x;
    moves[i].log_weight = 0.5 * z - 0.125;
  }
  EXPECT_EQ(mean_weight_test(moves).verdict, "pass");
  for (auto& move : moves) move.log_weight += 0.05;  // ten standard errors
  EXPECT_EQ(mean_weight_test(moves).verdict, "fail");
}

/// Exact draws give uniform p-values: over 40 seeds their mean is 1/2 within five standard errors 1/sqrt(12 *
/// 40).
TEST(StationarityTest, PValuesAreUniform) {
  const std::shared_ptr<const Target> target = target_unit("donut").make();
  double mean = 0;
  for (std::uint64_t seed = 100; seed < 140; ++seed)
    mean += distribution_test(*target, exact_draws(target, seed), level).p_value / 40;
  EXPECT_NEAR(mean, 0.5, 5 / std::sqrt(12.0 * 40));
}

/// ULA on a Gaussian axis of variance s^2 is autoregressive, x' = a x + eps z with a = 1 - eps^2/(2 s^2):
/// from the target the variance after k steps is v + a^(2k) (s^2 - v), v = s^2/(1 - eps^2/(4 s^2)). Four
/// standard errors.
TEST(StationarityTest, UlaHasItsClosedFormBias) {
  struct Case {
    const char *target, *step_size;
  };
  constexpr int steps = 200;
  for (const auto& [id, step_size] : {Case{"gaussian", "0.5"}, Case{"gaussian", "1"},
                                      Case{"correlated_gaussian", "0.1"}, Case{"oscillator", "1"}}) {
    const ChainData data =
        stepped({{"target", id}, {"sampler", "ula"}, {"sampler.step_size", step_size}}, steps);
    const GaussianTerm term = target_unit(id).make()->mixture().at(0);
    const bool plane = target_unit(id).descriptor.dim == 2;
    const double angle = 0.5 * std::atan2(2 * term.xy, term.xx - term.yy), h = std::stod(step_size);
    for (const double axis : {angle, angle + M_PI / 2}) {
      const Position e = {std::cos(axis), std::sin(axis)};
      const double s2 = term.xx * e.x * e.x + 2 * term.xy * e.x * e.y + term.yy * e.y * e.y;
      if (!plane && std::abs(e.x) < 0.5) continue;
      double variance = 0;
      for (std::size_t i = 0; i < chains; ++i) variance += dot(data.x(i), e) * dot(data.x(i), e) / chains;
      const double v = s2 / (1 - h * h / (4 * s2)), a = 1 - h * h / (2 * s2);
      const double expected = v + std::pow(a, 2 * steps) * (s2 - v);
      EXPECT_NEAR(variance, expected, 4 * expected * std::sqrt(2.0 / chains)) << id << ", axis " << axis;
    }
  }
}

TEST(CellsTest, ProbabilitiesAreExact) {
  const std::shared_ptr<const Target> gaussian = target_unit("gaussian").make();
  const Cells cells(*gaussian, 1, 48);
  const auto& p = cells.probabilities();
  EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
  const Window window = gaussian->window();
  const Position side = (window.high - window.low) / 48;
  const auto between = [](double low, double high) {
    return 0.5 * (std::erf(high / std::sqrt(2.0)) - std::erf(low / std::sqrt(2.0)));
  };
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const Position c = cells.centre(i);
    EXPECT_EQ(cells.index(c), i);
    EXPECT_NEAR(p[i],
                between(c.x - side.x / 2, c.x + side.x / 2) * between(c.y - side.y / 2, c.y + side.y / 2),
                1e-15);
  }
  EXPECT_EQ(cells.index({1e9, 0}), cells.size() - 1);
  EXPECT_EQ(cells.index({NAN, 0}), cells.size() - 1);
  // A grid twice as fine moves less than a hundredth of a draw of the tests' 32768 across the border.
  for (const auto& unit : kernel_targets()) {
    const auto target = unit.make();
    EXPECT_NEAR(Cells(*target, 1, 48).probabilities().back(), Cells(*target, 1, 96).probabilities().back(),
                0.01 / chains)
        << unit.descriptor.id;
  }
}

}  // namespace
}  // namespace ergo::stationarity_test
