#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/gl/parity_check.h"
#include "tests/units/parameter_points.h"

namespace ergo {

inline constexpr std::uint64_t points_of_pair = 4;  ///< other than the defaults

/// The index of a unit in the list of those of its space.
template <class Unit>
std::uint64_t index_of(const std::vector<Unit>& units, const Descriptor& unit) {
  return static_cast<std::uint64_t>(
      std::ranges::find(units, unit.id, [](const Unit& u) { return u.descriptor.id; }) - units.begin());
}

/// The point of a unit's parameters number k with its partner, another with each of them.
template <class Unit>
std::vector<double> point_with(const std::vector<Unit>& partners, const Descriptor& partner, const Descriptor& unit_of,
                               std::uint64_t k) {
  return parameter_point(unit_of, points_of_pair * index_of(partners, partner) + k);
}

/// Runs of a pair at points of both units' parameters; none where neither has any.
inline std::vector<RunConfig> runs_at_other_values(const Descriptor& target, const Descriptor& sampler,
                                                   std::uint64_t chains) {
  std::vector<RunConfig> runs;
  if (target.parameters.empty() && sampler.parameters.empty()) return runs;
  for (std::uint64_t k = 0; k < points_of_pair; ++k) {
    RunConfig config = pair_config(target.id, sampler.id, chains);
    config.target.values = point_with(samplers(sampler.space), sampler, target, k);
    config.sampler.values = point_with(targets(target.space), target, sampler, k);
    make_stable(config);
    runs.push_back(std::move(config));
  }
  return runs;
}

/// How many of these points were compared; at the others a single step takes most chains past the range.
struct PointsSeen {
  std::size_t compared = 0, left_out = 0;
  void add(bool compared_now) { ++(compared_now ? compared : left_out); }
  /// One in a hundred of all points may be left out; of few of them, 4.5 standard deviations of a Poisson count more.
  void expect_most(bool few = false) const {
    std::printf("%zu points compared, %zu left out\n", compared, left_out);
    const double mean = 0.01 * static_cast<double>(compared);
    EXPECT_LE(static_cast<double>(left_out), mean + (few ? 4.5 * std::sqrt(mean) : 0));
  }
};

}  // namespace ergo
