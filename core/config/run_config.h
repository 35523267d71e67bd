#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/unit/registry.h"

namespace ergo {

enum class BackendKind { automatic, gpu, cpu };

/// A unit by id with its parameter values in descriptor order.
struct UnitChoice {
  std::string id;
  std::vector<double> values;
  bool operator==(const UnitChoice&) const = default;
};

/// What a run is, as a plain value. Edited only by apply().
struct RunConfig {
  RunConfig();
  UnitChoice target, sampler, start;
  std::uint64_t chains = 4096;
  std::uint64_t seed = 1;
  BackendKind backend = BackendKind::automatic;
  bool operator==(const RunConfig&) const = default;
};

inline constexpr std::uint64_t chains_min = 1, chains_max = 10'000'000;

std::unique_ptr<Target> make_target(const RunConfig&);
std::unique_ptr<Sampler> make_sampler(const RunConfig&);
std::unique_ptr<Start> make_start(const RunConfig&);

/// Value of a parameter by name, e.g. parameter(config.sampler, sampler_unit(config.sampler.id).descriptor,
/// "step_size").
double parameter(const UnitChoice& choice, const Descriptor& descriptor, std::string_view id);

std::string to_string(BackendKind);  // "auto", "gpu", "cpu"

}  // namespace ergo
