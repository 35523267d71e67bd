// Gradient noise as a property of the run: its distribution, its strength in both forms, and what it does to
// a chain.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/base/error.h"
#include "core/config/apply_list.h"
#include "core/config/noise_settings.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"
#include "tests/machine_fixture.h"

namespace ergo::gradient_noise_test {
namespace {

RunConfig noisy(std::vector<Assignment> assignments) {
  RunConfig config;
  for (const auto& a : assignments) apply(config, a);
  return config;
}

/// One component of the noise of `count` chains at x, sorted.
std::vector<double> sample(NoiseKind kind, double sigma, Position x, int dim, bool second,
                           std::uint32_t count) {
  const auto target = target_unit("gaussian").make();
  std::vector<double> values;
  for (std::uint32_t chain = 0; chain < count; ++chain) {
    const Position n =
        gradient_noise({kind, sigma}, *target, x, {}, Draws(1, Purpose::step, chain, 7, dim), chain % 1024);
    values.push_back(second ? n.y : n.x);
  }
  std::ranges::sort(values);
  return values;
}

/// Kolmogorov-Smirnov distance; sqrt(n) times it exceeds 2.2 with probability 1.2e-4.
template <class Cdf>
double distance(const std::vector<double>& sorted, Cdf cdf) {
  double worst = 0;
  const double n = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double p = cdf(sorted[i]), low = static_cast<double>(i) / n;
    worst = std::max({worst, std::abs(p - low), std::abs(p - low - 1 / n)});
  }
  return worst;
}

double normal_cdf(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

/// Student's t with 3 degrees of freedom.
double student_cdf(double t) {
  const double s = t / std::sqrt(3.0);
  return 0.5 + (std::atan(s) + s / (1 + s * s)) / std::numbers::pi;
}

TEST(GradientNoise, HasTheDistributionItsNameSays) {
  constexpr std::uint32_t count = 100'000;
  const double limit = 2.2 / std::sqrt(count);
  const Position x{1.5, -2};
  for (const bool second : {false, true}) {
    const auto gaussian = sample(NoiseKind::gaussian, 0.7, x, 2, second, count);
    EXPECT_LE(distance(gaussian, [](double v) { return normal_cdf(v / 0.7); }), limit);
    const double sd = 0.7 * std::sqrt(1 + 1.5 * 1.5 + 4);
    const auto dependent = sample(NoiseKind::state_dependent, 0.7, x, 2, second, count);
    EXPECT_LE(distance(dependent, [&](double v) { return normal_cdf(v / sd); }), limit);
    const auto heavy = sample(NoiseKind::heavy_tailed, 0.7, x, 2, second, count);
    EXPECT_LE(distance(heavy, [](double v) { return student_cdf(v / 0.7 * std::sqrt(3.0)); }), limit);
  }
  for (const auto kind : {NoiseKind::gaussian, NoiseKind::state_dependent, NoiseKind::heavy_tailed})
    EXPECT_EQ(sample(kind, 1, {}, 1, true, 100).back(), 0) << "dim 1 has one component";
}

TEST(GradientNoise, StrengthIsSigmaOrB) {
  const auto with = [](std::vector<Assignment> more) {
    std::vector<Assignment> all = {
        {"sampler", "ula"}, {"sampler.step_size", "0.25"}, {"gradient_noise.kind", "gaussian"}};
    all.insert(all.end(), more.begin(), more.end());
    return noisy(all);
  };
  EXPECT_EQ(gradient_noise_of(with({})).sigma, 1);
  EXPECT_DOUBLE_EQ(gradient_noise_B(with({{"gradient_noise.sigma", "4"}})), 2);
  EXPECT_DOUBLE_EQ(gradient_noise_of(with({{"gradient_noise.B", "2"}})).sigma, 4);
  // B stays what was given when the step size changes; sigma follows.
  EXPECT_DOUBLE_EQ(gradient_noise_of(with({{"gradient_noise.B", "2"}, {"sampler.step_size", "1"}})).sigma, 2);
  // Of assignments one after another the later counts.
  EXPECT_EQ(gradient_noise_of(with({{"gradient_noise.B", "2"}, {"gradient_noise.sigma", "3"}})).sigma, 3);
  const RunConfig by_B = with({{"gradient_noise.B", "2"}});
  RunConfig again;
  for (const auto& a : assignments_of(by_B)) apply(again, a);
  EXPECT_EQ(again, by_B);
  // A run has one strength.
  const std::vector<Assignment> both = {{"gradient_noise.sigma", "1"}, {"gradient_noise.B", "2"}};
  EXPECT_THROW(check_given_once(both, "here"), Error);
  EXPECT_NO_THROW(check_given_once(std::span(both).first(1), "here"));
}

/// A set of assignments as a file has it, whatever their order.
RunConfig of_set(std::vector<Assignment> set) {
  sort_for_apply(set);
  return noisy(set);
}

TEST(GradientNoise, AStrengthThatNothingUsesIsAnError) {
  const Descriptor& d = gradient_noise_descriptor();
  for (const std::string& kind : d.parameters[0].choices)
    for (const std::string strength : {"gradient_noise.sigma", "gradient_noise.B"}) {
      const bool given = kind != "none" && kind != "minibatch";
      const std::vector<Assignment> set = {
          {strength, "3"}, {"target", "gaussian_mean"}, {"sampler", "ula"}, {"gradient_noise.kind", kind}};
      try {
        const RunConfig config = of_set(set);
        EXPECT_TRUE(given) << kind;
        EXPECT_DOUBLE_EQ(strength.ends_with("B") ? gradient_noise_B(config) : gradient_noise_sd(config), 3);
      } catch (const Error& error) {
        EXPECT_FALSE(given) << error.what();
        for (const std::string& word : {strength, "kind=" + kind, std::string("'3'"), std::string("gaussian"),
                                        std::string("state_dependent"), std::string("heavy_tailed")})
          EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
      }
    }
  EXPECT_THROW(of_set({{"gradient_noise.sigma", "1"}}), Error) << "the default, given where it does nothing";
}

TEST(GradientNoise, NoneHasNoStrengthAndNeedsNoneGiven) {
  RunConfig config = noisy({{"gradient_noise.kind", "gaussian"}, {"gradient_noise.sigma", "3"}});
  apply(config, {"gradient_noise.kind", "heavy_tailed"});
  EXPECT_EQ(gradient_noise_sd(config), 3);
  apply(config, {"gradient_noise.kind", "none"});
  EXPECT_EQ(gradient_noise_sd(config), 0);
  EXPECT_EQ(config, RunConfig{}) << "nothing of it is left that a file would have to tell";
  for (const Assignment& a : assignments_of(config))
    EXPECT_TRUE(a.path != "gradient_noise.sigma" && a.path != "gradient_noise.B");
}

TEST(GradientNoise, MinibatchesAreForTargetsWithData) {
  for (const auto& unit : kernel_targets()) {
    RunConfig config = noisy({{"target", unit.descriptor.id}});
    const Assignment minibatch{"gradient_noise.kind", "minibatch"};
    if (unit.descriptor.minibatches) {
      apply(config, minibatch);
      EXPECT_EQ(gradient_noise_of(config).kind, NoiseKind::minibatch);
      apply(config, {"target", "ring8"});
      EXPECT_EQ(gradient_noise_of(config).kind, NoiseKind::none);
    } else {
      EXPECT_THROW(apply(config, minibatch), Error) << unit.descriptor.id;
    }
  }
}

/// The values of a target's parameters with mini-batches of that size: its defaults, with each value of its first choice.
std::vector<std::vector<double>> values_with_batch(const Descriptor& target, double batch) {
  std::vector<double> values = initial_values(target.parameters);
  values[static_cast<std::size_t>(find_parameter(target, "batch_size"))] = batch;
  const auto choice = std::ranges::find(target.parameters, Kind::choice, &Parameter::kind);
  if (choice == target.parameters.end()) return {values};
  std::vector<std::vector<double>> all;
  for (double value = 0; value <= choice->hard.high; ++value) {
    all.push_back(values);
    all.back()[static_cast<std::size_t>(choice - target.parameters.begin())] = value;
  }
  return all;
}

/// Means of (noise.x, noise.y, x^2, xy, y^2) at a point within four standard errors of 0 and the covariance told.
void expect_strength(const Target& target, Position x) {
  constexpr std::uint32_t count = 10'000;
  std::array<double, 5> sum{}, square{};
  const Position gradient = target.evaluate(x).gradient;
  for (std::uint32_t chain = 0; chain < count; ++chain) {
    const Position n = gradient_noise({NoiseKind::minibatch}, target, x, gradient,
                                      Draws(1, Purpose::step, chain, 7, target.dim), 3);
    const std::array<double, 5> values = {n.x, n.y, n.x * n.x, n.x * n.y, n.y * n.y};
    for (std::size_t k = 0; k < values.size(); ++k) {
      sum[k] += values[k] / count;
      square[k] += values[k] * values[k] / count;
    }
  }
  const auto [xx, xy, yy] = target.minibatch_covariance(x);
  EXPECT_GT(xx, 0);
  const std::array<double, 5> expected = {0, 0, xx, xy, yy};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(sum[k], expected[k], 4 * std::sqrt(std::max(square[k] - sum[k] * sum[k], 0.0) / count)) << k;
}

/// Batches of data drawn with replacement: mean 0 and the covariance that the target names, in its mode and away from
/// it, up to the largest batch.
TEST(GradientNoise, MinibatchesHaveTheStrengthTheirTargetNames) {
  for (const auto& unit : kernel_targets()) {
    const Descriptor& d = unit.descriptor;
    if (!d.minibatches) continue;
    const double most = d.parameters[static_cast<std::size_t>(find_parameter(d, "batch_size"))].hard.high;
    for (const double batch : {1.0, 3.0, 10.0, most})
      for (const auto& values : values_with_batch(d, batch)) {
        const auto target = unit.make(values);
        const Mode mode = target->modes().at(0);
        const Position away = {mode.radius / 2, target->dim > 1 ? -mode.radius / 3 : 0};
        for (const Position x : {mode.centre, mode.centre + away}) {
          SCOPED_TRACE(d.id + testing::PrintToString(values) + " at " + std::to_string(x.x));
          expect_strength(*target, x);
        }
      }
  }
}

/// B = h N^2 s^2/(2 n) of 100 data in batches of n, drawn with replacement.
TEST(GradientNoise, MinibatchesHaveAB) {
  const RunConfig config = noisy({{"target", "gaussian_mean"},
                                  {"target.batch_size", "20"},
                                  {"sampler", "ula"},
                                  {"sampler.step_size", "0.25"},
                                  {"gradient_noise.kind", "minibatch"}});
  double mean = 0, variance = 0;
  for (std::uint32_t i = 0; i < 100; ++i) mean += datum(i) / 100;
  for (std::uint32_t i = 0; i < 100; ++i) variance += (datum(i) - mean) * (datum(i) - mean) / 100;
  EXPECT_DOUBLE_EQ(gradient_noise_B(config), 0.25 * 1e4 * variance / 40);
}

// Batches of 10 of 100 data of variance s^2: sigma = 100 s/sqrt(10), B = h sigma^2/2.
TEST(GradientNoise, MetaHasTheNoiseThatMinibatchesMake) {
  const auto cpu = [](BackendKind) { return std::make_unique<CpuBackend>(); };
  RunConfig few = load_preset("sgnht-2-coarse").config;
  few.chains = 10;
  const auto meta = nlohmann::json::parse(provenance(Session(few, cpu)));
  double mean = 0, variance = 0;
  for (std::uint32_t i = 0; i < 100; ++i) mean += datum(i) / 100;
  for (std::uint32_t i = 0; i < 100; ++i) variance += (datum(i) - mean) * (datum(i) - mean) / 100;
  EXPECT_NEAR(meta.at("gradient_noise").at("sigma").get<double>(), 100 * std::sqrt(variance / 10), 1e-12);
  EXPECT_NEAR(meta.at("gradient_noise").at("B").get<double>(), 0.01 * 1e4 * variance / 20, 1e-12);
  EXPECT_FALSE(meta.at("run").contains("gradient_noise.B"));
  EXPECT_FALSE(nlohmann::json::parse(provenance(Session(RunConfig{}, cpu))).contains("gradient_noise"));
}

/// ULA on N(0, 1) under noise: x' = (1 - h) x - h sigma n + sqrt(2 h) z with h = eps^2/2, so
/// Var x = (2 h + h^2 sigma^2)/(1 - (1 - h)^2).
TEST(GradientNoise, WidensUlaByTheClosedForm) {
  constexpr std::uint64_t chains = 20'000;
  for (const char* kind : {"gaussian", "heavy_tailed"}) {
    CpuBackend backend;
    RunConfig config = noisy({{"target", "oscillator"},
                              {"sampler", "ula"},
                              {"sampler.step_size", "0.6"},
                              {"gradient_noise.kind", kind},
                              {"gradient_noise.sigma", "5"}});
    config.chains = chains;
    backend.configure(config);
    backend.place(std::vector<Position>(chains), 0);
    backend.advance(0, 100);  // (1 - h)^200 = 1e-17 of the start is left
    const ChainData data = backend.read();
    double square = 0, fourth = 0;
    for (std::size_t i = 0; i < chains; ++i) {
      square += std::pow(data.x(i).x, 2) / chains;
      fourth += std::pow(data.x(i).x, 4) / chains;
    }
    const double h = 0.18, variance = (2 * h + h * h * 25) / (1 - (1 - h) * (1 - h));
    EXPECT_NEAR(square, variance, 4 * std::sqrt((fourth - square * square) / chains)) << kind;
  }
}

}  // namespace
}  // namespace ergo::gradient_noise_test
