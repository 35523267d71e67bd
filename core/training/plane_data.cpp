#include "core/training/plane_data.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.h"

namespace ergo {
namespace {

std::shared_ptr<const Target> checked(std::shared_ptr<const Target> target) {
  if (target->dim != 2 || target->lattice())
    throw Error("no density of two dimensions to learn:", "dim " + std::to_string(target->dim),
                "a target of the plane", "target");
  return target;
}

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Weights of the trapezoidal rule, and of what lies beyond the outermost nodes: exp(-x^2/(2 reach^2)), x >
/// 0.
struct Rule {
  Rule(int nodes, double side, double reach)
      : spacing(side / (nodes - 1)), last(nodes - 1), beyond(reach * std::sqrt(std::numbers::pi / 2)) {}
  double within(int node) const { return node == 0 || node == last ? spacing / 2 : spacing; }
  double all(int node) const { return node == 0 || node == last ? spacing / 2 + beyond : spacing; }
  double spacing;
  int last;
  double beyond;
};

}  // namespace

PlaneData::PlaneData(std::shared_ptr<const Target> target, int nodes, std::uint64_t seed)
    : target_(checked(std::move(target))),
      exact_(target_),
      window_(target_->window()),
      nodes_along_(nodes),
      seed_(seed) {
  const double log_z = log_normaliser_ = exact_.log_normaliser();
  if (!std::isfinite(log_z))
    throw Error("no distribution to learn: exp(-E) has no finite integral", "", "another target", "target");
  for (const Position x : stream(held_out_draws, 0)) {
    held_x_.push_back(x.x);
    held_y_.push_back(x.y);
    window_.low = {std::min(window_.low.x, x.x), std::min(window_.low.y, x.y)};
    window_.high = {std::max(window_.high.x, x.x), std::max(window_.high.y, x.y)};
  }
  std::vector<double> energy(held_out_draws);
  target_->energies(held_x_, held_y_, energy);
  best_ = -mean(energy) - log_z;
  const EnergyGrid places{window_, nodes, nodes, {}};
  for (int row = 0; row < nodes; ++row)
    for (int column = 0; column < nodes; ++column) {
      nodes_.push_back(places.node(column, row));
      density_.push_back(std::exp(-target_->evaluate(nodes_.back()).energy - log_z));
    }
}

std::vector<Position> PlaneData::stream(std::size_t count, std::uint64_t number) const {
  std::vector<Position> x;
  x.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    x.push_back(exact_.at(Draws(seed_, Purpose::exact, static_cast<std::uint32_t>(i), number, 2)));
  return x;
}

std::vector<Position> PlaneData::draws(std::size_t count, std::uint64_t iteration) const {
  return stream(count, iteration + 1);
}

EnergyGrid PlaneData::grid(std::vector<double> energies) const {
  return {window_, nodes_along_, nodes_along_, std::move(energies)};
}

PlaneFit PlaneData::fit(const EnergyGrid& grid) const {
  const Spline spline(grid);
  const Position side = window_.high - window_.low, reach = spline.reach_beyond();
  const Rule x(nodes_along_, side.x, reach.x), y(nodes_along_, side.y, reach.y);
  const double lowest = std::ranges::min(grid.energy);
  const auto of_nodes = [&](const auto& term) {
    double sum = 0;
    for (int row = 0; row < nodes_along_; ++row)
      for (int column = 0; column < nodes_along_; ++column)
        sum += term(column, row, static_cast<std::size_t>(row * nodes_along_ + column));
    return sum;
  };
  const double log_z = std::log(of_nodes([&](int column, int row, std::size_t node) {
                         return x.all(column) * y.all(row) * std::exp(lowest - grid.energy[node]);
                       })) -
                       lowest;
  double data_within = 0, model_within = 0;
  const double apart = of_nodes([&](int column, int row, std::size_t node) {
    const double area = x.within(column) * y.within(row), model = std::exp(-grid.energy[node] - log_z);
    data_within += area * density_[node];
    model_within += area * model;
    return area * std::abs(model - density_[node]);
  });
  std::vector<double> energy(held_x_.size());
  spline.energies(held_x_, held_y_, energy);
  const double beyond = std::max(0.0, 1 - data_within) + std::max(0.0, 1 - model_within);
  return {log_z, -mean(energy) - log_z, std::min(1.0, (apart + beyond) / 2)};
}

}  // namespace ergo
