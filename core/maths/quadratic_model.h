#pragma once

#include <Eigen/Core>

namespace ergo {

/// argmin over symmetric W of sum_k |W dx_k - dg_k|^2, pairs by rows: the solution of A W + W A = C + C', A =
/// dx' dx, C = dx' dg. 0 along directions that no dx has.
Eigen::MatrixXd closest_hessian(const Eigen::MatrixXd& dx, const Eigen::MatrixXd& dg);

/// argmin tr D over diagonal D >= 0 with W + D positive semidefinite, to 1e-8 of the largest eigenvalue: a
/// logarithmic barrier mu, lowered to 1e-9, by Newton's method (Sun et al. 2023, section 4).
Eigen::VectorXd least_trace_diagonal(const Eigen::MatrixXd& w);

/// The symmetric square root; eigenvalues below 0 count as 0.
Eigen::MatrixXd square_root(const Eigen::MatrixXd& a);

}  // namespace ergo
