#include "core/config/run_config.h"

namespace ergo {

namespace {
template <class Interface>
UnitChoice defaults(const Unit<Interface>& unit) {
  return {unit.descriptor.id, initial_values(unit.descriptor.parameters)};
}
}  // namespace

RunConfig::RunConfig()
    : target(defaults(target_unit("ring8"))),
      sampler(defaults(sampler_unit("esh"))),
      start(defaults(start_unit("normal"))) {}

std::unique_ptr<Target> make_target(const RunConfig& c) {
  return target_unit(c.target.id).make(c.target.values);
}
std::unique_ptr<Sampler> make_sampler(const RunConfig& c) {
  return sampler_unit(c.sampler.id).make(c.sampler.values);
}
std::unique_ptr<Start> make_start(const RunConfig& c) { return start_unit(c.start.id).make(c.start.values); }

double parameter(const UnitChoice& choice, const Descriptor& descriptor, std::string_view id) {
  return Parameters(descriptor.parameters, choice.values)[id];
}

std::string to_string(BackendKind kind) {
  switch (kind) {
    case BackendKind::gpu:
      return "gpu";
    case BackendKind::cpu:
      return "cpu";
    default:
      return "auto";
  }
}

}  // namespace ergo
