#include "core/maths/quadratic_model.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

namespace ergo {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd closest_hessian(const MatrixXd& dx, const MatrixXd& dg) {
  const MatrixXd c = dx.transpose() * dg;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> a(dx.transpose() * dx);
  const VectorXd& lambda = a.eigenvalues();
  MatrixXd w = a.eigenvectors().transpose() * (c + c.transpose()) * a.eigenvectors();
  for (Eigen::Index i = 0; i < w.rows(); ++i)
    for (Eigen::Index j = 0; j < w.cols(); ++j) {
      const double sum = lambda(i) + lambda(j);
      w(i, j) = sum > 1e-12 * lambda.maxCoeff() ? w(i, j) / sum : 0;
    }
  return a.eigenvectors() * w * a.eigenvectors().transpose();
}

namespace {

/// tr D - mu log det(W + D) - mu sum log D_ii; infinite outside.
double barrier(const MatrixXd& w, const VectorXd& d, double mu) {
  if (d.minCoeff() <= 0) return HUGE_VAL;
  const Eigen::LLT<MatrixXd> l(w + MatrixXd(d.asDiagonal()));
  if (l.info() != Eigen::Success) return HUGE_VAL;
  return d.sum() - mu * (2 * l.matrixLLT().diagonal().array().log().sum() + d.array().log().sum());
}

}  // namespace

VectorXd least_trace_diagonal(const MatrixXd& w) {
  const VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(w, Eigen::EigenvaluesOnly).eigenvalues();
  const double scale = eigenvalues.cwiseAbs().maxCoeff();
  if (!(scale > 0)) return VectorXd::Zero(w.rows());
  const MatrixXd unit = w / scale;
  VectorXd d = VectorXd::Constant(w.rows(), 1 + std::max(0.0, -eigenvalues.minCoeff() / scale));
  for (double mu = 1; mu > 1e-9; mu /= 5)
    for (int newton = 0; newton < 50; ++newton) {
      const MatrixXd s = (unit + MatrixXd(d.asDiagonal())).inverse();
      const VectorXd gradient = 1 - mu * s.diagonal().array() - mu / d.array();
      const MatrixXd hessian =
          mu * (s.cwiseProduct(s) + MatrixXd(d.array().square().inverse().matrix().asDiagonal()));
      const VectorXd step = -hessian.ldlt().solve(gradient);
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
  const Eigen::SelfAdjointEigenSolver<MatrixXd> e(a);
  const VectorXd roots = e.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  return e.eigenvectors() * roots.asDiagonal() * e.eigenvectors().transpose();
}

}  // namespace ergo
