#include "core/exact/auxiliary_moves.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/exact/auxiliary_nodes.h"
#include "core/maths/wide.h"

namespace ergo {
namespace {

constexpr double settled = 1e-5;     // change of a row in the 1-norm
constexpr double most_pairs = 1e10;  // pairs of sites, a mass counting as ten: some 10 s
constexpr std::size_t at_once = 8;   // nodes whose masses are kept

/// out[k] += min(forward b[k], ratio[k] x[k] y[k])
ERGO_WIDE void add_least(double* __restrict out, double forward, const double* b, const double* ratio,
                         const double* x, const double* y, std::size_t size) {
  ERGO_INDEPENDENT
  for (std::size_t k = 0; k < size; ++k) out[k] += std::min(forward * b[k], ratio[k] * (x[k] * y[k]));
}

/// The proposals of all sites at one node u: masses along both axes, those along x times N(u; M site, I),
/// once by the site that proposes and once by the one proposed.
struct NodeMasses {
  std::vector<double> x, y;        ///< x[site X + i], y[site Y + j] of X times Y sites
  std::vector<double> to_x, to_y;  ///< to_x[i sites + site], to_y[j sites + site]

  NodeMasses(const LatticeTarget& target, const LatticeKernel& kernel, const Oracle& oracle,
             const AuxiliaryNodes& nodes, Position node, std::uint64_t step) {
    const Sides sides = target.sides();
    const std::size_t sites = sides.count();
    require_memory(2 * sizeof(double) * sites * static_cast<std::size_t>(sides.x + sides.y), "the proposals",
                   "a smaller lattice");
    x.resize(sites * static_cast<std::size_t>(sides.x));
    y.resize(sites * static_cast<std::size_t>(sides.y));
    to_x.resize(x.size());
    to_y.resize(y.size());
    for (std::size_t site = 0; site < sites; ++site) {
      const Position place = sides.site(site);
      const auto [z, density] = nodes.seen(node, place);
      if (density == 0) continue;
      for (const auto& [weight, along_x, along_y] :
           kernel.proposal(place, target.table()[site], oracle, step, z)->masses()) {
        set(x, to_x, site, sites, along_x, density * weight);
        set(y, to_y, site, sites, along_y, 1);
      }
    }
  }
  static void set(std::vector<double>& from, std::vector<double>& to, std::size_t site, std::size_t sites,
                  const AxisMass& axis, double weight) {
    const std::size_t side = from.size() / sites;
    for (std::size_t k = 0; k < axis.mass.size(); ++k) {
      const std::size_t place = static_cast<std::size_t>(axis.low) + k;
      from[site * side + place] = to[place * sites + site] = weight * axis.mass[k];
    }
  }
};

class AuxiliarySums {
 public:
  AuxiliarySums(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                std::uint64_t step)
      : target_(target),
        kernel_(kernel),
        pool_(pool),
        oracle_(target),
        step_(step),
        nodes_(target.curvature(), target.sides()),
        ratio_(target.sides().count()),
        sums_(ratio_.size) {
    for (std::size_t x = 0; x < ratio_.size; ++x)
      for (std::size_t y = 0; y < ratio_.size; ++y)
        ratio_(x, y) = std::exp(std::min(target.table()[x].energy - target.table()[y].energy, 700.0));
  }

  const AuxiliaryNodes& nodes() const { return nodes_; }

  /// A at the spacing of `level`, which must be one more than that of the call before, or 0.
  SquareMatrix refined(int level) {
    const double masses = target_.sides().x + target_.sides().y, sites = static_cast<double>(sums_.size);
    if (nodes_.count(level) * sites * (sites + 20 * masses) > most_pairs)
      throw Error("transition probabilities of a step with an auxiliary variable do not converge:",
                  std::to_string(sums_.size) + " sites", "a smaller lattice", "target");
    const auto added = nodes_.added(level);
    for (std::size_t first = 0; first < added.size(); first += at_once)
      add({added.data() + first, std::min(at_once, added.size() - first)});
    SquareMatrix moves = sums_;
    for (double& value : moves.values) value *= nodes_.volume(level);
    return moves;
  }

 private:
  void add(std::span<const Position> nodes) {
    std::vector<std::optional<NodeMasses>> masses(nodes.size());
    pool_.for_blocks(nodes.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        masses[k].emplace(target_, kernel_, oracle_, nodes_, nodes[k], step_);
    });
    pool_.for_blocks(sums_.size, [&](std::size_t begin, std::size_t end) {
      for (std::size_t x = begin; x < end; ++x)
        for (const auto& node : masses) add_row(x, *node);
    });
  }
  void add_row(std::size_t x, const NodeMasses& node) {
    const Sides sides = target_.sides();
    const auto columns = static_cast<std::size_t>(sides.y), rows = static_cast<std::size_t>(sides.x);
    const double* const back_x = &node.to_x[x / columns * sums_.size];
    const double* const back_y = &node.to_y[x % columns * sums_.size];
    for (std::size_t i = 0; i < rows; ++i) {
      const double forward = node.x[x * rows + i];
      const std::size_t y = i * columns;
      if (forward > 0)
        add_least(&sums_(x, y), forward, &node.y[x * columns], &ratio_(x, y), back_x + y, back_y + y,
                  columns);
    }
  }

  const LatticeTarget& target_;
  const LatticeKernel& kernel_;
  ThreadPool& pool_;
  const Oracle oracle_;
  const std::uint64_t step_;
  const AuxiliaryNodes nodes_;
  SquareMatrix ratio_;  ///< e^{E(x) - E(y)}
  SquareMatrix sums_;   ///< over nodes, without their volume
};

double largest_row_change(const SquareMatrix& a, const SquareMatrix& b) {
  double largest = 0;
  for (std::size_t x = 0; x < a.size; ++x) {
    double change = 0;
    for (std::size_t y = 0; y < a.size; ++y) change += std::abs(a(x, y) - b(x, y));
    largest = std::max(largest, change);
  }
  return largest;
}

}  // namespace

SquareMatrix auxiliary_moves(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                             std::uint64_t step) {
  if (target.sides().count() > most_auxiliary_sites)
    throw Error("too many sites for transition probabilities of a step with an auxiliary variable:",
                std::to_string(target.sides().count()), "up to " + std::to_string(most_auxiliary_sites),
                "target");
  AuxiliarySums sums(target, kernel, pool, step);
  SquareMatrix moves = sums.refined(0);
  if (sums.nodes().directions() == 0) return moves;
  for (int level = 1;; ++level) {
    SquareMatrix finer = sums.refined(level);
    const bool done = largest_row_change(moves, finer) <= settled;
    moves = std::move(finer);
    if (done) return moves;
  }
}

}  // namespace ergo
