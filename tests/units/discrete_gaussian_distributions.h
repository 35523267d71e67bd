#pragma once

#include <string>
#include <vector>

#include "core/maths/discrete_gaussian.h"

namespace ergo {

/// Centres are multiples of 2^-6, so that the squares below are exact.
inline std::vector<DiscreteGaussian> grid_of_distributions() {
  std::vector<DiscreteGaussian> distributions;
  for (const double variance : {1e-3, 0.04, 0.3, 0.5, 1.0, 4.0, 4.5, 7.0, 53.0, 198.0, 1575.0, 2e4, 1e6})
    for (const int side : {1, 2, 8, 24, 25, 450, 1024}) {
      const double last = side - 1;
      for (const double inside : {0.0, 0.015625, 0.296875, 0.5, last / 2, last - 0.484375, last})
        distributions.push_back({inside, variance, side});
      for (const double outside : {0.453125, 1.5, 7.25, 40.015625, 300.75, 5000.0, 1e5})
        distributions.insert(distributions.end(),
                             {{-outside, variance, side}, {last + outside, variance, side}});
    }
  return distributions;
}

inline std::string name(const DiscreteGaussian& q) {
  return "centre " + std::to_string(q.centre) + ", variance " + std::to_string(q.variance) + ", side " +
         std::to_string(q.side);
}

/// Walls, small variances, lattices narrower than the distribution and centres far out.
inline std::vector<DiscreteGaussian> drawn_distributions() {
  return {{31.3, 4, 64},  {0.2, 4, 64},     {-1.5, 4, 64},     {63.9, 4, 64},    {7.5, 0.5, 16},
          {7.4, 0.6, 16}, {3.3, 0.05, 8},   {3.5, 0.001, 8},   {0.4, 0.3, 2},    {1.2, 1, 2},
          {-40, 4, 450},  {-1e4, 53, 450},  {470, 53, 450},    {1e5, 1575, 450}, {225.3, 53, 450},
          {3, 1575, 450}, {400, 1575, 450}, {-500, 1575, 450}, {500, 1e6, 1024}, {-2e5, 1e6, 1024},
          {10, 1e6, 30},  {4, 60, 8},       {0, 5, 1}};
}

}  // namespace ergo
