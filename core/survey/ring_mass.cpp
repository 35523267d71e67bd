#include "core/survey/ring_mass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace ergo {
namespace {

/// One side of a square, or in one dimension one of the two points.
struct Side {
  Position middle, along;
  Position at(double t) const { return middle + t * along; }
};

struct Node {
  double t, energy;
};

class SideMass {
 public:
  SideMass(const Landscape& landscape, Side side, double half) : landscape_(landscape), side_(side), half_(half) {
    place_evenly();
    const std::vector<std::size_t> minima = lowest_minima();
    std::vector<double> dips;
    for (const std::size_t k : minima) {
      const double between = minimum_between(nodes_[k - (k > 0)].t, nodes_[std::min(k + 1, nodes_.size() - 1)].t);
      dips.push_back(energy(between) < nodes_[k].energy ? between : nodes_[k].t);
    }
    for (const double dip : dips) place_about(dip);
    settle();
  }

  double log_mass() const {
    const double low = lowest().energy;
    if (low == infinite_energy) return -infinite_energy;
    if (low == -infinite_energy) return infinite_energy;
    double sum = 0;
    for (std::size_t k = 0; k + 1 < nodes_.size(); ++k)
      sum += 0.5 * (nodes_[k + 1].t - nodes_[k].t) *
             (std::exp(low - nodes_[k].energy) + std::exp(low - nodes_[k + 1].energy));
    return std::log(sum) - low;
  }

  Node lowest() const {
    return *std::min_element(nodes_.begin(), nodes_.end(),
                             [](const Node& a, const Node& b) { return a.energy < b.energy; });
  }

 private:
  double energy(double t) const { return landscape_(side_.at(t)); }

  void add(const std::vector<double>& places) {
    std::vector<double> x, y, found(places.size());
    for (const double t : places) {
      x.push_back(side_.at(t).x);
      y.push_back(side_.at(t).y);
    }
    landscape_.survey(x, y, found);
    for (std::size_t k = 0; k < places.size(); ++k) nodes_.push_back({places[k], found[k]});
  }

  void settle() {
    std::sort(nodes_.begin(), nodes_.end(), [](const Node& a, const Node& b) { return a.t < b.t; });
    // A single point has no mass, whatever its energy.
    std::vector<Node> kept;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const bool before = k > 0 && nodes_[k - 1].energy == -infinite_energy;
      const bool after = k + 1 < nodes_.size() && nodes_[k + 1].energy == -infinite_energy;
      if (nodes_[k].energy != -infinite_energy || before || after) kept.push_back(nodes_[k]);
    }
    nodes_ = std::move(kept);
  }

  void place_evenly() {
    constexpr int per_decade = 4, decades = 18, even = 32;
    std::vector<double> places = {0};
    for (int k = 0; k <= per_decade * decades; ++k)
      for (const double sign : {-1.0, 1.0}) places.push_back(sign * half_ * std::pow(10, -1.0 * k / per_decade));
    for (int k = 1; k < even; ++k)
      for (const double sign : {-1.0, 1.0}) places.push_back(sign * half_ * k / even);
    add(places);
    settle();
  }

  std::vector<std::size_t> lowest_minima() const {
    constexpr std::size_t most = 5;
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      if (std::isfinite(nodes_[k].energy) && (k == 0 || nodes_[k].energy <= nodes_[k - 1].energy) &&
          (k + 1 == nodes_.size() || nodes_[k].energy < nodes_[k + 1].energy))
        found.push_back(k);
    std::stable_sort(found.begin(), found.end(),
                     [&](std::size_t a, std::size_t b) { return nodes_[a].energy < nodes_[b].energy; });
    found.resize(std::min(found.size(), most));
    return found;
  }

  /// By golden sections.
  double minimum_between(double low, double high) const {
    constexpr double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = energy(a), at_b = energy(b);
    for (int round = 0; round < 100 && high - low > 1e-16 * std::max(std::abs(low), std::abs(high)); ++round) {
      if (at_a < at_b) {
        high = b, b = a, at_b = at_a;
        at_a = energy(a = high - golden * (high - low));
      } else {
        low = a, a = b, at_a = at_b;
        at_b = energy(b = low + golden * (high - low));
      }
    }
    return at_a < at_b ? a : b;
  }

  /// The distance over which E rises by 1 from a dip to one side, within a factor of sqrt 2; `half_` at most.
  double width_beside(double dip, double bottom, double sign) const {
    const auto risen = [&](double width) { return !(energy(dip + sign * width) < bottom + 1); };
    double width = std::max(1e-16 * std::abs(dip), 1e-150 * half_);
    while (width < half_ && !risen(width)) width *= 16;
    for (const double back : {4.0, 2.0, std::sqrt(2.0)})
      if (risen(width / back)) width /= back;
    return std::min(width, half_);
  }

  void place_about(double dip) {
    constexpr int finest = -8, wide = 10;  // powers of sqrt 2
    const double bottom = energy(dip);
    std::vector<double> places = {dip};
    for (const double sign : {-1.0, 1.0}) {
      const double width = width_beside(dip, bottom, sign);
      const auto place = [&](double distance) {
        if (std::abs(dip + sign * distance) < half_) places.push_back(dip + sign * distance);
      };
      for (int k = finest; k <= wide; ++k) place(width * std::pow(2, 0.5 * k));
      // On to where the even nodes are near enough.
      const double near = std::max(1e-18 * half_, 0.1 * std::abs(dip));
      for (double distance = width * std::pow(2, 0.5 * wide + 1); distance < near; distance *= 2) place(distance);
    }
    add(places);
  }

  const Landscape& landscape_;
  Side side_;
  double half_;
  std::vector<Node> nodes_;
};

double log_of_sum(double a, double b) {
  const double larger = std::max(a, b);
  return std::isfinite(larger) ? larger + std::log1p(std::exp(-std::abs(a - b))) : larger;
}

/// Whether E is nearly the same at the neighbouring floating-point positions.
bool is_smooth(const Landscape& landscape, Position centre, Position x) {
  constexpr double few_roundings = 1e-15;
  const double here = landscape(x);
  if (!std::isfinite(here)) return true;
  const Position from = {few_roundings * std::max(std::abs(x.x), std::abs(centre.x)),
                         few_roundings * std::max(std::abs(x.y), std::abs(centre.y))};
  for (const Position step : {Position{from.x, 0}, Position{-from.x, 0}, Position{0, from.y}, Position{0, -from.y}})
    if (!(std::abs(landscape(x + step) - here) <= std::max(0.2, 1e-3 * std::abs(here)))) return false;
  return true;
}

}  // namespace

RingMass ring_mass(const Landscape& landscape, Position centre, double radius) {
  RingMass ring{-infinite_energy, infinite_energy, centre, true};
  double most = -infinite_energy;
  const auto take = [&](double log_mass, double lowest, Position place) {
    ring.log_mass = log_of_sum(ring.log_mass, log_mass);
    if (log_mass > most || (log_mass == most && lowest < ring.lowest)) {
      most = log_mass;
      ring.lowest = lowest;
      ring.place = place;
    }
  };
  if (landscape.dim == 1) {
    for (const double sign : {1.0, -1.0}) {
      const Position place = centre + Position{sign * radius, 0};
      const double energy = landscape(place);
      take(-energy, energy, place);
    }
  } else {
    const Position right = {radius, 0}, up = {0, radius};
    for (const Side& side : {Side{centre + right, {0, 1}}, Side{centre - right, {0, 1}}, Side{centre + up, {1, 0}},
                             Side{centre - up, {1, 0}}}) {
      const SideMass mass(landscape, side, radius);
      const Node low = mass.lowest();
      take(mass.log_mass(), low.energy, side.at(low.t));
    }
  }
  ring.log_mass += std::log(radius);
  ring.trusted = is_smooth(landscape, centre, ring.place);
  return ring;
}

}  // namespace ergo
