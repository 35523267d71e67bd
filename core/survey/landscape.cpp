#include "core/survey/landscape.h"

#include <cmath>
#include <limits>

namespace ergo {
void Landscape::survey(std::span<const double> x, std::span<const double> y, std::span<double> found) const {
  if (energies)
    energies(x, y, found);
  else
    for (std::size_t i = 0; i < x.size(); ++i) found[i] = energy({x[i], y[i]});
  for (double& e : found)
    if (std::isnan(e)) e = infinite_energy;
}

double Landscape::operator()(Position x) const {
  const double e = energy(x);
  return std::isnan(e) ? infinite_energy : e;
}

Landscape landscape_of(const Target& target) {
  return {target.dim, [&target](Position x) { return target.evaluate(x).energy; }};
}

}  // namespace ergo
