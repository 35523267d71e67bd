// Random walk on a lattice: y uniform on the box |y_i - x_i| <= w, accepted with probability min(1,
// e^{E(x)-E(y)}), never outside the lattice. Source: Metropolis et al. 1953. Invariant distribution: the
// target. An axis of one site has no box.
#include <cmath>

#include "core/unit/channels.h"
#include "core/unit/lattice_sampler.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

/// Uniform over 2 width + 1 sites around each coordinate, some of which may lie outside the lattice.
struct BoxProposal {
  Position x, width;
  Sides sides;

  Position draw(const Draws& draws) const {
    const Draw d = draws(0);
    const auto along = [](double u, double w) { return std::floor(u * (2 * w + 1)) - w; };
    return x + Position{along(d.uniform1, width.x), along(d.uniform2, width.y)};
  }
  double log_mass(Position to) const {
    const bool inside = std::abs(to.x - x.x) <= width.x && std::abs(to.y - x.y) <= width.y;
    return inside ? -std::log((2 * width.x + 1) * (2 * width.y + 1)) : -HUGE_VAL;
  }
  std::vector<ProductMass> masses() const {
    const auto along = [](double place, double w, int side) {
      const int low = static_cast<int>(std::max(0.0, place - w));
      const int high = static_cast<int>(std::min(side - 1.0, place + w));
      return AxisMass{low, std::vector<double>(static_cast<std::size_t>(high - low + 1), 1 / (2 * w + 1))};
    };
    return {{1, along(x.x, width.x, sides.x), along(x.y, width.y, sides.y)}};
  }
};

struct LatticeRwm {
  using Proposal = BoxProposal;
  static constexpr const char* formula = "y uniform over |y − x|∞ ≤ w";

  double half_width;

  explicit LatticeRwm(const Parameters& p) : half_width(p["half_width"]) {}

  bool metropolis() const { return true; }
  Proposal proposal(Position x, const Evaluation&, const Oracle& oracle, std::uint64_t) const {
    return {x, {oracle.sides.x > 1 ? half_width : 0, oracle.sides.y > 1 ? half_width : 0}, oracle.sides};
  }
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_LATTICE_SAMPLER(lattice_rwm, LatticeRwm, {
  .id = "lattice_rwm",
  .title = "Random walk on a lattice",
  .doc = "Random-walk Metropolis. Proposes uniformly from a box of 2w + 1 sites a side around the chain. Proposals "
         "outside the lattice are rejected. Exact for every w. Each step costs one energy evaluation, counted as one "
         "gradient.",
  .source = "Metropolis et al. 1953",
  .tint = {{0xE8E8E8, 0x434343}},
  .parameters = {{.id = "half_width", .title = "Half width", .symbol = "w", .unit = "sites", .doc = "Longest move along each axis.",
                  .initial = 5, .hard = {1, 1023}, .slider = {1, 100}, .scale = Scale::log, .kind = Kind::integer}},
  .channels = {site_energy_channel(),
               {.id = "acceptance_rate", .title = "Acceptance", .symbol = "a", .doc = "min(1, Metropolis ratio) of the last proposal; 0 outside the lattice.",
                .of_transition = true},
               jump_channel()},
  .claims = {.distribution = Distribution::exact, .acceptance_channel = "acceptance_rate", .decision_channel = "jump"},
  .gradients_per_step = 1,
  .uses_gradient = [](const Parameters&) { return false; },
})
