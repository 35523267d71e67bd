#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/unit/gradient_noise.h"
#include "core/unit/registry.h"

namespace ergo {

enum class BackendKind { automatic, gpu, simd, cpu };
/// What step sizes a sampler has when it is chosen: its declared numbers, as in files of version 1, or those that the
/// target's widths give it.
enum class Defaults { by_target, fixed };

/// A unit by id with its parameter values in descriptor order.
struct UnitChoice {
  std::string id;
  std::vector<double> values;
  Contents contents = {};
  /// The descriptor that the contents give, where they declare parameters of their own (Unit::describe); else null.
  std::shared_ptr<const Descriptor> own = {};
  bool operator==(const UnitChoice& other) const {
    return id == other.id && values == other.values && contents == other.contents;
  }
};

/// The unit with its default values.
UnitChoice defaults(const Descriptor& unit);

/// Text of the value of parameter number `index`, as apply() reads it.
std::string value_text(const UnitChoice& choice, const Descriptor& descriptor, std::size_t index);

/// The configuration of a run. Only apply() edits it.
struct RunConfig {
  RunConfig();
  UnitChoice target, sampler, start;
  UnitChoice gradient_noise;  ///< values of gradient_noise_descriptor()
  UnitChoice learning;        ///< values of learning_descriptor()
  std::uint64_t chains = 4096;
  std::uint64_t seed = 1;
  BackendKind backend = BackendKind::automatic;
  Defaults defaults = Defaults::by_target;
  bool operator==(const RunConfig&) const = default;
};

inline constexpr std::uint64_t chains_min = 1, chains_max = 10'000'000;

/// The descriptor of a chosen target: that of its unit, or the choice's own.
const Descriptor& target_descriptor(const UnitChoice& target);
inline const Descriptor& target_descriptor(const RunConfig& config) { return target_descriptor(config.target); }

/// Ids of a space's default target, sampler and start.
const char* default_target(Space space);
const char* default_sampler(Space space);
const char* default_start(Space space);

std::unique_ptr<Target> make_target(const UnitChoice&);
inline std::unique_ptr<Target> make_target(const RunConfig& config) { return make_target(config.target); }
std::unique_ptr<Sampler> make_sampler(const RunConfig&);
std::unique_ptr<Start> make_start(const RunConfig&);
/// Throws Error with the path if no run can begin with this configuration: if the target's values do not fit together,
/// the target lacks what the start or the sampler needs, or the backend cannot step it.
void check_beginning(const RunConfig&);
/// The kind of backend that the run asks for; of configurations of sites automatic is cpu, on which all of them run.
BackendKind backend_for(const RunConfig&);
/// Initial memory of the sampler's adaptation, of each chain alone where adapts_alone(); empty if it has none or it is
/// off.
Adaptation::Memory begin_adaptation(const RunConfig&);
/// Steps of a block of the sampler's adaptation, which it must have.
std::uint64_t adaptation_block(const RunConfig&);
/// Whether every chain adapts its own values.
bool adapts_alone(const RunConfig&);
/// The run's gradient noise with its strength as sigma, which is sqrt(2 B/step_size) if B is given. Samplers without a
/// step size use no gradients.
GradientNoise gradient_noise_of(const RunConfig&);
/// Strength of the gradient noise as the standard deviation of a component (for mini-batches, the target's), and as
/// B = step_size sigma^2/2. Both are 0 without noise; B is 0 without a step size.
double gradient_noise_sd(const RunConfig&);
double gradient_noise_B(const RunConfig&);
/// Theory's prediction for a channel of the sampler; nothing if there is none.
std::optional<Prediction> prediction(const Channel&, const RunConfig&);

/// Value of a parameter by name, e.g. parameter(config.sampler, sampler_unit(config.sampler.id).descriptor,
/// "step_size").
double parameter(const UnitChoice& choice, const Descriptor& descriptor, std::string_view id);

std::string to_string(BackendKind);  // "auto", "gpu", "simd", "cpu"
std::string to_string(Defaults);     // "by_target", "fixed"

/// What of the run only the cpu backend steps, in words: "sampler pas"; empty if nothing. Units over configurations of
/// sites may lack kernels, and those of models that learn do.
std::string without_kernel(const RunConfig& config);

}  // namespace ergo
