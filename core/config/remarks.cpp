#include "core/config/remarks.h"

#include "core/config/default_steps.h"
#include "core/config/last_target.h"
#include "core/config/learning_settings.h"
#include "core/truth/exact_draws.h"

namespace ergo {

namespace {

/// On a sampler for learning, whose blocks of `steps` are meant to be the model's iterations, where they are not.
std::string iteration_remark(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  if (!sampler.adaptation || find_parameter(sampler, "steps") < 0 || !learns(config)) return "";
  const std::uint64_t block = adaptation_block(config), every = steps_of_iteration(config);
  if (block == every) return "";
  return "sampler.steps is " + std::to_string(block) + ", learn.every is " + std::to_string(every) +
         ": set them alike, so that the step size stays the same within an iteration of the model";
}

}  // namespace

std::string sampler_remark(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  if (target_descriptor(config).dim < sampler.claims.least_dim)
    return sampler.id +
           " never turns in one dimension, so every chain leaves the target: choose another sampler";
  const std::string own =
      sampler.remark ? sampler.remark(Parameters(sampler.parameters, config.sampler.values)) : "";
  if (!own.empty()) return own;
  const std::string blocks = iteration_remark(config);
  return blocks.empty() ? step_remark(config) : blocks;
}

std::string noise_remark(const RunConfig& config) {
  const GradientNoise noise = gradient_noise_of(config);
  if (noise.kind == NoiseKind::none) return "";
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  if (sampler.space == Space::sites) return "gradient noise has no effect on configurations of sites";
  if (!sampler.uses_gradient(Parameters(sampler.parameters, config.sampler.values)))
    return "gradient noise has no effect: " + sampler.id + " uses no gradient";
  const bool as_B = parameter(config.gradient_noise, gradient_noise_descriptor(), "B") > 0;
  if (as_B && noise.sigma == 0)
    return "Noise strength B has no effect: " + sampler.id + " has no step size h for B = h σ_g²/2. Set σ_g instead";
  return "";
}

std::string target_remark(const RunConfig& config) { return last_target(config.target)->remark(std::chrono::milliseconds(500)); }

std::string truth_remark(const RunConfig& config) {
  const std::shared_ptr<const Target> target = last_target(config.target);
  return target->lattice() || !target_remark(config).empty() ? "" : remark_on(ExactDraws(target));
}

std::vector<std::string> remarks(const RunConfig& config) {
  std::vector<std::string> all;
  for (std::string words : {target_remark(config), truth_remark(config), sampler_remark(config), noise_remark(config)})
    if (!words.empty()) all.push_back(std::move(words));
  return all;
}

}  // namespace ergo
