#include "core/config/properties.h"

#include "core/base/error.h"

namespace ergo {
namespace {

Error no_effect(const Parameter& unused, const std::string& choice, const std::string& value,
                const Assignment& a) {
  std::string legal;
  for (const std::string& with : unused.used_when.values)
    legal += (legal.empty() ? "with " + choice + "=" : ", ") + with;
  return Error(a.path + " has no effect under " + choice + "=" + value + ":", a.value, legal, a.path);
}

}  // namespace

void settle_unused(UnitChoice& property, const Descriptor& descriptor, const Assignment& assignment) {
  const std::string prefix = descriptor.id + ".";
  for (std::size_t i = 0; i < descriptor.parameters.size(); ++i) {
    const Parameter& p = descriptor.parameters[i];
    if (is_used(p, descriptor.parameters, property.values)) continue;
    if (assignment.path == prefix + p.id)
      throw no_effect(p, prefix + descriptor.parameters[0].id, value_text(property, descriptor, 0),
                      assignment);
    property.values[i] = p.initial;
  }
}

}  // namespace ergo
