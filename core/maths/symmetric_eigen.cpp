#include "core/maths/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace ergo {

namespace {

Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(const Eigen::MatrixXd& a, int options) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, options);
}

}  // namespace

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a) {
  const auto solver = solved(a, Eigen::ComputeEigenvectors);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return solved(a, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace ergo
