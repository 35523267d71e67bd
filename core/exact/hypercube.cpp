#include "core/exact/hypercube.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/legal_range.h"

namespace ergo {
namespace {

/// 1/(1 + e^-x)
double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// E logistic(x + sd z), z ~ N(0, 1): a trapezoidal sum, which converges geometrically.
double mean_logistic(double x, double sd) {
  if (sd == 0) return logistic(x);
  const double spacing = std::min(0.25, 0.5 / sd);  // the nearest pole lies pi/sd off the axis
  double sum = 0, weights = 0;
  for (double z = -9; z <= 9; z += spacing) {
    const double weight = std::exp(-z * z / 2);
    sum += weight * logistic(x + sd * z);
    weights += weight;
  }
  return sum / weights;
}

void check_dim(const BinaryTarget& target) {
  if (target.dim < 1 || target.dim > most_spins)
    throw Error("illegal number of spins:", std::to_string(target.dim), range_words(1, most_spins), "");
}

/// Probability of every move, as one factor for each spin.
SquareMatrix proposals(const BinaryTarget& target, const FlipKernel& kernel, double sigma) {
  check_dim(target);
  const std::size_t states = std::size_t{1} << target.dim;
  SquareMatrix q(states);
  for (std::size_t from = 0; from < states; ++from) {
    const auto s = spins(target, from), gradient = target.gradient(s);
    q(from, 0) = 1;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const double logit = -2 * kernel.beta * s[i] * gradient[i] - 2 / kernel.alpha[i],
                   sd = 2 * kernel.beta * sigma;
      const double flip = mean_logistic(logit, sd), stay = mean_logistic(-logit, sd);
      const std::size_t bit = std::size_t{1} << i;
      for (std::size_t to = 0; to < bit; ++to) {  // numbers of the spins so far
        const double so_far = q(from, to);
        q(from, to) = so_far * (s[i] < 0 ? stay : flip);
        q(from, to | bit) = so_far * (s[i] < 0 ? flip : stay);
      }
    }
  }
  return q;
}

}  // namespace

BinaryTarget ising(int dim, std::vector<std::pair<int, int>> edges, double c, double b) {
  const auto field = [edges, c, b](const std::vector<double>& s) {
    std::vector<double> gradient(s.size(), b);
    for (const auto& [i, j] : edges) {
      gradient[static_cast<std::size_t>(i)] += c * s[static_cast<std::size_t>(j)];
      gradient[static_cast<std::size_t>(j)] += c * s[static_cast<std::size_t>(i)];
    }
    return gradient;
  };
  const auto log_density = [field, b](const std::vector<double>& s) {
    const auto gradient = field(s);
    double sum = 0;
    for (std::size_t i = 0; i < s.size(); ++i) sum += s[i] * (gradient[i] + b) / 2;
    return sum;
  };
  return {dim, log_density, field};
}

std::vector<double> spins(const BinaryTarget& target, std::size_t state) {
  std::vector<double> s(static_cast<std::size_t>(target.dim));
  for (std::size_t i = 0; i < s.size(); ++i) s[i] = state >> i & 1 ? 1 : -1;
  return s;
}

std::vector<double> distribution_of(const BinaryTarget& target) {
  check_dim(target);
  std::vector<double> distribution;
  for (std::size_t k = 0; k < std::size_t{1} << target.dim; ++k)
    distribution.push_back(target.log_density(spins(target, k)));
  const double most = *std::max_element(distribution.begin(), distribution.end());
  double sum = 0;
  for (double& mass : distribution) sum += mass = std::exp(mass - most);
  for (double& mass : distribution) mass /= sum;
  return distribution;
}

SquareMatrix noisy_matrix_of(const BinaryTarget& target, const FlipKernel& kernel, double sigma) {
  if (kernel.metropolis)
    throw Error("no transition probabilities of the position alone are known:",
                "a Metropolis step under gradient noise", "unadjusted kernels", "");
  return proposals(target, kernel, sigma);
}

SquareMatrix matrix_of(const BinaryTarget& target, const FlipKernel& kernel) {
  const auto distribution = distribution_of(target);
  SquareMatrix q = proposals(target, kernel, 0);
  if (!kernel.metropolis) return q;
  SquareMatrix p(q.size);
  for (std::size_t x = 0; x < q.size; ++x) {
    double moved = 0;
    for (std::size_t y = 0; y < q.size; ++y)
      if (y != x) moved += p(x, y) = std::min(q(x, y), distribution[y] / distribution[x] * q(y, x));
    p(x, x) = 1 - moved;
  }
  return p;
}

}  // namespace ergo
