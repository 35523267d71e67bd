#include "core/maths/quadratic_model.h"

#include <Eigen/Cholesky>
#include <algorithm>

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

/// tr D - mu log det(W + D) - mu sum log D_ii; infinite outside.
double barrier(const MatrixXd& w, const VectorXd& d, double mu) {
  if (d.minCoeff() <= 0) return HUGE_VAL;
  const LLT l(w + MatrixXd(d.asDiagonal()));
  if (l.info() != Eigen::Success) return HUGE_VAL;
  return d.sum() - mu * (2 * l.matrixLLT().diagonal().array().log().sum() + d.array().log().sum());
}

}  // namespace

VectorXd least_trace_diagonal(const MatrixXd& w) {
  const VectorXd eigenvalues = symmetric_eigenvalues(w);
  const double scale = eigenvalues.cwiseAbs().maxCoeff();
  if (!(scale > 0)) return VectorXd::Zero(w.rows());
  const MatrixXd unit = w / scale;
  VectorXd d = VectorXd::Constant(w.rows(), 1 + std::max(0.0, -eigenvalues.minCoeff() / scale));
  for (double mu = 1; mu > 1e-9; mu /= 5)
    for (int newton = 0; newton < 50; ++newton) {
      const MatrixXd s = LLT(unit + MatrixXd(d.asDiagonal())).solve(MatrixXd::Identity(w.rows(), w.rows()));
      const VectorXd gradient = 1 - mu * s.diagonal().array() - mu / d.array();
      const MatrixXd hessian =
          mu * (s.cwiseProduct(s) + MatrixXd(d.array().square().inverse().matrix().asDiagonal()));
      const VectorXd step = -LLT(hessian).solve(gradient);
      const double slope = gradient.dot(step), here = barrier(unit, d, mu);
      double length = 1;
      while (length > 1e-12 && !(barrier(unit, d + length * step, mu) <= here + 0.25 * length * slope))
        length /= 2;
      if (length <= 1e-12) break;  // what is left is rounding
      d += length * step;
      if (-slope < 1e-6 * mu) break;
    }
  return scale * d;
}

MatrixXd square_root(const MatrixXd& a) {
  const auto [values, vectors] = symmetric_eigen(a);
  const VectorXd roots = values.cwiseMax(0.0).cwiseSqrt();
  return vectors * roots.asDiagonal() * vectors.transpose();
}

}  // namespace ergo
