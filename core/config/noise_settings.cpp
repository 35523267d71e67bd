#include "core/config/noise_settings.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/config/properties.h"

namespace ergo {

namespace {

const std::string path = "gradient_noise.", sigma = path + "sigma", B = path + "B";

/// Mini-batches are of data, which few targets have: noise of that kind ends with its target.
void settle_minibatches(RunConfig& config, const Assignment& a) {
  if (gradient_noise_of(config).kind != NoiseKind::minibatch ||
      target_descriptor(config).minibatches)
    return;
  if (a.path == "target") {
    config.gradient_noise.values = initial_values(gradient_noise_descriptor().parameters);
    return;
  }
  std::vector<std::string> legal;
  for (const auto& unit : targets())
    if (unit.descriptor.minibatches) legal.push_back(unit.descriptor.id);
  throw Error("gradient_noise.kind=minibatch on a target without data:", config.target.id,
              legal.empty() ? "no target has data" : legal_words(config.target.id, legal), a.path);
}

}  // namespace

void check_given_once(std::span<const Assignment> list, const std::string& where) {
  const auto given = [&](const std::string& strength) {
    return std::ranges::any_of(list,
                               [&](const Assignment& a) { return a.path == strength && a.value != "0"; });
  };
  if (given(sigma) && given(B))
    throw Error("the noise strength is given twice:", sigma + " and " + B,
                "one of them; B = step_size sigma^2/2", where);
}

void settle_noise(RunConfig& config, const Assignment& assignment) {
  settle_minibatches(config, assignment);
  const Descriptor& d = gradient_noise_descriptor();
  std::vector<double>& values = config.gradient_noise.values;
  const auto value = [&](std::string_view id) -> double& {
    return values[static_cast<std::size_t>(find_parameter(d, id))];
  };
  settle_unused(config.gradient_noise, d, assignment);
  if (assignment.path == sigma && value("sigma") > 0) value("B") = 0;
  if (assignment.path == B && value("B") > 0) value("sigma") = 0;
}

}  // namespace ergo
