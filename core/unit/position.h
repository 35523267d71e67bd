#pragma once

#include <cmath>

namespace ergo {

/// A point or vector of the sampled space. Two components are stored; a target of dim 1 keeps y = 0.
struct Position {
  double x = 0, y = 0;
  bool operator==(const Position&) const = default;
};

constexpr Position operator+(Position a, Position b) { return {a.x + b.x, a.y + b.y}; }
constexpr Position operator-(Position a, Position b) { return {a.x - b.x, a.y - b.y}; }
constexpr Position operator-(Position a) { return {-a.x, -a.y}; }
constexpr Position operator*(double s, Position a) { return {s * a.x, s * a.y}; }
constexpr Position operator*(Position a, double s) { return {s * a.x, s * a.y}; }
constexpr Position operator/(Position a, double s) { return {a.x / s, a.y / s}; }
constexpr double dot(Position a, Position b) { return a.x * b.x + a.y * b.y; }
constexpr Position squared(Position a) { return {a.x * a.x, a.y * a.y}; }  ///< each component
inline double norm(Position a) { return std::sqrt(dot(a, a)); }

}  // namespace ergo
