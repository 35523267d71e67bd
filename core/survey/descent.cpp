#include "core/survey/descent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ergo {
namespace {

constexpr int most_rounds = 4, most_moves = 250;  // of a round
constexpr double farthest = 1e100;

double largest_coordinate(Position a) { return std::max(std::abs(a.x), std::abs(a.y)); }

/// dim + 1 points, lowest first.
class Simplex {
 public:
  Simplex(const Landscape& landscape, LowPoint start, double step) : landscape_(landscape), count_(landscape.dim + 1) {
    points_[0] = start;
    // Turned by no simple angle: its edges follow neither the axes nor the diagonals.
    points_[1] = at(start.place + (landscape.dim > 1 ? Position{0.94 * step, 0.34 * step} : Position{step, 0}));
    if (landscape.dim > 1) points_[2] = at(start.place + Position{-0.39 * step, 0.92 * step});
    sort();
  }

  const LowPoint& lowest() const { return points_[0]; }

  double size() const {
    double size = 0;
    for (int i = 1; i < count_; ++i) size = std::max(size, largest_coordinate(points_[i].place - lowest().place));
    return size;
  }

  /// Rounding hides what lies between the points, or E has no floor.
  bool finished() const {
    const double rise = points_[count_ - 1].energy - lowest().energy;
    return !std::isfinite(lowest().energy) || largest_coordinate(lowest().place) > farthest ||
           rise <= 1e-14 * (1 + std::abs(lowest().energy)) || size() <= 1e-15 * largest_coordinate(lowest().place);
  }

  void move() {
    LowPoint& highest = points_[count_ - 1];
    Position centroid;
    for (int i = 0; i + 1 < count_; ++i) centroid = centroid + points_[i].place / (count_ - 1);
    const Position away = centroid - highest.place;
    const LowPoint mirrored = at(centroid + away);
    if (mirrored.energy < lowest().energy) {
      const LowPoint further = at(centroid + 2 * away);
      highest = further.energy < mirrored.energy ? further : mirrored;
    } else if (mirrored.energy < points_[std::max(0, count_ - 2)].energy) {
      highest = mirrored;
    } else {
      const bool beyond = mirrored.energy < highest.energy;
      const LowPoint nearer = at(centroid + (beyond ? 0.5 : -0.5) * away);
      if (nearer.energy < std::min(mirrored.energy, highest.energy))
        highest = nearer;
      else
        for (int i = 1; i < count_; ++i) points_[i] = at(0.5 * (lowest().place + points_[i].place));
    }
    sort();
  }

 private:
  LowPoint at(Position x) const { return {x, landscape_(x)}; }
  void sort() {
    for (int i = 1; i < count_; ++i)
      for (int j = i; j > 0 && points_[j].energy < points_[j - 1].energy; --j) std::swap(points_[j], points_[j - 1]);
  }

  const Landscape& landscape_;
  int count_;
  std::array<LowPoint, 3> points_;
};

}  // namespace

LowPoint descend(const Landscape& landscape, Position start, double step) {
  LowPoint lowest = {start, landscape(start)};
  for (int round = 0; round < most_rounds; ++round) {
    Simplex simplex(landscape, lowest, step);
    int moves = 0;
    for (; moves < most_moves && !simplex.finished(); ++moves) simplex.move();
    const double gain = lowest.energy - simplex.lowest().energy;
    const Position moved = simplex.lowest().place - lowest.place;
    lowest = simplex.lowest();
    if (!std::isfinite(lowest.energy) || largest_coordinate(lowest.place) > farthest) break;
    if (round > 0 && gain <= 1e-9) break;
    // As far as this round went; where it found the place at once, a little of its first step.
    step = moves == most_moves ? std::max(simplex.size(), 1e-3 * largest_coordinate(moved))
                               : 0.03 * std::max(largest_coordinate(moved), 1e-3 * step);
    if (!(step > 0)) break;
  }
  return lowest;
}

}  // namespace ergo
