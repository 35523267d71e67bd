// The very text of the kernels, compiled as C++ double, against the C++ twins: formula errors show here.
#include "tests/kernel_text.h"

#include <gtest/gtest.h>

#include "core/gl/kernel_source.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

using kernel_text::PairText;

/// Both twins make some hundred roundings of 1e-16 a step; a wrong formula is off by far more.
constexpr double tolerance = 1e-11;
constexpr std::uint64_t seed = 1;
constexpr int chains = 64, steps = 40;

/// Every parameter at its default, or halfway from there to the slider's upper end.
std::vector<double> values_of(const Descriptor& unit, bool defaults) {
  std::vector<double> values = initial_values(unit.parameters);
  for (std::size_t k = 0; k < values.size() && !defaults; ++k) {
    const Parameter& p = unit.parameters[k];
    values[k] =
        p.scale == Scale::log ? std::sqrt(p.initial * p.slider.high) : (p.initial + p.slider.high) / 2;
    if (p.kind != Kind::real) values[k] = std::floor(values[k]);
  }
  return values;
}

struct Twins {
  const PairText& text;
  GradientNoise noise;
  std::vector<double> target_values, sampler_values;
  std::unique_ptr<Target> target;
  std::unique_ptr<Sampler> sampler;
  double worst = 0;
  std::string where = {};

  Twins(const PairText& text, bool defaults, GradientNoise noise = {})
      : text(text),
        noise(noise),
        target_values(values_of(target_unit(text.target).descriptor, defaults)),
        sampler_values(values_of(sampler_unit(text.sampler).descriptor, defaults)),
        target(target_unit(text.target).make(target_values)),
        sampler(sampler_unit(text.sampler).make(sampler_values)) {}

  void compare(std::span<const double> ours, std::span<const double> theirs, const std::string& what) {
    for (std::size_t k = 0; k < ours.size(); ++k) {
      if (ours[k] == theirs[k]) continue;
      const double difference = std::abs(ours[k] - theirs[k]) / (1 + std::abs(ours[k]));
      const double error = std::isnan(difference) ? HUGE_VAL : difference;
      if (error <= worst) continue;
      worst = error;
      where = what + " " + std::to_string(k) + ": C++ " + std::to_string(ours[k]) + ", text " +
              std::to_string(theirs[k]);
    }
  }

  void run(std::uint32_t chain, Position start) {
    std::vector<double> state(sampler->state_size()), report(sampler->report_size());
    std::uint64_t diverged = 0;
    const Oracle oracle(*target, noise);
    const Evaluation at = target->evaluate(start);
    const ChainState begin = {start, at.energy, at.gradient};
    std::memcpy(state.data(), &begin, sizeof begin);
    std::vector<double> text_state = {start.x, start.y}, text_report(report.size());
    text_state.resize(state.size());
    sampler->init({state, report, diverged, chain}, oracle, seed, 0);
    text.init(target_values, sampler_values, Draws(seed, Purpose::init, chain, 0, target->dim), noise,
              text_state, text_report);
    compare(state, text_state, "init, state");
    compare(report, text_report, "init, report");
    for (std::uint64_t step = 0; step < steps; ++step) {
      text_state = state;
      sampler->advance({state, report, diverged, chain}, oracle, seed, step, 1);
      if (diverged) return;
      text.step(target_values, sampler_values, Draws(seed, Purpose::step, chain, step, target->dim), noise,
                text_state, text_report);
      compare(state, text_state, "step " + std::to_string(step) + ", state");
      compare(report, text_report, "step " + std::to_string(step) + ", report");
    }
  }
};

Position start_of(const Target& target, std::uint32_t chain) {
  const Window window = target.window();
  const Position size = window.high - window.low;
  const Draw draw = Draws(seed, Purpose::start, chain, 0, target.dim)(0);
  return {window.low.x + size.x * draw.uniform1, target.dim > 1 ? window.low.y + size.y * draw.uniform2 : 0};
}

TEST(KernelText, CoversEveryPair) {
  EXPECT_EQ(kernel_text::pair_texts().size(), targets().size() * samplers().size());
}

TEST(KernelText, AgreesWithTheCppTwin) {
  for (const PairText& text : kernel_text::pair_texts())
    for (const bool defaults : {true, false}) {
      Twins twins(text, defaults);
      for (std::uint32_t chain = 0; chain < chains; ++chain) twins.run(chain, start_of(*twins.target, chain));
      EXPECT_LE(twins.worst, tolerance) << text.sampler << " on " << text.target
                                        << (defaults ? ", defaults: " : ", other values: ") << twins.where;
    }
}

/// Every kind of gradient noise on every target, under every sampler that sees gradients.
TEST(KernelText, AgreesUnderGradientNoise) {
  for (const PairText& text : kernel_text::pair_texts())
    for (int kind = 1; kind <= static_cast<int>(NoiseKind::minibatch); ++kind) {
      const NoiseKind noise = static_cast<NoiseKind>(kind);
      if (noise == NoiseKind::minibatch && !target_unit(text.target).descriptor.minibatches) continue;
      Twins twins(text, true, {noise, 0.3});
      for (std::uint32_t chain = 0; chain < chains / 8; ++chain)
        twins.run(chain, start_of(*twins.target, chain));
      EXPECT_LE(twins.worst, tolerance)
          << text.sampler << " on " << text.target << ", noise " << kind << ": " << twins.where;
    }
}

/// A declared parameter that the kernel never mentions would be a knob without effect.
TEST(KernelText, ReadsEveryDeclaredParameter) {
  const ShaderLibrary library;
  const auto check = [&](const Descriptor& unit, const std::string& folder, const std::string& holder) {
    const std::string text = library.text(folder + unit.id + ".glsl");
    for (const Parameter& parameter : unit.parameters)
      EXPECT_NE(text.find(holder + parameter.id), std::string::npos) << unit.id << " " << parameter.id;
  };
  for (const auto& unit : targets()) check(unit.descriptor, "targets/", "t.");
  for (const auto& unit : samplers()) check(unit.descriptor, "samplers/", "p.");
}

}  // namespace
}  // namespace ergo
