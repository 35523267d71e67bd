#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/unit/gradient_noise.h"
#include "core/unit/registry.h"

namespace ergo {

enum class BackendKind { automatic, gpu, cpu };

/// A unit by id with its parameter values in descriptor order.
struct UnitChoice {
  std::string id;
  std::vector<double> values;
  Pictures pictures = {};
  bool operator==(const UnitChoice&) const = default;
};

/// The unit with its default values.
UnitChoice defaults(const Descriptor& unit);

/// The text of the value of its parameter number `index`, as apply() takes it.
std::string value_text(const UnitChoice& choice, const Descriptor& descriptor, std::size_t index);

/// What a run is, as a plain value. Edited only by apply().
struct RunConfig {
  RunConfig();
  UnitChoice target, sampler, start;
  UnitChoice gradient_noise;  ///< values of gradient_noise_descriptor()
  std::uint64_t chains = 4096;
  std::uint64_t seed = 1;
  BackendKind backend = BackendKind::automatic;
  bool operator==(const RunConfig&) const = default;
};

inline constexpr std::uint64_t chains_min = 1, chains_max = 10'000'000;

/// The sampler and the start that a target of this space begins with.
const char* default_sampler(Space space);
const char* default_start(Space space);

std::unique_ptr<Target> make_target(const RunConfig&);
std::unique_ptr<Sampler> make_sampler(const RunConfig&);
std::unique_ptr<Start> make_start(const RunConfig&);
/// Throws Error naming the path where no run can begin so: values that fit no target together, a start that
/// the target has no place for.
void check_beginning(const RunConfig&);
/// What the sampler's adaptation begins with at its values as they are; empty where it has none or it is off.
Adaptation::Memory begin_adaptation(const RunConfig&);
/// The run's gradient noise with its strength as sigma: sqrt(2 B/step_size) where B is given. Samplers
/// without a step size use no gradients.
GradientNoise gradient_noise_of(const RunConfig&);
/// Its strength as standard deviation of a component, that of the target's mini-batches where they are the
/// noise, and as B = step_size sigma^2/2; 0 without noise, B also without a step size.
double gradient_noise_sd(const RunConfig&);
double gradient_noise_B(const RunConfig&);
/// What theory says of a channel of the sampler; nothing where it says nothing.
std::optional<Prediction> prediction(const Channel&, const RunConfig&);

/// Value of a parameter by name, e.g. parameter(config.sampler, sampler_unit(config.sampler.id).descriptor,
/// "step_size").
double parameter(const UnitChoice& choice, const Descriptor& descriptor, std::string_view id);

std::string to_string(BackendKind);  // "auto", "gpu", "cpu"

}  // namespace ergo
