#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/unit/descriptor.h"
#include "core/unit/lattice_sampler.h"
#include "core/unit/sampler.h"
#include "core/unit/start.h"
#include "core/unit/target.h"

namespace ergo {

/// A registered unit: its descriptor and how to build it from parameter values (descriptor order).
template <class Interface>
struct Unit {
  Descriptor descriptor;
  std::function<std::unique_ptr<Interface>(const Parameters&)> construct;
  /// The descriptor for given contents, if a content declares parameters of its own; `descriptor` is then that without
  /// any. Throws Error naming `where` if the contents cannot be read.
  std::function<Descriptor(const Contents&, const std::string& where)> describe = {};

  std::unique_ptr<Interface> make(std::span<const double> values, const Contents& contents = {}) const {
    return construct(Parameters(descriptor.parameters, values, &contents));
  }
  std::unique_ptr<Interface> make() const { return make(initial_values(descriptor.parameters)); }
};

using TargetUnit = Unit<Target>;
using SamplerUnit = Unit<Sampler>;
using StartUnit = Unit<Start>;

/// All units, sorted by id. The lists are written by the build from the folders core/targets, core/lattices
/// (targets too), core/samplers and core/starts; those over configurations of sites come from core/site_plane.
const std::vector<TargetUnit>& targets();
const std::vector<SamplerUnit>& samplers();
const std::vector<StartUnit>& starts();

/// Those of the plane and of lattices, which all have kernels and run on every backend; of sites see site_kernels().
const std::vector<TargetUnit>& kernel_targets();
const std::vector<SamplerUnit>& kernel_samplers();

/// Units of two lists, sorted by id.
template <class Interface>
std::vector<Unit<Interface>> by_id(std::vector<Unit<Interface>> units, const std::vector<Unit<Interface>>& others) {
  units.insert(units.end(), others.begin(), others.end());
  std::ranges::sort(units, {}, [](const Unit<Interface>& unit) { return unit.descriptor.id; });
  return units;
}

/// The targets of core/targets. A target on a lattice may name them in its descriptor, where targets() is not yet
/// there.
const std::vector<TargetUnit>& plane_targets();

/// Those of one space: a sampler runs on the targets of its own.
std::vector<TargetUnit> targets(Space space);
std::vector<SamplerUnit> samplers(Space space);
/// Every target with every sampler that runs on it, at default values.
struct UnitPair {
  const TargetUnit& target;
  const SamplerUnit& sampler;
};
std::vector<UnitPair> unit_pairs();
std::vector<UnitPair> kernel_pairs();  ///< those of the plane and of lattices

/// Look-up by id; throws Error with the nearest legal id.
const TargetUnit& target_unit(std::string_view id);
const SamplerUnit& sampler_unit(std::string_view id);
const StartUnit& start_unit(std::string_view id);

/// What a unit file ends with: ERGO_TARGET(ring8, Ring8, { descriptor }).
#define ERGO_UNIT_(Kind, Interface, name, Built, ...)                                     \
  namespace ergo {                                                                        \
  Unit<Interface> Kind##_##name() {                                                       \
    return {__VA_ARGS__, [](const Parameters& p) { return std::make_unique<Built>(p); }}; \
  }                                                                                       \
  }
#define ERGO_TARGET(name, Class, ...)                                 \
  namespace ergo {                                                    \
  TargetUnit target_##name() {                                        \
    Descriptor descriptor = __VA_ARGS__;                              \
    return {descriptor, [dim = descriptor.dim](const Parameters& p) { \
              auto made = std::make_unique<Class>(p);                 \
              made->dim = dim;                                        \
              return std::unique_ptr<Target>(std::move(made));        \
            }};                                                       \
  }                                                                   \
  }
/// A target whose contents declare parameters of its own: ERGO_DESCRIBED_TARGET(formula, TypedTarget, described), where
/// described(contents, where) is its descriptor. The class sets its dim.
#define ERGO_DESCRIBED_TARGET(name, Class, described)                                               \
  namespace ergo {                                                                                  \
  TargetUnit target_##name() {                                                                      \
    return {described({}, ""), [](const Parameters& p) { return std::make_unique<Class>(p); }, described}; \
  }                                                                                                 \
  }
/// A target on a lattice: ERGO_LATTICE(lattice8, Lattice8, { descriptor }).
#define ERGO_LATTICE(name, Class, ...)           \
  ERGO_TARGET(name, Class, [] {                  \
    Descriptor lattice = Descriptor __VA_ARGS__; \
    lattice.space = Space::lattice;              \
    return lattice;                              \
  }())
#define ERGO_LATTICE_SAMPLER_(name, Built, ...)                                          \
  namespace ergo {                                                                       \
  SamplerUnit sampler_##name() {                                                         \
    Descriptor descriptor = Descriptor __VA_ARGS__;                                      \
    descriptor.space = Space::lattice;                                                   \
    return {descriptor, [](const Parameters& p) { return std::make_unique<Built>(p); }}; \
  }                                                                                      \
  }
#define ERGO_LATTICE_SAMPLER(name, Class, ...) \
  ERGO_LATTICE_SAMPLER_(name, LatticeSamplerOf<Class>, __VA_ARGS__)
#define ERGO_SAMPLER(name, Class, ...) \
  ERGO_UNIT_(sampler, Sampler, name, SamplerOf<Class>, Descriptor __VA_ARGS__)
#define ERGO_START(name, Class, ...) ERGO_UNIT_(start, Start, name, Class, Descriptor __VA_ARGS__)

}  // namespace ergo
