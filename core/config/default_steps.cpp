#include "core/config/default_steps.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <mutex>

#include "core/base/number_text.h"
#include "core/truth/target_widths.h"
#include "core/unit/lattice.h"

namespace ergo {
namespace {

std::string short_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// DULA's mean energy is off by 12 % on sine_spin, whose misfit is 0.4, and by less than 5 % on the default
/// picture, whose misfit is 0.13.
constexpr double most_misfit = 0.2;

double two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return std::strtod(text, nullptr);
}

/// The width that the rule's step sizes are measured in, to its power.
double unit_of(const StepRule& rule, double width) {
  return std::pow(rule.widest > 0 ? std::min(width, rule.widest) : width, rule.power);
}

double legal_step(const Parameter& parameter, double value) {
  return two_digits(std::clamp(value, parameter.hard.low, parameter.hard.high));
}

double default_of(const Parameter& parameter, const TargetWidths& widths) {
  const StepRule& rule = *parameter.step;
  return legal_step(parameter, rule.usual * unit_of(rule, rule.typical ? widths.typical : widths.narrow));
}

/// A step size that keeps to the rule's limits, which hold for the narrow width.
double trusted_step(const Parameter& parameter, const TargetWidths& widths) {
  const StepRule& rule = *parameter.step;
  return legal_step(parameter, std::min(rule.usual, 0.9 * rule.accurate) * unit_of(rule, widths.narrow));
}

struct TargetShape {
  UnitChoice choice;
  TargetWidths widths;
  double misfit;  ///< gradient_misfit() on a lattice
};

/// Of a target as it is. Shapes are kept, as a panel asks for the same one again and again.
TargetShape shape_of(const UnitChoice& choice) {
  constexpr std::size_t kept = 32;
  static std::mutex mutex;
  static std::deque<TargetShape> known;
  {
    const std::lock_guard lock(mutex);
    const auto found = std::ranges::find(known, choice, &TargetShape::choice);
    if (found != known.end()) return *found;
  }
  const auto target = make_target(choice);
  const LatticeTarget* lattice = target->lattice();
  const TargetShape shape = {choice, widths_of(*target), lattice ? gradient_misfit(*lattice) : 0};
  const std::lock_guard lock(mutex);
  known.push_front(shape);
  if (known.size() > kept) known.pop_back();
  return shape;
}

}  // namespace

namespace {

/// The target with default values; with its contents if these declare its parameters.
UnitChoice at_defaults(const UnitChoice& target) {
  UnitChoice usual = defaults(target_descriptor(target));
  if (target.own) usual.contents = target.contents, usual.own = target.own;
  return usual;
}

/// Whether both have the same default step sizes.
bool alike(const UnitChoice& a, const UnitChoice& b) {
  return a.id == b.id && (!(a.own || b.own) || at_defaults(a) == at_defaults(b));
}

}  // namespace

std::vector<double> default_values(const Descriptor& sampler, const UnitChoice& target, Defaults defaults) {
  std::vector<double> values = initial_values(sampler.parameters);
  if (defaults == Defaults::fixed) return values;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (sampler.parameters[i].step) values[i] = default_of(sampler.parameters[i], shape_of(at_defaults(target)).widths);
  return values;
}

double default_step(const Parameter& parameter, const UnitChoice& target) {
  return default_of(parameter, shape_of(target).widths);
}

void settle_steps(RunConfig& config, const RunConfig& before) {
  if (alike(config.target, before.target) && config.defaults == before.defaults) return;
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto old = default_values(sampler, before.target, before.defaults),
             now = default_values(sampler, config.target, config.defaults);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (sampler.parameters[i].step && config.sampler.values[i] == old[i]) config.sampler.values[i] = now[i];
}

std::string step_remark(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  for (std::size_t i = 0; i < sampler.parameters.size(); ++i) {
    const Parameter& parameter = sampler.parameters[i];
    if (!parameter.step || !holds(parameter.step->limits_when, sampler.parameters, config.sampler.values))
      continue;
    const StepRule& rule = *parameter.step;
    const auto [choice, widths, misfit] = shape_of(config.target);
    const double value = config.sampler.values[i], unit = unit_of(rule, widths.narrow);
    if (rule.accurate > 0 && misfit > most_misfit)
      return "the gradient gives wrong energies for neighbouring sites (by " + short_text(misfit) +
             " on average), and no step size corrects that: without a Metropolis step, draws are biased";
    const bool unstable = rule.stable > 0 && value > rule.stable * unit,
               inaccurate = rule.accurate > 0 && value > rule.accurate * unit;
    if (!unstable && !inaccurate) continue;
    const std::string place = " where the target is narrowest (width " + short_text(widths.narrow) + "); ";
    return parameter.title + " " + parameter.symbol + " = " + number_text(value) +
           (unstable ? " is unstable" + place + "chains diverge above " + short_text(rule.stable * unit)
                     : " is too large for a bias below " + short_text(100 * rule.band) + " %" + place +
                           "the limit is " + short_text(rule.accurate * unit)) +
           "; try " + number_text(trusted_step(parameter, widths));
  }
  return "";
}

}  // namespace ergo
