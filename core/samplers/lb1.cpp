// Locally balanced moves to one of the up to four neighbours:
//   q(y | x) = e^{l(y)}/Z(x),   l(y) = (E(x) - E(y))/2   or its first-order estimate -grad E(x).(y - x)/2,
// accepted with probability min(1, e^{E(x)-E(y)} q(x | y)/q(y | x)), which is min(1, Z(x)/Z(y)) for the
// first. Source: Zanella 2020 (the weight sqrt(pi(y)/pi(x))); the estimate is that of Grathwohl et al. 2021,
// for ordinals. Invariant distribution: the target.
#include <array>
#include <cmath>

#include "core/unit/channels.h"
#include "core/unit/lattice_sampler.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

/// Left, right, below, above.
constexpr std::array<Position, 4> directions = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

struct NeighbourProposal {
  Position x;
  Sides sides;
  std::array<double, 4> log_weights, weights;  ///< weights: relative to the largest
  double largest = -HUGE_VAL, sum = 0;

  NeighbourProposal(Position x, Sides sides, const std::array<double, 4>& log_weights)
      : x(x), sides(sides), log_weights(log_weights) {
    for (const double l : log_weights) largest = std::max(largest, l);
    for (std::size_t n = 0; n < 4; ++n)
      sum += weights[n] = sides.contain(x + directions[n]) ? maths::exp(log_weights[n] - largest) : 0;
  }

  /// On a single site, which has no neighbour, a site outside.
  Position draw(const Draws& draws) const {
    double left = draws(0).uniform1 * sum;
    std::size_t n = 0;
    while (n < 3 && (left -= weights[n]) > 0) ++n;
    return x + directions[n];
  }
  double log_mass(Position to) const {
    for (std::size_t n = 0; n < 4; ++n)
      if (to == x + directions[n]) return log_weights[n] - largest - std::log(sum);
    return -HUGE_VAL;
  }
  std::vector<ProductMass> masses() const {
    std::vector<ProductMass> all;
    for (std::size_t n = 0; n < 4; ++n) {
      const Position y = x + directions[n];
      if (sides.contain(y))
        all.push_back({weights[n] / sum, {static_cast<int>(y.x), {1}}, {static_cast<int>(y.y), {1}}});
    }
    return all;
  }
};

struct Lb1 {
  using Proposal = NeighbourProposal;
  static constexpr const char* formula = "y ~ q(y | x) ∝ √(π(y)/π(x)) among the neighbours";
  bool estimated;

  explicit Lb1(const Parameters& p) : estimated(p.flag("balance")) {}

  bool metropolis() const { return true; }
  Proposal proposal(Position x, const Evaluation& at, const Oracle& oracle, std::uint64_t) const {
    std::array<double, 4> l;
    for (std::size_t n = 0; n < 4; ++n) {
      const Position y = x + directions[n];
      l[n] = !oracle.sides.contain(y) ? -HUGE_VAL
             : estimated              ? -dot(at.gradient, directions[n]) / 2
                                      : (at.energy - oracle.evaluate(y).energy) / 2;
    }
    return {x, oracle.sides, l};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER(lb1, Lb1, {
  .id = "lb1",
  .title = "Locally balanced step",
  .doc = "Moves to one of the four neighbours with probability `∝ √(π(y)/π(x))`. The move is accepted with probability "
         "`min(1, Z(x)/Z(y))`, which is almost always. The weights are exact, which needs the energy of every "
         "neighbour, or estimated from the gradient. The sampler is exact in both cases.",
  .source = "Zanella 2020; the estimate: Grathwohl et al. 2021",
  .tint = {{0xFE2476, 0xB61F54}},
  .parameters = {{.id = "balance", .title = "Weights", .symbol = "ΔU", .doc = "Exact: from the neighbours' energies. Gradient: energies estimated from the gradient.",
                  .initial = 0, .hard = {0, 1}, .slider = {0, 1}, .kind = Kind::choice, .choices = {"exact", "gradient"}}},
  .channels = {site_energy_channel(), acceptance_channel(),
               {.id = "jump", .title = "Jump distance", .symbol = "|Δx|₁", .doc = "1 if the last proposal was accepted, else 0.", .of_transition = true}},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate", .decision_channel = "jump"},
  .gradients_per_step = [](const Parameters& p) { return p.flag("balance") ? 1.0 : 4.0; },  // y's other neighbours are three
  .uses_gradient = [](const Parameters& p) { return p.flag("balance"); },
})
