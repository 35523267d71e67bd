#include "core/run/swept_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/config/default_steps.h"
#include "core/run/sampler_numbers.h"

namespace ergo {
namespace {

double three_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", value);
  return std::strtod(text, nullptr);
}

std::string samplers_with_numbers(Space space) {
  std::string list;
  for (const SamplerUnit& unit : samplers(space))
    if (first_number(defaults(unit.descriptor))) list += (list.empty() ? "" : ", ") + unit.descriptor.id;
  return list;
}

double legal_value(const Parameter& number, double value) {
  const double rounded = number.kind == Kind::integer ? std::round(value) : value;
  return std::clamp(rounded, number.hard.low, number.hard.high);
}

}  // namespace

const Parameter* first_number(const UnitChoice& sampler) {
  const Descriptor& descriptor = sampler_unit(sampler.id).descriptor;
  for (const std::string& id : numbers_of(descriptor)) {
    const Parameter& number = number_of(descriptor, id, "");
    if (is_used(number, descriptor.parameters, sampler.values)) return &number;
  }
  return nullptr;
}

const Parameter& swept_number(const UnitChoice& sampler, const std::string& id) {
  const Descriptor& descriptor = sampler_unit(sampler.id).descriptor;
  if (id.empty()) {
    if (const Parameter* first = first_number(sampler)) return *first;
    throw Error("a tuning curve needs a sampler with a number to vary:", sampler.id,
                samplers_with_numbers(descriptor.space), "sampler");
  }
  const Parameter& number = number_of(descriptor, id, "--parameter");
  if (!is_used(number, descriptor.parameters, sampler.values))
    throw Error("this parameter has no effect:", id, "it has where " + condition_text(number), "--parameter");
  return number;
}

Range usual_range(const Parameter& number, const RunConfig& run) {
  if (!number.step) return number.slider;
  const double usual = default_step(number, run.target);
  return {legal_value(number, usual * std::pow(1.0 / 16, number.step->power)),
          legal_value(number, usual * std::pow(8.0, number.step->power))};
}

std::vector<double> swept_values(const Parameter& number, const RunConfig& run, const SweepOptions& options) {
  std::vector<double> values = options.values;
  for (const double value : values) parse_value(number, number_text(value), "--values");
  if (values.empty()) {
    const Range usual = usual_range(number, run);
    if (options.from) parse_value(number, number_text(*options.from), "--from");
    if (options.to) parse_value(number, number_text(*options.to), "--to");
    const double low = options.from.value_or(usual.low), high = options.to.value_or(usual.high);
    if (!(low < high))
      throw Error("the range is empty:", number_text(low) + " to " + number_text(high), "a start below its end", "--to");
    for (std::uint64_t k = 0; k < options.count; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(std::max<std::uint64_t>(2, options.count) - 1);
      const double value =
          number.scale == Scale::log ? low * std::pow(high / low, share) : low + share * (high - low);
      values.push_back(legal_value(number, three_digits(value)));
    }
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 2) throw Error("a curve needs two values:", std::to_string(values.size()), "2 or more", "--values");
  return values;
}

bool same_sweep(const RunConfig& a, const RunConfig& b) {
  if (a.sampler.id != b.sampler.id || a.target != b.target || a.gradient_noise != b.gradient_noise) return false;
  const Parameter* swept = first_number(a.sampler);
  const auto& declared = sampler_unit(a.sampler.id).descriptor.parameters;
  for (std::size_t k = 0; k < declared.size(); ++k)
    if (&declared[k] != swept && a.sampler.values[k] != b.sampler.values[k]) return false;
  return true;
}

}  // namespace ergo
