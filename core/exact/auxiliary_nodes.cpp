#include "core/exact/auxiliary_nodes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ergo {
namespace {

constexpr double widest_spacing = 0.5;  // spacing: the normal density's sum is 1 to 1e-34
constexpr double reach = 8.5;           // P(|z| > 8.5) < 2e-17
constexpr double negligible = 1e-3;     // standard deviations of u

}  // namespace

AuxiliaryNodes::AuxiliaryNodes(const Curvature& m, const Sides& sides) {
  const double mean = (m.m_xx + m.m_yy) / 2, half = (m.m_xx - m.m_yy) / 2, radius = std::hypot(half, m.m_xy);
  const double angle = std::atan2(m.m_xy, half) / 2, c = std::cos(angle), s = std::sin(angle);
  for (const auto& [axis, size] :
       {std::pair(Position{c, s}, mean + radius), std::pair(Position{-s, c}, mean - radius)}) {
    const double along_x = size * axis.x * (sides.x - 1), along_y = size * axis.y * (sides.y - 1);
    const double low = std::min(along_x, 0.0) + std::min(along_y, 0.0);
    const double high = std::max(along_x, 0.0) + std::max(along_y, 0.0);
    if (high - low > negligible) directions_.push_back({axis, size, low, high});
  }
}

double AuxiliaryNodes::volume(int level) const {
  return std::pow(std::ldexp(widest_spacing, -level), static_cast<double>(directions_.size()));
}

std::pair<long, long> AuxiliaryNodes::range(std::size_t k, int level) const {
  if (k >= directions_.size()) return {0, 0};
  const double spacing = std::ldexp(widest_spacing, -level);
  return {std::lround(std::ceil((directions_[k].low - reach) / spacing)),
          std::lround(std::floor((directions_[k].high + reach) / spacing))};
}

double AuxiliaryNodes::count(int level) const {
  double count = 1;
  for (std::size_t k = 0; k < directions_.size(); ++k) {
    const auto [first, last] = range(k, level);
    count *= static_cast<double>(last - first + 1);
  }
  return count;
}

std::vector<Position> AuxiliaryNodes::grid(int level, bool only_added) const {
  const double spacing = std::ldexp(widest_spacing, -level);
  const auto [first_i, last_i] = range(0, level);
  const auto [first_j, last_j] = range(1, level);
  std::vector<Position> nodes;
  for (long i = first_i; i <= last_i; ++i)
    for (long j = first_j; j <= last_j; ++j)
      if (!only_added || i % 2 != 0 || j % 2 != 0)
        nodes.push_back({spacing * static_cast<double>(i), spacing * static_cast<double>(j)});
  return nodes;
}

std::vector<Position> AuxiliaryNodes::added(int level) const { return grid(level, level > 0); }
std::vector<Position> AuxiliaryNodes::all(int level) const { return grid(level, false); }

AuxiliaryNodes::Seen AuxiliaryNodes::seen(Position node, Position x) const {
  Seen seen{{}, 1};
  for (std::size_t k = 0; k < directions_.size(); ++k) {
    const Direction& direction = directions_[k];
    const double z = (k == 0 ? node.x : node.y) - direction.size * dot(direction.axis, x);
    seen.z = seen.z + z * direction.axis;
    seen.density *=
        std::abs(z) < reach ? std::exp(-z * z / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2 : 0;
  }
  return seen;
}

}  // namespace ergo
