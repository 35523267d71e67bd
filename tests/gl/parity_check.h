#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "core/config/assignment.h"
#include "core/config/default_steps.h"
#include "core/truth/target_widths.h"
#include "core/unit/device_loops.h"
#include "tests/gl/gl_fixture.h"
#include "tests/gl/parity.h"

/// What is expected of one step in single precision, by the yardstick of parity.h.
namespace ergo {

inline constexpr std::uint64_t warm_up = 20;  ///< steps from the window to where chains live

/// A step makes n ~ 200 roundings (exp and log: some units each); independent ones add up to sqrt(n)/2 ~ 7
/// units, of which the perturbed start, with one unit in each of 5 to 14 inputs, already shows 2 to 4. Hence
/// the typical ratio of error to yardstick is about 2; all n in one direction would be 50.
/// Over a trajectory of G gradients roundings add up to sqrt(G) as much wherever the flow does not blow up
/// the start's as well, which short steps do nowhere: all limits are so much wider.
inline constexpr double median_limit = 2, high_limit = 25, largest_limit = 100;
inline constexpr double decision_share = 0.002;  ///< most chains excepted of infinitely many

/// Most chains excepted of so many: 4.5 standard deviations of a Poisson count more, as there are a thousand points.
inline double most_decisions(double chains) {
  const double mean = decision_share * chains;
  return mean + 4.5 * std::sqrt(mean);
}

/// Gives a step of several gradients a stable step size. An unstable trajectory is chaotic: roundings grow until nothing
/// of the start is left, and where it is rejected the twin's own moves do not show that.
inline void make_stable(RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  if (sampler.gradients_per_step(Parameters(sampler.parameters, config.sampler.values)) <= 1) return;
  const TargetWidths widths = widths_of(*make_target(config));
  for (std::size_t k = 0; k < sampler.parameters.size(); ++k) {
    const auto& rule = sampler.parameters[k].step;
    if (rule && rule->stable > 0 && config.sampler.values[k] > rule->stable * std::pow(widths.narrow, rule->power))
      config.sampler.values[k] = default_step(sampler.parameters[k], config.target);
  }
}

/// The run's values as float holds them, so that both twins run the same ones; one attempt a step.
inline void make_float(RunConfig& config) {
  for (auto* values : {&config.target.values, &config.sampler.values})
    for (double& value : *values) value = static_cast<float>(value);
  const std::string& attempts = sampler_unit(config.sampler.id).descriptor.claims.attempts_parameter;
  if (!attempts.empty()) apply(config, {"sampler." + attempts, "1"});
}

inline std::string values_text(const UnitChoice& choice, const Descriptor& unit) {
  std::string text = unit.id;
  for (std::size_t k = 0; k < unit.parameters.size(); ++k)
    text += " " + unit.parameters[k].id + "=" + value_text(choice, unit, k);
  return text;
}

/// Whether ratios, in order, are of so many values that their median is that of independent roundings. Chains on the
/// flat floor of a lattice all have one energy and make one rounding between them, and a logarithm alone may be off by
/// three units (OpenGL's limit).
inline bool differ(const std::vector<double>& ratios) {
  constexpr int fewest = 20;
  int values = 0;
  double last = -1;
  for (const double ratio : ratios)
    if (ratio > 1.001 * last) {
      ++values;
      last = ratio;
    }
  return values >= fewest;
}

/// Roundings of a sum of n parts grow like the root of n.
inline double rounding_of_sums(const Target& target) {
  const auto* loops = dynamic_cast<const LoopsOnDevice*>(&target);
  return loops ? std::sqrt(static_cast<double>(std::max<std::uint64_t>(loops->loops_of_evaluation(), 1))) : 1;
}

/// The run of a target with the formula that it gives of itself in its place.
inline RunConfig with_formula(RunConfig config) {
  const UnitChoice built_in = config.target;
  const Descriptor& unit_of = target_descriptor(built_in);
  config.target = defaults(target_unit("formula").descriptor);
  apply(config, {"target.text", unit_of.formula});
  const std::vector<double>& values = built_in.values;
  EXPECT_EQ(config.target.values.size(), 1 + values.size()) << unit_of.id;
  std::ranges::copy(values, config.target.values.begin() + 1);  // its sliders, in the order of the parameters
  return config;
}

/// One step of a backend in single precision against the twin.
class ParityCheck {
 public:
  explicit ParityCheck(Backend& backend) : backend_(backend) {}

  /// False where the step itself takes most chains out of the range that is compared.
  bool check(RunConfig config) {
    make_float(config);
    return check(config, config);
  }
  /// The same of a device's run against another one of the twin.
  bool check(const RunConfig& config, const RunConfig& of_twin) {
    const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
    const std::string what = values_text(config.target, target_descriptor(config)) + ", " +
                             values_text(config.sampler, sampler) + ", " +
                             values_text(config.gradient_noise, gradient_noise_descriptor());
    SCOPED_TRACE(what);
    Parity twin(of_twin);
    Errors errors = compare_step(config, twin);
    if (2 * errors.ratios.size() < config.chains) return false;
    std::printf(
        "error/yardstick %5.2f %6.2f %7.2f   x %.1e %.1e %.1e   decided otherwise %zu, past range %zu%s   %s\n",
        quantile(errors.ratios, 0.5), quantile(errors.ratios, 0.999), errors.ratios.back(),
        quantile(errors.positions, 0.5), quantile(errors.positions, 0.999), errors.positions.back(),
        errors.decisions, errors.past_range, differ(errors.ratios) ? "" : ", chains alike", what.c_str());
    const double wider = errors.wider * rounding_of_sums(twin.target());
    // A trajectory that doubles decides at each doubling where it ends and which of its points it takes. Not all of these
    // decisions are known here.
    const double gradients = sampler.gradients_per_step(Parameters(sampler.parameters, config.sampler.values));
    const double doublings = sampler.claims.depth_parameter.empty() ? 0 : std::log2(gradients);
    const double most = most_decisions((1 + doublings) * static_cast<double>(config.chains));
    if (doublings > 0) {
      const auto unknown = static_cast<std::ptrdiff_t>(most) -
                           static_cast<std::ptrdiff_t>(errors.decisions);
      for (std::ptrdiff_t k = 0; k < unknown && errors.ratios.back() > high_limit * wider; ++k) errors.ratios.pop_back();
    }
    if (differ(errors.ratios)) {
      EXPECT_LE(quantile(errors.ratios, 0.5), median_limit * wider);
    }
    EXPECT_LE(quantile(errors.ratios, 0.999), high_limit * wider);
    EXPECT_LE(errors.ratios.back(), largest_limit * wider);
    EXPECT_LE(static_cast<double>(errors.decisions), most);
    return true;
  }

 private:
  /// One step of the device after the warm-up. Where the values are such that most chains leave the range
  /// that is compared on the way, the way is halved until most stay.
  Errors compare_step(const RunConfig& config, Parity& twin) {
    backend_.configure(config);
    for (std::uint64_t now = warm_up;; now /= 2) {
      backend_.place(window_positions(twin.target(), config.chains, 2), 0);
      backend_.advance(0, now);
      const ChainData before = backend_.read();
      backend_.advance(now, 1);
      Errors errors = compare(twin, before, backend_.read(), largest_limit);
      if (now == 0 || 2 * errors.ratios.size() >= config.chains) return errors;
    }
  }
  Backend& backend_;
};

}  // namespace ergo
