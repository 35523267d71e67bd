#include "core/config/run_config.h"

#include <cmath>

#include "core/base/error.h"
#include "core/config/default_steps.h"
#include "core/config/last_target.h"
#include "core/config/learning_settings.h"
#include "core/site_plane/site_kernels.h"
#include "core/sites/site_units.h"

namespace ergo {

UnitChoice defaults(const Descriptor& unit) { return {unit.id, initial_values(unit.parameters)}; }

std::string value_text(const UnitChoice& choice, const Descriptor& descriptor, std::size_t index) {
  const Parameter& parameter = descriptor.parameters[index];
  if (!is_content(parameter)) return value_text(parameter, choice.values[index]);
  const auto given = choice.contents.find(parameter.id);
  return given == choice.contents.end() ? parameter.text.initial : given->second.text;
}

RunConfig::RunConfig()
    : target(ergo::defaults(target_unit(default_target(Space::plane)).descriptor)),
      sampler{default_sampler(Space::plane),
              default_values(sampler_unit(default_sampler(Space::plane)).descriptor, target,
                             Defaults::by_target)},
      start(ergo::defaults(start_unit(default_start(Space::plane)).descriptor)),
      gradient_noise{gradient_noise_descriptor().id, initial_values(gradient_noise_descriptor().parameters)},
      learning{learning_descriptor().id, initial_values(learning_descriptor().parameters)} {}

const char* default_target(Space space) {
  return space == Space::plane ? "ring8" : space == Space::lattice ? "lattice8" : "ising";
}
const char* default_sampler(Space space) {
  return space == Space::plane ? "esh" : space == Space::lattice ? "dmala" : "dmala_sites";
}
const char* default_start(Space space) { return on_lattice(space) ? "uniform" : "normal"; }

const Descriptor& target_descriptor(const UnitChoice& target) {
  return target.own ? *target.own : target_unit(target.id).descriptor;
}

std::unique_ptr<Target> make_target(const UnitChoice& target) {
  return target_unit(target.id).construct(
      Parameters(target_descriptor(target).parameters, target.values, &target.contents));
}
std::unique_ptr<Sampler> make_sampler(const RunConfig& c) {
  return sampler_unit(c.sampler.id).make(c.sampler.values);
}
std::unique_ptr<Start> make_start(const RunConfig& c) { return start_unit(c.start.id).make(c.start.values); }

void check_beginning(const RunConfig& c) {
  const auto target = last_target(c.target);
  make_start(c)->check(*target);
  make_sampler(c)->check(*sampled_target(c));
  const std::string lacks = without_kernel(c);
  if (!lacks.empty() && (c.backend == BackendKind::gpu || c.backend == BackendKind::simd))
    throw Error(lacks + " has no kernel for this backend:", to_string(c.backend), "auto, cpu", "backend");
}

std::string without_kernel(const RunConfig& c) {
  if (target_descriptor(c).space != Space::sites) return "";
  if (learns(c)) return "a model of sites that learns";
  if (!site_kernels().contains(c.target.id)) return "target " + c.target.id;
  if (!site_kernels().contains(c.sampler.id)) return "sampler " + c.sampler.id;
  const bool reads = !last_target(c.target)->sites()->model()->kernel_data().numbers.empty();
  return reads ? "" : "target " + c.target.id + " with these values";
}

BackendKind backend_for(const RunConfig& c) {
  const bool automatic = c.backend == BackendKind::automatic;
  return automatic && target_descriptor(c).space == Space::sites ? BackendKind::cpu : c.backend;
}

Adaptation::Memory begin_adaptation(const RunConfig& c) {
  const Descriptor& sampler = sampler_unit(c.sampler.id).descriptor;
  if (!sampler.adaptation) return {};
  return sampler.adaptation->begin(Parameters(sampler.parameters, c.sampler.values));
}

std::uint64_t adaptation_block(const RunConfig& c) {
  const Descriptor& sampler = sampler_unit(c.sampler.id).descriptor;
  return sampler.adaptation->block(Parameters(sampler.parameters, c.sampler.values));
}

bool adapts_alone(const RunConfig& c) {
  const Descriptor& sampler = sampler_unit(c.sampler.id).descriptor;
  return sampler.adaptation && !begin_adaptation(c).empty() &&
         sampler.adaptation->alone(Parameters(sampler.parameters, c.sampler.values));
}

namespace {
double step_size_of(const RunConfig& c) {
  const Descriptor& sampler = sampler_unit(c.sampler.id).descriptor;
  const int index = find_parameter(sampler, "step_size");
  return index < 0 ? 0 : c.sampler.values[static_cast<std::size_t>(index)];
}
}  // namespace

GradientNoise gradient_noise_of(const RunConfig& c) {
  const Parameters p(gradient_noise_descriptor().parameters, c.gradient_noise.values);
  const auto kind = static_cast<NoiseKind>(p.integer("kind"));
  const double B = p["B"], h = step_size_of(c);
  if (B == 0 || h == 0) return {kind, p["sigma"]};
  return {kind, std::sqrt(2 * B / h)};
}

namespace {

/// Mean variance of a component of the mini-batches' noise, in the middle of the target's first mode or of
/// its window.
struct BatchNoise {
  explicit BatchNoise(const Target& target) {
    const auto variance = [&](Position x) {
      const auto [xx, xy, yy] = target.minibatch_covariance(x);
      return (xx + yy) / target.dim;
    };
    const auto [low, high] = target.window();
    const auto modes = target.modes();
    typical = variance(modes.empty() ? 0.5 * (low + high) : modes.front().centre);
    varies = variance(high) != typical;
  }
  double typical;
  bool varies;  ///< with the position
};

}  // namespace

double gradient_noise_sd(const RunConfig& c) {
  const auto [kind, given] = gradient_noise_of(c);
  if (kind == NoiseKind::none) return 0;
  return kind == NoiseKind::minibatch ? std::sqrt(BatchNoise(*make_target(c)).typical) : given;
}

double gradient_noise_B(const RunConfig& c) {
  const double sigma = gradient_noise_sd(c);
  return step_size_of(c) * sigma * sigma / 2;
}

std::optional<Prediction> prediction(const Channel& channel, const RunConfig& c) {
  if (target_descriptor(c).space == Space::sites) {
    auto known = last_target(c.target)->sites()->prediction(channel.id);
    if (known && learns(c) && channel.id == "energy") known->mean = known->sd = NAN;  // the model's is another one
    return known;
  }
  if (!channel.prediction) return {};
  const Parameters values(sampler_unit(c.sampler.id).descriptor.parameters, c.sampler.values);
  const NoiseKind kind = gradient_noise_of(c).kind;
  const bool varies = kind == NoiseKind::state_dependent ||
                      (kind == NoiseKind::minibatch && BatchNoise(*make_target(c)).varies);
  return channel.prediction({values, target_descriptor(c).dim, gradient_noise_B(c), varies});
}

std::string to_string(Defaults defaults) { return defaults == Defaults::fixed ? "fixed" : "by_target"; }

double parameter(const UnitChoice& choice, const Descriptor& descriptor, std::string_view id) {
  return Parameters(descriptor.parameters, choice.values)[id];
}

std::string to_string(BackendKind kind) {
  switch (kind) {
    case BackendKind::gpu:
      return "gpu";
    case BackendKind::simd:
      return "simd";
    case BackendKind::cpu:
      return "cpu";
    default:
      return "auto";
  }
}

}  // namespace ergo
