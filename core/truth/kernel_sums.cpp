// Sums of a Gaussian kernel over all pairs of a swarm. In a rectangle of sides L the kernel is replaced by
// its periodic continuation with period P = L + reach h, whose Fourier series is separable:
//   k(d) = sum_m c_m cos(2 pi m d / P),  c_0 = sqrt(2 pi) h / P,  c_m = 2 c_0 exp(-(2 pi m h / P)^2 / 2).
// With the rows (1, cos t, sin t, cos 2t, ...) of each point as matrices X and Y, G = X^T diag(w) Y and C the
// outer product of the coefficients, the sums are the diagonal of X (C o G) Y^T: two matrix products.
// Rectangles that would need too many harmonics are cut. As no pair further apart than r = reach h counts,
//   S(all) = S(x < c + r) + S(x >= c) - S(c <= x < c + r).
#include "core/truth/kernel_sums.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <numbers>
#include <numeric>

namespace ergo {
namespace {

constexpr double widest = 24;  // side of the largest rectangle served by one series, in bandwidths
constexpr Eigen::Index block = 256;

using Indices = std::span<std::uint32_t>;

struct Swarm {
  std::span<const Position> x;
  std::span<const double> weights;
  double bandwidth;
  std::vector<double> sums;
};

/// The Fourier series of the kernel along one axis over [low, high].
struct Series {
  double low, period;
  Eigen::VectorXd coefficients;  ///< of 1, cos t, sin t, cos 2t, sin 2t, ...

  Series(double low, double high, double bandwidth)
      : low(low), period(high - low + kernel_reach * bandwidth) {
    const double unit = 2 * std::numbers::pi * bandwidth / period;
    const int harmonics = high > low ? static_cast<int>(std::ceil(kernel_reach / unit)) : 0;
    coefficients.resize(2 * harmonics + 1);
    coefficients[0] = harmonics == 0 ? 1 : unit / std::sqrt(2 * std::numbers::pi);
    for (int m = 1; m <= harmonics; ++m)
      coefficients[2 * m - 1] = coefficients[2 * m] =
          2 * coefficients[0] * std::exp(-0.5 * m * m * unit * unit);
  }

  /// Value of the series at distance 0.
  double at_zero() const {
    double sum = coefficients[0];
    for (Eigen::Index m = 1; m < coefficients.size(); m += 2) sum += coefficients[m];
    return sum;
  }

  /// Rows 1, cos t, sin t, ... of the points' phases t, by the addition theorem.
  void fill(const Eigen::ArrayXcd& phase, Eigen::MatrixXd& rows) const {
    rows.resize(phase.size(), coefficients.size());
    Eigen::ArrayXd cosine = Eigen::ArrayXd::Ones(phase.size()), sine = Eigen::ArrayXd::Zero(phase.size());
    const Eigen::ArrayXd c = phase.real(), s = phase.imag();
    rows.col(0).setOnes();
    for (Eigen::Index m = 1; m < coefficients.size(); m += 2) {
      const Eigen::ArrayXd next = cosine * c - sine * s;
      sine = sine * c + cosine * s;
      cosine = next;
      rows.col(m) = cosine.matrix();
      rows.col(m + 1) = sine.matrix();
    }
  }

  std::complex<double> phase(double x) const {
    return std::polar(1.0, 2 * std::numbers::pi * (x - low) / period);
  }
};

void add_pairs(Swarm& swarm, Indices part, double sign) {
  for (std::size_t a = 1; a < part.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const std::uint32_t i = part[a], j = part[b];
      const double k = sign * gaussian_kernel(swarm.x[i], swarm.x[j], swarm.bandwidth);
      swarm.sums[i] += k * swarm.weights[j];
      swarm.sums[j] += k * swarm.weights[i];
    }
}

void add_series(Swarm& swarm, Indices part, double sign, const Series& along_x, const Series& along_y) {
  const Eigen::Index count = static_cast<Eigen::Index>(part.size());
  Eigen::ArrayXcd phase_x(count), phase_y(count);
  Eigen::VectorXd weights(count);
  for (Eigen::Index a = 0; a < count; ++a) {
    phase_x[a] = along_x.phase(swarm.x[part[a]].x);
    phase_y[a] = along_y.phase(swarm.x[part[a]].y);
    weights[a] = swarm.weights[part[a]];
  }
  Eigen::MatrixXd rows_x, rows_y, product;
  const auto for_each_block = [&](auto&& use) {
    for (Eigen::Index first = 0; first < count; first += block) {
      const Eigen::Index size = std::min(block, count - first);
      along_x.fill(phase_x.segment(first, size), rows_x);
      along_y.fill(phase_y.segment(first, size), rows_y);
      use(first, size);
    }
  };
  Eigen::MatrixXd transform = Eigen::MatrixXd::Zero(along_x.coefficients.size(), along_y.coefficients.size());
  for_each_block([&](Eigen::Index first, Eigen::Index size) {
    product.noalias() = weights.segment(first, size).asDiagonal() * rows_y;
    transform.noalias() += rows_x.transpose() * product;
  });
  transform.array() *= (along_x.coefficients * along_y.coefficients.transpose()).array();
  const double at_zero = along_x.at_zero() * along_y.at_zero();
  for_each_block([&](Eigen::Index first, Eigen::Index size) {
    product.noalias() = rows_x * transform;
    for (Eigen::Index a = 0; a < size; ++a)
      swarm.sums[part[first + a]] +=
          sign * (product.row(a).dot(rows_y.row(a)) - weights[first + a] * at_zero);
  });
}

void add_sums(Swarm& swarm, Indices part, double sign);

void add_cut(Swarm& swarm, Indices part, double sign, double Position::*axis, double low, double high) {
  double cut = low / 2 + high / 2;
  if (cut <= low) cut = high;  // neighbouring numbers
  const double end = cut + kernel_reach * swarm.bandwidth;
  const auto before = [&](double limit) {
    return [&swarm, axis, limit](std::uint32_t i) { return swarm.x[i].*axis < limit; };
  };
  const auto divide = [&] {
    const auto first = std::partition(part.begin(), part.end(), before(cut));
    const auto last = std::partition(first, part.end(), before(end));
    return std::pair{static_cast<std::size_t>(first - part.begin()),
                     static_cast<std::size_t>(last - part.begin())};
  };
  add_sums(swarm, part.first(divide().second), sign);
  const auto [first, last] = divide();  // the call above has changed the order of its part
  add_sums(swarm, part.subspan(first, last - first), -sign);
  add_sums(swarm, part.subspan(first), sign);
}

void add_sums(Swarm& swarm, Indices part, double sign) {
  if (part.size() < 2) return;
  Position low = swarm.x[part[0]], high = low;
  for (const std::uint32_t i : part) {
    const Position x = swarm.x[i];
    low = {std::min(low.x, x.x), std::min(low.y, x.y)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y)};
  }
  const double limit = widest * swarm.bandwidth;
  if (high.x - low.x > limit) return add_cut(swarm, part, sign, &Position::x, low.x, high.x);
  if (high.y - low.y > limit) return add_cut(swarm, part, sign, &Position::y, low.y, high.y);
  const Series along_x(low.x, high.x, swarm.bandwidth), along_y(low.y, high.y, swarm.bandwidth);
  // One kernel value costs about as much as eight terms of the series, and a pair needs one for two points.
  const auto terms = static_cast<std::size_t>(along_x.coefficients.size() * along_y.coefficients.size());
  if (part.size() < 24 + terms / 4)
    add_pairs(swarm, part, sign);
  else
    add_series(swarm, part, sign, along_x, along_y);
}

Swarm whole(std::span<const Position> x, std::span<const double> weights, double bandwidth) {
  return {x, weights, bandwidth, std::vector<double>(x.size(), 0.0)};
}

std::vector<std::uint32_t> all_indices(std::size_t count) {
  std::vector<std::uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0u);
  return indices;
}

}  // namespace

std::vector<double> kernel_sums(std::span<const Position> x, std::span<const double> weights,
                                double bandwidth) {
  Swarm swarm = whole(x, weights, bandwidth);
  auto indices = all_indices(x.size());
  add_sums(swarm, indices, 1);
  return swarm.sums;
}

std::vector<double> kernel_sums_by_pairs(std::span<const Position> x, std::span<const double> weights,
                                         double bandwidth) {
  Swarm swarm = whole(x, weights, bandwidth);
  auto indices = all_indices(x.size());
  add_pairs(swarm, indices, 1);
  return swarm.sums;
}

}  // namespace ergo
