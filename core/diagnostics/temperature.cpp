#include "core/diagnostics/temperature.h"

#include <vector>

namespace ergo {

Estimate configurational_temperature(std::span<const Position> x, std::span<const double> weights,
                                     const Target& target, Position centre) {
  std::vector<double> virial;
  virial.reserve(x.size());
  for (const Position at : x) virial.push_back(dot(at - centre, target.evaluate(at).gradient) / target.dim);
  return mean_of(virial, weights);
}

Estimate kinetic_temperature(const ChainData& data, std::span<const std::size_t> chains, int offset,
                             int dim) {
  std::vector<double> squares;
  squares.reserve(chains.size());
  for (const std::size_t i : chains) {
    const auto row = data.state_row(i);
    const Position p = {row[offset], row[offset + 1]};
    squares.push_back(dot(p, p) / dim);
  }
  return mean_of(squares);
}

}  // namespace ergo
