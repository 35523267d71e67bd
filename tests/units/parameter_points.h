#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random/draws.h"
#include "core/run/parameter_map.h"
#include "core/unit/descriptor.h"

namespace ergo {

/// The n-th point of a unit's parameters, from which tests go beyond its defaults: numbers are uniform over
/// their sliders' ranges, in their scales; n counts through all combinations of its choices and switches, the
/// first of them fastest. Pictures stay built in.
inline std::vector<double> parameter_point(const Descriptor& unit, std::uint64_t n) {
  std::vector<double> values;
  std::uint64_t combination = n;
  for (const Parameter& p : unit.parameters) {
    if (is_content(p)) {
      values.push_back(p.initial);
    } else if (p.kind == Kind::choice || p.kind == Kind::boolean) {
      const auto count = static_cast<std::uint64_t>(p.hard.high) + 1;
      values.push_back(static_cast<double>(combination % count));
      combination /= count;
    } else {
      const auto index = static_cast<std::uint32_t>(values.size());
      const double share = Draws(1, Purpose::diagnostics, index, n, 1)(0).uniform1;
      const double value = slider_value(p, share);
      values.push_back(p.kind == Kind::integer ? std::round(value) : value);
    }
  }
  return values;
}

}  // namespace ergo
