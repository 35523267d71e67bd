#include "core/view/outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <mutex>

#include "core/view/density_levels.h"
#include "core/view/projection.h"

namespace ergo {
namespace {

constexpr int cells = 256;  // along each side of the grid

/// Energies on a grid's nodes, less a level.
class Nodes {
 public:
  explicit Nodes(const Target& target) : window_(target.window()) {
    std::vector<double> x, y;
    for (int row = 0; row <= cells; ++row)
      for (int column = 0; column <= cells; ++column) {
        const Position at = place(column, row);
        x.push_back(at.x);
        y.push_back(at.y);
      }
    energies_.resize(x.size());
    target.energies(x, y, energies_);
  }

  /// Adds the segments of the line E = level within one cell: each joins two crossings of its sides.
  void add_cell(int column, int row, double level, LevelLines& outline) const {
    const std::array<std::pair<int, int>, 4> corners = {
        {{column, row}, {column + 1, row}, {column + 1, row + 1}, {column, row + 1}}};
    std::array<Position, 4> crossings;
    std::size_t count = 0;
    for (std::size_t side = 0; side < 4; ++side) {
      const auto [i, j] = corners[side];
      const auto [k, l] = corners[(side + 1) % 4];
      const double a = energy(i, j) - level, b = energy(k, l) - level;
      if ((a < 0) == (b < 0)) continue;
      const double share = std::isfinite(a) && std::isfinite(b) ? a / (a - b) : 0.5;
      crossings[count++] = (1 - share) * place(i, j) + share * place(k, l);
    }
    for (std::size_t c = 0; c + 1 < count; c += 2) outline.emplace_back(crossings[c], crossings[c + 1]);
  }

 private:
  Position place(int column, int row) const {
    const Position side = window_.high - window_.low;
    return window_.low + Position{side.x * column / cells, side.y * row / cells};
  }
  double energy(int column, int row) const {
    return energies_[static_cast<std::size_t>(row * (cells + 1) + column)];
  }

  Window window_;
  std::vector<double> energies_;
};

/// The outline of what a run learns, of which the last few are kept.
LevelLines kept_outline(const Session& session) {
  constexpr std::size_t most = 8;
  static std::mutex mutex;
  static std::list<std::pair<UnitChoice, LevelLines>> kept;  // the last one asked for first
  const std::lock_guard lock(mutex);
  const UnitChoice& target = session.config().target;
  const auto found = std::ranges::find(kept, target, &std::pair<UnitChoice, LevelLines>::first);
  if (found != kept.end()) {
    kept.splice(kept.begin(), kept, found);
  } else {
    kept.emplace_front(target, outline_of(session.own_target(), {0, 2}));
    if (kept.size() > most) kept.pop_back();
  }
  return kept.front().second;
}

}  // namespace

LevelLines outline_of(const Target& target, const std::vector<std::size_t>& contours) {
  const DensityLevels levels = density_levels(target);
  const Nodes nodes(target);
  LevelLines outline;
  for (const std::size_t contour : contours)
    for (int row = 0; row < cells; ++row)
      for (int column = 0; column < cells; ++column)
        nodes.add_cell(column, row, levels.energies.at(contour), outline);
  return outline;
}

LevelLines learned_outline(const Session& session, const View& view) {
  if (!session.learning() || session.target().lattice() ||
      projection(session, view.coordinates).coordinates != Coordinates::position)
    return {};
  LevelLines outline = kept_outline(session);
  for (auto& [from, to] : outline) {
    from = (1 / view.scale) * to_pixel(view, from);
    to = (1 / view.scale) * to_pixel(view, to);
  }
  return outline;
}

}  // namespace ergo
