#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/exact/square_matrix.h"

namespace ergo {

/// A Markov chain on few states as a graph: each state with its probabilities, each transition with its probability.
struct StateGraph {
  std::vector<Position> places;  ///< of the states, x and y in [-1, 1]
  std::vector<std::string> names;
  std::vector<double> target;      ///< target distribution
  std::vector<double> stationary;  ///< stationary distribution of the step
  SquareMatrix transition;         ///< P(from, to)
  SquareMatrix flow;               ///< J(from, to) of the stationary distribution: 0 in detailed balance
  std::size_t steps = 1;           ///< taken by P: those of a cyclical sampler's whole cycle
  int spins = 0;                   ///< of a state on a hypercube, the bits of its number; 0 on a lattice

  double bias() const;  ///< sum |stationary - target|
};
inline constexpr std::size_t most_drawn_states = 64;

/// Graph of a run's target and sampler. Throws Error beyond 64 sites, as Cycle does, and if the chain is reducible.
StateGraph state_graph(const RunConfig& config);

/// Four spins on a ring, U(s) = a s' W s + b sum s_i, W its adjacency, under flips of each spin on its own
/// (Zhang, Liu & Liu 2022): the parameters alpha, beta, metropolis, a and b.
const Descriptor& ising_descriptor();
/// In columns by the number of spins that are up.
StateGraph ising_graph(std::span<const double> values);

}  // namespace ergo
