#pragma once

#include <Eigen/Core>

namespace ergo {

/// a = vectors diag(values) vectors', values ascending, of a symmetric matrix (its lower triangle is read).
struct SymmetricEigen {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;  ///< by columns
};
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a);

/// The values alone, which cost less.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);

}  // namespace ergo
