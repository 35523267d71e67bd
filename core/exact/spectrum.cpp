#include "core/exact/spectrum.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "core/maths/symmetric_eigen.h"

namespace ergo {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMatrix> as_eigen(const SquareMatrix& m) {
  const auto n = static_cast<Eigen::Index>(m.size);
  return {m.values.data(), n, n};
}

Eigen::EigenSolver<Eigen::MatrixXd> eigen_solver(const Eigen::MatrixXd& matrix, bool vectors) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(matrix, vectors);
}

/// The second largest modulus; 0 where there is only one.
template <class Values>
double second_modulus(const Values& eigenvalues) {
  if (eigenvalues.size() < 2) return 0;
  std::vector<double> moduli;
  for (Eigen::Index i = 0; i < eigenvalues.size(); ++i) moduli.push_back(std::abs(eigenvalues[i]));
  std::nth_element(moduli.begin(), moduli.begin() + 1, moduli.end(), std::greater<>());
  return moduli[1];
}

}  // namespace

Apply apply_matrix(const SquareMatrix& matrix) {
  return [&matrix](std::span<const double> mu) {
    const Eigen::Map<const Eigen::RowVectorXd> row(mu.data(), static_cast<Eigen::Index>(mu.size()));
    const Eigen::RowVectorXd moved = row * as_eigen(matrix);
    return std::vector<double>(moved.data(), moved.data() + moved.size());
  };
}

double l1_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum;
}

double total_variation(std::span<const double> a, std::span<const double> b) { return l1_distance(a, b) / 2; }

double balance_residual(const SquareMatrix& matrix, std::span<const double> distribution) {
  double worst = 0;
  for (std::size_t x = 0; x < matrix.size; ++x)
    for (std::size_t y = 0; y < x; ++y)
      worst = std::max(worst, std::abs(distribution[x] * matrix(x, y) - distribution[y] * matrix(y, x)));
  return worst;
}

std::vector<double> stationary_distribution(SquareMatrix p) {
  for (std::size_t n = p.size - 1; n > 0; --n) {  // the chain watched on the states below n
    double out = 0;
    for (std::size_t y = 0; y < n; ++y) out += p(n, y);
    if (!(out > 0))
      throw Error("no unique stationary distribution:", "some states are never left",
                  "a sampler that connects all states", "sampler");
    for (std::size_t x = 0; x < n; ++x) {
      const double in = p(x, n) /= out;
      if (in == 0) continue;
      for (std::size_t y = 0; y < n; ++y) p(x, y) += in * p(n, y);
    }
  }
  std::vector<double> distribution(p.size, 1);
  double sum = 1;
  for (std::size_t n = 1; n < p.size; ++n) {
    distribution[n] = 0;
    for (std::size_t x = 0; x < n; ++x) distribution[n] += distribution[x] * p(x, n);
    sum += distribution[n];
  }
  for (double& mass : distribution) mass /= sum;
  return distribution;
}

std::vector<double> stationary_distribution(const Apply& apply, std::vector<double> start, const Watch& watch,
                                            std::size_t most_steps) {
  for (std::size_t step = 0; step < most_steps; ++step) {
    std::vector<double> next = apply(start);
    const double change = l1_distance(start, next);
    start = std::move(next);
    if (watch) watch(step + 1, change);
    if (change <= 1e-13) return start;
  }
  throw Error("no stationary distribution after", std::to_string(most_steps) + " steps", "a sampler that mixes faster",
              "sampler");
}

Gap spectral_gap(const SquareMatrix& matrix, std::span<const double> distribution) {
  if (distribution.empty()) return {1 - second_modulus(eigen_solver(as_eigen(matrix), false).eigenvalues())};
  const auto n = static_cast<Eigen::Index>(matrix.size);
  Eigen::MatrixXd symmetric(n, n);
  for (Eigen::Index x = 0; x < n; ++x)
    for (Eigen::Index y = 0; y <= x; ++y) {
      // Of the two equal values, sqrt(distribution(x)/distribution(y)) P(x, y) with the smaller factor.
      const auto a = static_cast<std::size_t>(x), b = static_cast<std::size_t>(y);
      const double ratio = distribution[a] / distribution[b];
      if (x == y)
        symmetric(x, y) = matrix(a, a);
      else if (distribution[a] == 0 || distribution[b] == 0)
        symmetric(x, y) = 0;  // no mass there, no part in the distribution
      else
        symmetric(x, y) = ratio <= 1 ? std::sqrt(ratio) * matrix(a, b) : matrix(b, a) / std::sqrt(ratio);
    }
  return {1 - second_modulus(symmetric_eigenvalues(symmetric))};
}

namespace {

/// A start with a component along every eigenvector.
Eigen::VectorXd irregular(Eigen::Index size) {
  Eigen::VectorXd v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = std::sin(1.0 + 2.3 * static_cast<double>(i * i % 9973));
  return v;
}

/// v -> (v s) P / s on the vectors orthogonal to s, with the basis that Arnoldi's method builds of them.
class Krylov {
 public:
  Krylov(const Apply& apply, std::vector<double> scale, int most)
      : apply_(apply), scale_(std::move(scale)), hessenberg_(Eigen::MatrixXd::Zero(most + 1, most)) {
    basis_.push_back(normalised(centred(irregular(static_cast<Eigen::Index>(scale_.size())))));
  }

  /// One more application; false where the basis spans all there is.
  bool grow() {
    const auto k = static_cast<Eigen::Index>(basis_.size() - 1);
    Eigen::VectorXd v = centred(moved(basis_.back()));
    const double before = v.norm();
    for (int twice = 0; twice < 2; ++twice)
      for (Eigen::Index i = 0; i <= k; ++i) {
        const double along = basis_[static_cast<std::size_t>(i)].dot(v);
        hessenberg_(i, k) += along;
        v -= along * basis_[static_cast<std::size_t>(i)];
      }
    const double norm = v.norm();
    hessenberg_(k + 1, k) = norm;
    ++size_;
    if (!(norm > 1e-14 * std::max(before, 1e-300))) return false;
    basis_.push_back(v / norm);
    return true;
  }

  /// The largest eigenvalue's modulus so far and |v P - lambda v| of its vector v.
  struct Largest {
    double modulus, residual;
  };
  Largest largest() const {
    const auto solver = eigen_solver(hessenberg_.topLeftCorner(size_, size_), true);
    Eigen::Index at = 0;
    const double modulus = solver.eigenvalues().cwiseAbs().maxCoeff(&at);
    return {modulus, hessenberg_(size_, size_ - 1) * std::abs(solver.eigenvectors().col(at)[size_ - 1])};
  }

 private:
  Eigen::Map<const Eigen::VectorXd> s() const {
    return {scale_.data(), static_cast<Eigen::Index>(scale_.size())};
  }
  Eigen::VectorXd centred(Eigen::VectorXd v) const { return v - v.dot(s()) / s().squaredNorm() * s(); }
  static Eigen::VectorXd normalised(const Eigen::VectorXd& v) { return v / v.norm(); }
  Eigen::VectorXd moved(const Eigen::VectorXd& v) const {
    const Eigen::VectorXd mu = v.cwiseProduct(s());
    const auto image = apply_({mu.data(), scale_.size()});
    Eigen::VectorXd out(v.size());
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      const auto x = static_cast<std::size_t>(i);
      out[i] = scale_[x] > 0 ? image[x] / scale_[x] : 0;  // no mass there, no part in the distribution
    }
    return out;
  }

  const Apply& apply_;
  std::vector<double> scale_;
  Eigen::MatrixXd hessenberg_;
  std::vector<Eigen::VectorXd> basis_;
  Eigen::Index size_ = 0;
};

}  // namespace

Gap spectral_gap(const Apply& apply, std::size_t states, std::span<const double> distribution,
                 const Watch& watch) {
  constexpr int most = 300, between = 20;  // applications; between two looks at the eigenvalues
  std::vector<double> scale(states, 1);
  for (std::size_t i = 0; i < distribution.size(); ++i) scale[i] = std::sqrt(distribution[i]);
  Krylov krylov(apply, std::move(scale), most);
  for (int step = 1; step <= most; ++step) {
    const bool more = krylov.grow();
    if (more && step % between != 0 && !(watch && step < between)) continue;
    const auto [modulus, residual] = krylov.largest();
    if (watch) watch(static_cast<std::size_t>(step), 1 - modulus);
    if (!more || residual <= 1e-8) return {1 - modulus};
  }
  throw Error("the spectral gap has not converged after", std::to_string(most) + " steps", "a smaller lattice",
              "target");
}

Gap gap_per_factor(
    const std::function<std::vector<double>(std::span<const double> mu, std::size_t factor)>& apply,
    std::size_t factors, std::size_t states) {
  constexpr int most = 1000;
  constexpr double settled = 1e-9;
  Eigen::VectorXd v = irregular(static_cast<Eigen::Index>(states));
  double rate = 0;
  for (int product = 0; product < most; ++product) {
    double sum = 0;
    for (std::size_t factor = 0; factor < factors; ++factor) {
      v.array() -= v.mean();  // rounding leaves some of the stationary distribution
      const double norm = v.norm();
      if (!(norm > 0)) return {1};
      if (factor > 0) sum += std::log(norm);
      v /= norm;
      const auto moved = apply({v.data(), states}, factor);
      v = Eigen::Map<const Eigen::VectorXd>(moved.data(), v.size());
    }
    v.array() -= v.mean();
    sum = (sum + std::log(v.norm())) / static_cast<double>(factors);
    if (product > 0 && std::abs(sum - rate) <= settled) return {-std::expm1(sum)};
    rate = sum;
  }
  throw Error("the spectral gap has not converged after", std::to_string(most) + " cycles", "a shorter cycle",
              "sampler");
}

}  // namespace ergo
