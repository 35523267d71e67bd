#include "core/truth/exact_draws.h"

#include <algorithm>
#include <numeric>

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
  enum Slot { cell, jitter_x, jitter_y };
  const auto found =
      std::lower_bound(cumulative_.begin(), cumulative_.end() - 1, draws(cell).uniform1 * cumulative_.back());
  const auto node = static_cast<int>(found - cumulative_.begin());
  const auto triangular = [&](Slot slot) { return draws(slot).uniform1 - draws(slot).uniform2; };
  const int count_y = table_->y.count();
  // A jitter of one spacing each way, triangular, interpolates the density linearly.
  return {table_->x.node(node / count_y) + triangular(jitter_x) * table_->x.weight(node / count_y),
          count_y > 1
              ? table_->y.node(node % count_y) + triangular(jitter_y) * table_->y.weight(node % count_y)
              : 0.0};
}

}  // namespace ergo
