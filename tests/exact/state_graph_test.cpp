// State graphs: what is drawn is the exact chain.
#include "core/exact/state_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/error.h"
#include "core/exact/spectrum.h"
#include "core/verification/exact_case.h"

namespace ergo::state_graph_test {
namespace {

std::vector<double> ising_values(double alpha, double metropolis) {
  auto values = initial_values(ising_descriptor().parameters);
  values[0] = alpha;
  values[2] = metropolis;
  return values;
}

double distance(Position a, Position b) { return norm(a - b); }

void expect_whole(const StateGraph& graph) {
  const std::size_t states = graph.target.size();
  ASSERT_EQ(graph.places.size(), states);
  ASSERT_EQ(graph.names.size(), states);
  ASSERT_EQ(graph.transition.size, states);
  for (std::size_t x = 0; x < states; ++x) {
    double row = 0;
    for (std::size_t y = 0; y < states; ++y) {
      row += graph.transition(x, y);
      EXPECT_NEAR(graph.flow(x, y), -graph.flow(y, x), 1e-16);
      if (x != y) {
        EXPECT_GT(distance(graph.places[x], graph.places[y]), 0.1);
        EXPECT_NE(graph.names[x], graph.names[y]);
      }
    }
    EXPECT_NEAR(row, 1, 1e-12);
    EXPECT_LE(std::max(std::abs(graph.places[x].x), std::abs(graph.places[x].y)), 1 + 1e-12);
  }
  EXPECT_LE(l1_distance(apply_matrix(graph.transition)(graph.stationary), graph.stationary), 1e-12);
  EXPECT_NEAR(std::accumulate(graph.target.begin(), graph.target.end(), 0.0), 1, 1e-12);
}

/// Bias of four spins with a = 0.1, b = 0.2 by step size, found by enumeration apart from this code; the last
/// digit given may be off by one.
TEST(StateGraph, TwoByTwoIsingHasTheKnownBias) {
  const std::vector<std::pair<double, double>> known = {{0.05, 3.63e-5}, {0.1, 5.34e-3}, {0.15, 2.72e-2},
                                                        {0.2, 5.92e-2},  {0.3, 0.1204},  {0.4, 0.1648},
                                                        {0.6, 0.2171},   {1, 0.2622},    {10, 0.3223}};
  for (const auto& [alpha, bias] : known) {
    const StateGraph graph = ising_graph(ising_values(alpha, 0));
    expect_whole(graph);
    EXPECT_NEAR(graph.bias(), bias, bias < 0.1 ? 0.003 * bias : 1e-4) << alpha;
  }
  EXPECT_LE(ising_graph(ising_values(0.4, 1)).bias(), 1e-12);
}

TEST(StateGraph, SpinStatesAreOrderedByTheNumberOfUpSpins) {
  const StateGraph graph = ising_graph(ising_values(0.2, 0));
  ASSERT_EQ(graph.spins, 4);
  for (std::size_t state = 0; state < 16; ++state) {
    const auto up = std::count(graph.names[state].begin(), graph.names[state].end(), '+');
    EXPECT_EQ(graph.places[state].x, static_cast<double>(up) / 2 - 1);
    EXPECT_EQ(up, std::popcount(state));
  }
}

TEST(StateGraph, LatticesAreTheRunsOwnChain) {
  const ExactCase c({{"target", "lattice8"}, {"sampler", "dula"}, {"sampler.alpha", "2"}});
  const StateGraph graph = state_graph(c.config);
  expect_whole(graph);
  EXPECT_EQ(graph.transition.values, c.matrix().values);
  EXPECT_EQ(graph.target, c.distribution());
  EXPECT_GT(graph.bias(), 0.1);
  EXPECT_GT(*std::ranges::max_element(graph.flow.values), 1e-6);
  const StateGraph balanced =
      state_graph(ExactCase::configured({{"target", "lattice8"}, {"sampler", "dmala"}}));
  EXPECT_LE(*std::ranges::max_element(balanced.flow.values), 1e-15);
  const StateGraph cycle = state_graph(ExactCase::configured({{"target", "lattice8"}, {"sampler", "acs"}}));
  expect_whole(cycle);
  EXPECT_EQ(cycle.steps, 20u);
}

/// Two states of which the step sees the gradient but not epsilon.
TEST(StateGraph, ASpinsBiasGrowsWithWhatItsGradientHides) {
  double before = 0;
  for (const char* epsilon : {"0.05", "0.2", "0.5"}) {
    const StateGraph graph = state_graph(
        ExactCase::configured({{"target", "sine_spin"}, {"sampler", "dula"}, {"target.epsilon", epsilon}}));
    expect_whole(graph);
    EXPECT_GT(graph.bias(), before);
    before = graph.bias();
  }
}

TEST(StateGraph, ExplainsWhyNoGraphIsAvailable) {
  const auto refusal = [](const std::vector<Assignment>& assignments) -> std::string {
    try {
      state_graph(ExactCase::configured(assignments));
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_NE(refusal({{"target", "lattice_gaussian"}, {"target.side", "9"}}).find("81 sites"),
            std::string::npos);
  EXPECT_NE(refusal({{"target", "lattice8"}, {"gradient_noise.kind", "gaussian"}}).find("gradient noise"),
            std::string::npos);
  EXPECT_NE(refusal({{"target", "ring8"}}).find("ring8"), std::string::npos);
}

}  // namespace
}  // namespace ergo::state_graph_test
