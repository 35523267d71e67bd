#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "core/unit/target.h"

namespace ergo {

/// The sites of a lattice, {0 .. x-1} x {0 .. y-1}; y = 1 for dim 1. State number of site (i, j): i y + j.
struct Sides {
  int x = 1, y = 1;
  std::size_t count() const { return static_cast<std::size_t>(x) * static_cast<std::size_t>(y); }
  bool contain(Position site) const { return site.x >= 0 && site.x < x && site.y >= 0 && site.y < y; }
  std::size_t index(Position site) const {
    return static_cast<std::size_t>(site.x) * static_cast<std::size_t>(y) + static_cast<std::size_t>(site.y);
  }
  Position site(std::size_t index) const {
    const auto rows = static_cast<std::size_t>(y);
    return {static_cast<double>(index / rows), static_cast<double>(index % rows)};
  }
  /// The site that a point of the plane is rounded to; the nearest one where it lies outside.
  Position nearest(Position point) const;
  bool operator==(const Sides&) const = default;
};
inline constexpr int most_side = 1024;
/// All mass on the site next to a point.
std::vector<double> point_distribution(const Sides& sides, Position point);

/// A quadratic model of U for second-order proposals (Sun et al. 2023): W is the symmetric matrix closest to
/// the Hessian in that W (x - x') ~ grad U(x) - grad U(x') for pairs of exact draws, D >= 0 the diagonal
/// matrix of least trace for which W + D is positive semidefinite, and M = (W + D)^{1/2}.
struct Curvature {
  Position d;                           ///< D's diagonal
  double m_xx = 0, m_xy = 0, m_yy = 0;  ///< M
  Position m_times(Position z) const { return {m_xx * z.x + m_xy * z.y, m_xy * z.x + m_yy * z.y}; }
};

/// A target on the sites of a lattice, known as a table: evaluated once on every site, which gives its exact
/// distribution; both twins read the table. Energies are those of the sites, E = -U; gradients are of E's
/// continuous extension, per site. Positions hold integers.
class LatticeTarget : public Target {
 public:
  explicit LatticeTarget(Sides sides) : sides_(sides) {}
  Sides sides() const { return sides_; }
  const LatticeTarget* lattice() const final { return this; }

  Evaluation evaluate(Position site) const final { return table()[sides_.index(sides_.nearest(site))]; }
  /// Every site owns the unit square around it.
  Window window() const override { return {{-0.5, -0.5}, {sides_.x - 0.5, sides_.y - 0.5}}; }
  std::optional<Position> draw(const Draws&) const final;
  std::optional<double> log_normaliser() const final { return known().log_normaliser; }
  /// Sides and curvature, then (E, dE/dx, dE/dy, exp(-E)/Z) of every site, in rows of four.
  std::vector<double> device_numbers(std::span<const double> values) const final;

  /// Of all sites, by state number.
  const std::vector<Evaluation>& table() const { return known().table; }
  const std::vector<double>& distribution() const { return known().distribution; }  ///< exp(-E)/Z, sums to 1
  /// The variance along every axis, if E is |x - b|²/2 over it: a Gaussian alike in all directions.
  virtual std::optional<double> gaussian_variance() const { return {}; }
  /// By 64 pairs of draws that are the same in every run: data of the target.
  const Curvature& curvature() const;

 protected:
  /// E and its gradient at a site.
  virtual Evaluation at(Position site) const = 0;

 private:
  struct Known {
    std::vector<Evaluation> table;
    std::vector<double> distribution, cumulative;
    double log_normaliser = 0;
  };
  const Known& known() const;

  Sides sides_;
  mutable std::once_flag once_, curvature_once_;  ///< targets are made far more often than asked for these
  mutable Known known_;
  mutable Curvature curvature_;
};

}  // namespace ergo
