#include "core/maths/quadratic_model.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <optional>

#include "core/maths/symmetric_eigen.h"

namespace ergo {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using LLT = Eigen::LLT<MatrixXd>;

MatrixXd closest_hessian(const MatrixXd& dx, const MatrixXd& dg) {
  const MatrixXd c = dx.transpose() * dg;
  const auto [lambda, vectors] = symmetric_eigen(dx.transpose() * dx);
  MatrixXd w = vectors.transpose() * (c + c.transpose()) * vectors;
  for (Eigen::Index i = 0; i < w.rows(); ++i)
    for (Eigen::Index j = 0; j < w.cols(); ++j) {
      const double sum = lambda(i) + lambda(j);
      w(i, j) = sum > 1e-12 * lambda.maxCoeff() ? w(i, j) / sum : 0;
    }
  return vectors * w * vectors.transpose();
}

namespace {

/// log det of a positive definite matrix; none if it is not.
std::optional<double> log_det(const MatrixXd& a) {
  const LLT l(a);
  if (l.info() != Eigen::Success) return {};
  return 2 * l.matrixLLT().diagonal().array().log().sum();
}

MatrixXd inverse(const MatrixXd& a) { return LLT(a).solve(MatrixXd::Identity(a.rows(), a.cols())); }

MatrixXd plus_diagonal(const MatrixXd& w, const VectorXd& d) { return w + MatrixXd(d.asDiagonal()); }

/// tr D - mu log det(W + D) - mu sum log D_ii; infinite outside.
struct TraceBarrier {
  const MatrixXd& w;

  double value(const VectorXd& d, double mu) const {
    if (d.minCoeff() <= 0) return HUGE_VAL;
    const auto volume = log_det(plus_diagonal(w, d));
    return volume ? d.sum() - mu * (*volume + d.array().log().sum()) : HUGE_VAL;
  }
  void derivatives(const VectorXd& d, double mu, VectorXd& gradient, MatrixXd& hessian) const {
    const MatrixXd s = inverse(plus_diagonal(w, d));
    gradient = 1 - mu * s.diagonal().array() - mu / d.array();
    hessian = mu * (s.cwiseProduct(s) + MatrixXd(d.array().square().inverse().matrix().asDiagonal()));
  }
};

/// l - mu (log det(W + D) + log det(l I - W - D) + sum log D_ii) of (D, l); infinite outside.
struct MaximumBarrier {
  const MatrixXd& w;

  VectorXd diagonal(const VectorXd& at) const { return at.head(w.rows()); }
  MatrixXd below(const VectorXd& at) const {
    return plus_diagonal(-w, VectorXd(at(w.rows()) - diagonal(at).array()));
  }
  double value(const VectorXd& at, double mu) const {
    const VectorXd d = diagonal(at);
    if (d.minCoeff() <= 0) return HUGE_VAL;
    const auto above = log_det(plus_diagonal(w, d)), under = log_det(below(at));
    return above && under ? at(w.rows()) - mu * (*above + *under + d.array().log().sum()) : HUGE_VAL;
  }
  void derivatives(const VectorXd& at, double mu, VectorXd& gradient, MatrixXd& hessian) const {
    const Eigen::Index n = w.rows();
    const VectorXd d = diagonal(at);
    const MatrixXd s = inverse(plus_diagonal(w, d)), t = inverse(below(at)), t_squared = t * t;
    gradient.head(n) = mu * (t.diagonal().array() - s.diagonal().array() - d.array().inverse());
    gradient(n) = 1 - mu * t.trace();
    hessian.topLeftCorner(n, n) = mu * (s.cwiseProduct(s) + t.cwiseProduct(t) +
                                        MatrixXd(d.array().square().inverse().matrix().asDiagonal()));
    hessian.col(n).head(n) = -mu * t_squared.diagonal();
    hessian.row(n).head(n) = hessian.col(n).head(n).transpose();
    hessian(n, n) = mu * t_squared.trace();
  }
};

/// The minimum by Newton's method, the barrier mu lowered to 1e-9, from a point inside.
template <class Barrier>
VectorXd minimum(const Barrier& barrier, VectorXd at) {
  VectorXd gradient(at.size());
  MatrixXd hessian(at.size(), at.size());
  for (double mu = 1; mu > 1e-9; mu /= 5)
    for (int newton = 0; newton < 50; ++newton) {
      barrier.derivatives(at, mu, gradient, hessian);
      const VectorXd step = -LLT(hessian).solve(gradient);
      const double slope = gradient.dot(step), here = barrier.value(at, mu);
      double length = 1;
      while (length > 1e-12 && !(barrier.value(at + length * step, mu) <= here + 0.25 * length * slope))
        length /= 2;
      if (length <= 1e-12) break;  // what is left is rounding
      at += length * step;
      if (-slope < 1e-6 * mu) break;
    }
  return at;
}

/// A matrix in units of its largest eigenvalue, and D = `shift` I with which it is positive definite.
struct ScaledForm {
  explicit ScaledForm(const MatrixXd& w) {
    const VectorXd eigenvalues = symmetric_eigenvalues(w);
    scale = eigenvalues.cwiseAbs().maxCoeff();
    unit = scale > 0 ? MatrixXd(w / scale) : w;
    shift = 1 + std::max(0.0, -eigenvalues.minCoeff() / scale);
  }
  double scale, shift;
  MatrixXd unit;
};

}  // namespace

VectorXd least_trace_diagonal(const MatrixXd& w) {
  const ScaledForm scaled(w);
  if (!(scaled.scale > 0)) return VectorXd::Zero(w.rows());
  return scaled.scale * minimum(TraceBarrier{scaled.unit}, VectorXd::Constant(w.rows(), scaled.shift));
}

VectorXd least_maximum_diagonal(const MatrixXd& w) {
  const ScaledForm scaled(w);
  if (!(scaled.scale > 0)) return VectorXd::Zero(w.rows());
  VectorXd start = VectorXd::Constant(w.rows() + 1, scaled.shift);
  start(w.rows()) += 2;  // eigenvalues of the scaled W are at most 1
  return scaled.scale * minimum(MaximumBarrier{scaled.unit}, start).head(w.rows());
}

VectorXd shift_diagonal(const MatrixXd& w) {
  return VectorXd::Constant(w.rows(), std::max(0.0, -symmetric_eigenvalues(w).minCoeff()));
}

MatrixXd square_root(const MatrixXd& a) {
  const auto [values, vectors] = symmetric_eigen(a);
  const VectorXd roots = values.cwiseMax(0.0).cwiseSqrt();
  return vectors * roots.asDiagonal() * vectors.transpose();
}

GaussianIntegral gaussian_integral(const MatrixXd& w, DiagonalRule rule) {
  const VectorXd d = rule == DiagonalRule::trace   ? least_trace_diagonal(w)
                     : rule == DiagonalRule::shift ? shift_diagonal(w)
                                                   : least_maximum_diagonal(w);
  return {d, square_root(w + MatrixXd(d.asDiagonal()))};
}

}  // namespace ergo
