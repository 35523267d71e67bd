// Random-scan Gibbs: one coordinate, chosen at random, is drawn from its exact conditional,
//   p(x_i = k | the other) = e^{-E(k)}/sum_l e^{-E(l)},
// over its whole row or column. Source: Geman & Geman 1984. Invariant distribution: the target. The draw
// takes one uniform of 23 bits: sites of a smaller share are not met.
#include <cmath>

#include "core/unit/channels.h"
#include "core/unit/lattice_sampler.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

struct ConditionalProposal {
  Position x;
  Oracle oracle;

  Position at(bool along_x, int site) const {
    return along_x ? Position{1.0 * site, x.y} : Position{x.x, 1.0 * site};
  }

  /// e^{-E} along the axis through x, relative to the lowest energy's.
  std::vector<double> terms(bool along_x) const {
    std::vector<double> terms(static_cast<std::size_t>(along_x ? oracle.sides.x : oracle.sides.y));
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < terms.size(); ++k) {
      terms[k] = oracle.evaluate(at(along_x, static_cast<int>(k))).energy;
      lowest = std::min(lowest, terms[k]);
    }
    for (double& term : terms) term = maths::exp(lowest - term);
    return terms;
  }

  Position draw(const Draws& draws) const {
    const Draw choice = draws(0);
    const bool along_x = oracle.dim == 1 || choice.uniform1 < 0.5;
    const std::vector<double> along = terms(along_x);
    double sum = 0;
    for (const double term : along) sum += term;
    double left = choice.uniform2 * sum - along[0];
    int site = 0;
    while (left > 0 && site + 1 < static_cast<int>(along.size()))
      left -= along[static_cast<std::size_t>(++site)];
    return at(along_x, site);
  }

  double log_mass(Position to) const {
    double mass = 0;
    for (const auto& [weight, along_x, along_y] : masses()) {
      const auto of = [](const AxisMass& axis, double place) {
        const auto k = static_cast<std::size_t>(static_cast<int>(place) - axis.low);
        return k < axis.mass.size() ? axis.mass[k] : 0;
      };
      mass += weight * of(along_x, to.x) * of(along_y, to.y);
    }
    return std::log(mass);
  }

  std::vector<ProductMass> masses() const {
    const auto conditional = [&](bool along_x) {
      std::vector<double> masses = terms(along_x);
      double sum = 0;
      for (const double term : masses) sum += term;
      for (double& mass : masses) mass /= sum;
      return AxisMass{0, std::move(masses)};
    };
    const AxisMass here_x = {static_cast<int>(x.x), {1}}, here_y = {static_cast<int>(x.y), {1}};
    if (oracle.dim == 1) return {{1, conditional(true), here_y}};
    return {{0.5, conditional(true), here_y}, {0.5, here_x, conditional(false)}};
  }
};

struct LatticeGibbs {
  using Proposal = ConditionalProposal;
  static constexpr const char* formula = "y ~ π along the row or the column through x";
  explicit LatticeGibbs(const Parameters&) {}
  bool metropolis() const { return false; }
  Proposal proposal(Position x, const Evaluation&, const Oracle& oracle, std::uint64_t) const {
    return {x, oracle};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER(lattice_gibbs, LatticeGibbs, {
  .id = "lattice_gibbs",
  .title = "Gibbs on a lattice",
  .doc = "Picks one coordinate at random and draws it from its exact conditional distribution along the whole row or "
         "column. No move is rejected. A step evaluates the energies along one line of the lattice, counted as one "
         "gradient.",
  .source = "Geman & Geman 1984",
  .tint = {{0x18ED22, 0x03A60E}},
  .channels = {site_energy_channel(),
               {.id = "acceptance_rate", .title = "Acceptance", .symbol = "a", .doc = "1: nothing is rejected.", .of_transition = true},
               {.id = "jump", .title = "Jump distance", .symbol = "|Δx|₁", .doc = "Distance moved in the last step, in sites.", .of_transition = true}},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate"},
  .gradients_per_step = 1,
  .uses_gradient = [](const Parameters&) { return false; },
})
