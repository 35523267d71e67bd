#include "core/truth/exact_draws.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/number_words.h"

namespace ergo {
namespace {

constexpr std::uint64_t seed = 20190513;

Draws stream(std::uint32_t index, std::uint64_t replication, int dim) {
  return Draws(seed, Purpose::diagnostics, index, replication, dim);
}

}  // namespace

ExactDraws::ExactDraws(std::shared_ptr<const Target> target) : target_(std::move(target)) {
  if (target_->draw(stream(0, 0, target_->dim))) return;
  constexpr double nodes = 256;  // across the window
  const Window window = target_->window();
  table_ = tabulate(*target_, (window.high.x - window.low.x) / nodes);
  cumulative_.resize(table_->mass.size());
  std::partial_sum(table_->mass.begin(), table_->mass.end(), cumulative_.begin());
}

std::vector<Position> ExactDraws::operator()(std::size_t count, std::uint64_t replication) const {
  std::vector<Position> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = at(stream(static_cast<std::uint32_t>(i), replication, target_->dim));
  }
  return x;
}

Position ExactDraws::tabulated(const Draws& draws) const {
  enum Slot { cell, jitter_x, jitter_y, side };
  const auto found =
      std::lower_bound(cumulative_.begin(), cumulative_.end() - 1, draws(cell).uniform1 * cumulative_.back());
  const auto node = static_cast<int>(found - cumulative_.begin());
  // A jitter with a triangular density that reaches from the node to its neighbours interpolates the density
  // linearly: over nodes i, sum f_i tri_i(x), where tri_i is 1 at node i and 0 at its neighbours.
  const auto near = [&](const Axis& axis, int i, Slot slot, double which) {
    const double jitter = draws(slot).uniform1 - draws(slot).uniform2;
    if (axis.grading().scale == 0) return axis.node(i) + jitter * axis.weight(i);
    const double left = i > 0 ? axis.node(i) - axis.node(i - 1) : 0;
    const double right = i + 1 < axis.count() ? axis.node(i + 1) - axis.node(i) : 0;
    return axis.node(i) + (which * (left + right) < left ? -left : right) * std::abs(jitter);
  };
  const int count_y = table_->y.count();
  const Draw sides = draws(side);
  return {near(table_->x, node / count_y, jitter_x, sides.uniform1),
          count_y > 1 ? near(table_->y, node % count_y, jitter_y, sides.uniform2) : 0.0};
}

double ExactDraws::log_normaliser() const {
  if (const auto own = target_->log_normaliser()) return *own;
  return table_ ? table_->log_normaliser : tabulate(*target_).log_normaliser;
}

std::string remark_on(const ExactDraws& draws) {
  constexpr double told = 1e-3;
  if (draws.error() <= told) return "";
  const std::string part = draws.error() < 0.5 ? "up to " + significant(100 * draws.error(), 2) + " %" : "an unknown part";
  return "What the run is compared with is computed from the density's values on a grid, which is too coarse for it: "
         "log Z, moments, modes' shares and bands may be off by " + part;
}

}  // namespace ergo
