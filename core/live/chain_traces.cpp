#include "core/live/chain_traces.h"

#include <algorithm>
#include <cmath>

namespace ergo {
namespace {

bool of_x(ChainQuantity quantity) { return quantity == ChainQuantity::x || quantity == ChainQuantity::x_square; }
bool is_square(ChainQuantity quantity) {
  return quantity == ChainQuantity::x_square || quantity == ChainQuantity::y_square;
}
double coordinate(Position position, ChainQuantity quantity) { return of_x(quantity) ? position.x : position.y; }

}  // namespace

std::string symbol_of(ChainQuantity quantity) {
  const char* const symbols[] = {"x", "y", "(x − E x)²", "(y − E y)²", "E"};
  return symbols[static_cast<int>(quantity)];
}

bool exists(ChainQuantity quantity, int dim) {
  return dim > 1 || of_x(quantity) || quantity == ChainQuantity::energy;
}

double value_of(const ReportedState& state, ChainQuantity quantity, const TargetMoments& truth) {
  if (quantity == ChainQuantity::energy) return state.energy;
  const double value = coordinate(state.x, quantity);
  return is_square(quantity) ? std::pow(value - coordinate(truth.mean, quantity), 2) : value;
}

ChainValues values_after(const ChainTraces& traces, ChainQuantity quantity, double gradients,
                         std::vector<std::size_t>* numbers) {
  std::vector<const ChainsPoint*> used;
  std::size_t chains = reported_chains;
  for (const ChainsPoint& point : traces.points)
    if (point.at.gradients >= gradients && !point.at_rest) {
      used.push_back(&point);
      chains = std::min(chains, point.states->size());
    }
  std::vector<std::size_t> sound;
  for (std::size_t i = 0; i < chains; ++i)
    if (std::ranges::all_of(used, [i](const ChainsPoint* point) { return (*point->states)[i].sound(); }))
      sound.push_back(i);
  ChainValues values;
  values.chains = sound.size();
  for (const ChainsPoint* point : used) {
    if (!values.steps.empty() && point->at.steps <= values.steps.back()) continue;  // of another sampler
    values.steps.push_back(point->at.steps);
    for (const std::size_t i : sound) values.values.push_back(value_of((*point->states)[i], quantity, traces.truth));
  }
  if (numbers) *numbers = std::move(sound);
  return values;
}

ChainScale scale_of(const ChainTraces& traces, ChainQuantity quantity, const ChainValues& values) {
  if (quantity == ChainQuantity::energy) return scale_of(values);
  const double variance = coordinate(traces.truth.variance, quantity);
  if (!is_square(quantity)) return {coordinate(traces.truth.mean, quantity), std::sqrt(variance)};
  return {variance, std::sqrt(coordinate(traces.truth.square_variance, quantity))};
}

}  // namespace ergo
