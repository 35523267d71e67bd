#include "core/verification/cells.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/truth/tabulated_density.h"
#include "core/unit/lattice.h"

namespace ergo {

namespace {

constexpr int nodes = 12;

struct Rule {
  std::array<double, nodes> x, weight;  ///< on [0, 1]
};

/// Gauss-Legendre: the zeros of P_n by Newton's method from their asymptotic places.
Rule gauss_legendre() {
  Rule rule;
  for (int i = 0; i < nodes; ++i) {
    double z = std::cos(M_PI * (i + 0.75) / (nodes + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 20; ++iteration) {
      double p = 1, before = 0;
      for (int k = 1; k <= nodes; ++k) {
        const double next = ((2 * k - 1) * z * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = nodes * (z * p - before) / (z * z - 1);
      z -= p / slope;
    }
    rule.x[i] = (1 + z) / 2;
    rule.weight[i] = 1 / ((1 - z * z) * slope * slope);
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
