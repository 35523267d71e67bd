#include "core/exact/state_graph.h"

#include <algorithm>
#include <bit>

#include "core/base/error.h"
#include "core/exact/cycle.h"
#include "core/exact/equilibrium.h"
#include "core/exact/hypercube.h"

namespace ergo {

namespace {

/// From the first site to the last, alike on both axes.
std::vector<Position> places_of(const Sides& sides) {
  const double scale = 2.0 / std::max({sides.x - 1, sides.y - 1, 1});
  const Position middle = {(sides.x - 1) / 2.0, (sides.y - 1) / 2.0};
  std::vector<Position> places;
  for (std::size_t k = 0; k < sides.count(); ++k) places.push_back(scale * (sides.site(k) - middle));
  return places;
}

std::vector<std::string> names_of(const Sides& sides) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < sides.count(); ++k) {
    const auto text = [](double coordinate) { return std::to_string(static_cast<int>(coordinate)); };
    const Position site = sides.site(k);
    names.push_back(sides.y == 1 ? text(site.x) : text(site.x) + ", " + text(site.y));
  }
  return names;
}

constexpr int ring = 4;

/// Columns by the number of spins up, from none on the left to all on the right.
std::vector<Position> columns() {
  constexpr std::size_t states = std::size_t{1} << ring;
  constexpr int in_column[] = {1, 4, 6, 4, 1};
  int above[ring + 1] = {};
  std::vector<Position> places;
  for (std::size_t state = 0; state < states; ++state) {
    const int up = std::popcount(state), row = above[up]++;
    places.push_back({up / (ring / 2.0) - 1, ((in_column[up] - 1) / 2.0 - row) / 2.5});
  }
  return places;
}

std::string spin_name(std::size_t state) {
  std::string name;
  for (int i = 0; i < ring; ++i) name += state >> i & 1 ? "+" : "−";
  return name;
}

}  // namespace

double StateGraph::bias() const { return l1_distance(stationary, target); }

StateGraph state_graph(const RunConfig& config) {
  const auto made = make_target(config);
  const LatticeTarget& target = lattice_of(config, *made);
  const Sides sides = target.sides();
  if (sides.count() > most_drawn_states)
    throw Error("too many states to draw:", std::to_string(sides.count()) + " sites",
                "lattices of up to " + std::to_string(most_drawn_states), "");
  ThreadPool pool;
  const Cycle cycle(config, target, pool);
  const SquareMatrix matrix = cycle.matrix();
  const auto stationary = stationary_distribution(cycle, target.distribution());
  return {places_of(sides), names_of(sides),          target.distribution(), stationary,
          matrix,           flow(matrix, stationary), cycle.steps()};
}

StateGraph ising_graph(std::span<const double> values) {
  const Parameters p(ising_descriptor().parameters, values);
  const BinaryTarget target =
      ising(ring, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 2 * p["a"], p["b"]);  // W has every edge twice
  // A flip is twice as long on {-1, 1} as on {0, 1}: alpha is 4 times as large there.
  const FlipKernel kernel = {std::vector<double>(ring, 4 * p["alpha"]), p["beta"], p.flag("metropolis")};
  const SquareMatrix matrix = matrix_of(target, kernel);
  const auto stationary = stationary_distribution(matrix);
  std::vector<std::string> names;
  for (std::size_t state = 0; state < matrix.size; ++state) names.push_back(spin_name(state));
  return {columns(), names, distribution_of(target), stationary, matrix, flow(matrix, stationary), 1, ring};
}

// clang-format off
const Descriptor& ising_descriptor() {
  static const Descriptor descriptor = {
    .id = "ising_2x2",
    .title = "2×2 Ising",
    .doc = "Four spins on a ring of four edges. In one step each spin flips independently, guided by the gradient, so "
           "several can flip at once. Without a Metropolis accept/reject step the stationary distribution is biased.",
    .source = "Zhang, Liu & Liu 2022, Eq. 4 and Theorem 5.1",
    .parameters = {{.id = "alpha", .title = "Step size", .symbol = "α", .doc = "Step size for spins coded as 0 and 1. For −1 and 1 it is 4 times as large.",
                    .initial = 0.2, .hard = {1e-3, 1e6}, .slider = {0.05, 10}, .scale = Scale::log},
                   {.id = "beta", .title = "Balance", .symbol = "β", .doc = "Weight of the gradient in the odds of a flip.",
                    .initial = 0.5, .hard = {0, 2}, .slider = {0, 1}},
                   {.id = "metropolis", .title = "Metropolis–Hastings", .symbol = "MH", .doc = "Metropolis accept/reject step. It makes the stationary distribution exact (DMALA).",
                    .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::boolean},
                   {.id = "a", .title = "Coupling", .symbol = "a", .doc = "Every edge adds 2a to U if its two spins agree and subtracts 2a if not.",
                    .initial = 0.1, .hard = {-10, 10}, .slider = {-1, 1}},
                   {.id = "b", .title = "Field", .symbol = "b", .doc = "Favours up spins.",
                    .initial = 0.2, .hard = {-10, 10}, .slider = {-1, 1}}}};
  return descriptor;
}
// clang-format on

}  // namespace ergo
