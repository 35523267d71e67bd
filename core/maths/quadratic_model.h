#pragma once

#include <Eigen/Core>

namespace ergo {

/// argmin over symmetric W of sum_k |W dx_k - dg_k|^2, pairs by rows: the solution of A W + W A = C + C', A =
/// dx' dx, C = dx' dg. 0 along directions that no dx has.
Eigen::MatrixXd closest_hessian(const Eigen::MatrixXd& dx, const Eigen::MatrixXd& dg);

/// Which diagonal D >= 0, W + D positive semidefinite: AB-trace, AB-shift and AB-max of Sun et al. 2023.
enum class DiagonalRule { trace, shift, max };

/// argmin tr D over diagonal D >= 0 with W + D positive semidefinite, to 1e-8 of the largest eigenvalue: a
/// logarithmic barrier mu, lowered to 1e-9, by Newton's method (Sun et al. 2023, section 4).
Eigen::VectorXd least_trace_diagonal(const Eigen::MatrixXd& w);

/// argmin of the largest eigenvalue of W + D over the same D, by the same method; among several such D the
/// one that the barrier leads to.
Eigen::VectorXd least_maximum_diagonal(const Eigen::MatrixXd& w);

/// max(0, -(W's least eigenvalue)) in all places.
Eigen::VectorXd shift_diagonal(const Eigen::MatrixXd& w);

/// The symmetric square root; eigenvalues below 0 count as 0.
Eigen::MatrixXd square_root(const Eigen::MatrixXd& a);

/// What the Gaussian integral trick needs of a quadratic form W: D and M = (W + D)^{1/2}.
struct GaussianIntegral {
  Eigen::VectorXd d;
  Eigen::MatrixXd m;
};
GaussianIntegral gaussian_integral(const Eigen::MatrixXd& w, DiagonalRule rule);

}  // namespace ergo
