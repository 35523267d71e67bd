#include "core/verification/cells.h"

#include <algorithm>
#include <boost/math/special_functions/legendre.hpp>
#include <cmath>
#include <vector>

#include "core/truth/tabulated_density.h"
#include "core/unit/lattice.h"

namespace ergo {

namespace {

constexpr int nodes = 12;  // even, so that 0 is no zero of P_n

/// A quadrature rule on [0, 1].
struct Rule {
  std::vector<double> x, weight;
};

/// Gauss-Legendre: nodes z at the zeros of P_n on [-1, 1], weights 2/((1 - z^2) P_n'(z)^2).
Rule gauss_legendre() {
  Rule rule;
  for (const double zero : boost::math::legendre_p_zeros<double>(nodes))
    for (const double z : {-zero, zero}) {
      const double slope = boost::math::legendre_p_prime(nodes, z);
      rule.x.push_back((1 + z) / 2);
      rule.weight.push_back(1 / ((1 - z * z) * slope * slope));
    }
  return rule;
}

int along(double x, double low, double high, int count) {
  const double place = (x - low) / (high - low) * count;
  return place >= 0 && place < count ? static_cast<int>(place) : -1;
}

}  // namespace

Cells::Cells(const Target& target, double scale, int per_axis)
    : window_(target.window()), dim_(target.dim), per_axis_(per_axis) {
  const auto known = target.log_normaliser();
  const double log_normaliser = known ? *known : tabulate(target).log_normaliser;
  const Position middle = 0.5 * (window_.low + window_.high), half = scale * (window_.high - middle);
  window_ = {middle - half, middle + half};
  const int rows = dim_ == 1 ? 1 : per_axis_, row_nodes = dim_ == 1 ? 1 : nodes;
  probabilities_.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(per_axis_) + 1, 0);
  if (target.lattice()) {
    add_sites(*target.lattice());
    return;
  }
  const Position side = (window_.high - window_.low) / per_axis_;
  const Rule rule = gauss_legendre();
  double inside = 0;
  for (int cell = 0; cell < rows * per_axis_; ++cell) {
    const Position corner = {window_.low.x + side.x * (cell % per_axis_),
                             window_.low.y + side.y * (cell / per_axis_)};
    double mass = 0, energy = 0;
    for (int i = 0; i < nodes; ++i)
      for (int j = 0; j < row_nodes; ++j) {
        const Position x = {corner.x + side.x * rule.x[i], dim_ == 1 ? 0 : corner.y + side.y * rule.x[j]};
        const double e = target.evaluate(x).energy;
        const double part = rule.weight[i] * (dim_ == 1 ? 1 : rule.weight[j]) * std::exp(-e - log_normaliser);
        mass += part;
        if (part > 0) energy += part * e;
      }
    const double area = side.x * (dim_ == 1 ? 1 : side.y);
    probabilities_[static_cast<std::size_t>(cell)] = mass * area;
    energy_inside_ += energy * area;
    inside += mass * area;
  }
  probabilities_.back() = std::max(0.0, 1 - inside);
}

void Cells::add_sites(const LatticeTarget& lattice) {
  for (std::size_t i = 0; i < lattice.sides().count(); ++i) {
    const std::size_t cell = index(lattice.sides().site(i));
    probabilities_[cell] += lattice.distribution()[i];
    if (cell + 1 < size()) energy_inside_ += lattice.distribution()[i] * lattice.table()[i].energy;
  }
}

std::size_t Cells::index(Position x) const {
  const int column = along(x.x, window_.low.x, window_.high.x, per_axis_);
  const int row = dim_ == 1 ? 0 : along(x.y, window_.low.y, window_.high.y, per_axis_);
  return column < 0 || row < 0 ? size() - 1 : static_cast<std::size_t>(row * per_axis_ + column);
}

Position Cells::centre(std::size_t index) const {
  const int cell = static_cast<int>(index);
  const Position side = (window_.high - window_.low) / per_axis_;
  const double y = dim_ == 1 ? 0 : window_.low.y + side.y * (cell / per_axis_ + 0.5);
  return {window_.low.x + side.x * (cell % per_axis_ + 0.5), y};
}

}  // namespace ergo
