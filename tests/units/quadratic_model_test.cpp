#include "core/maths/quadratic_model.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace ergo::quadratic_model_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd symmetric(int n, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const MatrixXd a = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
  return a + a.transpose();
}

TEST(QuadraticModel, HessianOfAQuadraticIsFound) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (const int n : {1, 2, 5}) {
    const MatrixXd w = symmetric(n, random);
    const MatrixXd dx = MatrixXd::NullaryExpr(64, n, [&] { return normal(random); });
    EXPECT_LT((closest_hessian(dx, dx * w) - w).norm(), 1e-12) << n;
  }
}

/// Away from quadratics it is the minimum: the residual's derivative by every symmetric matrix vanishes.
TEST(QuadraticModel, HessianIsTheLeastSquaresOne) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  const MatrixXd dx = MatrixXd::NullaryExpr(64, 3, [&] { return normal(random); });
  const MatrixXd dg = MatrixXd::NullaryExpr(64, 3, [&] { return normal(random); });
  const MatrixXd w = closest_hessian(dx, dg);
  const MatrixXd slope = dx.transpose() * (dx * w - dg);
  EXPECT_LT((w - w.transpose()).norm(), 1e-13);
  EXPECT_LT((slope + slope.transpose()).norm(), 1e-11);
}

/// In two dimensions with w_12 != 0 and both D_ii > 0: (W + D) is singular with null vector (1, -sign w_12),
/// so that D = |w_12| - w_ii.
TEST(QuadraticModel, LeastTraceInTwoDimensionsIsTheClosedForm) {
  for (const auto& [xx, xy, yy] : {std::tuple{-.1821, .2175, -.3512}, {-40.0, -3.0, -2.0}, {.1, .7, -.2}}) {
    MatrixXd w(2, 2);
    w << xx, xy, xy, yy;
    const VectorXd d = least_trace_diagonal(w);
    EXPECT_NEAR(d(0), std::abs(xy) - xx, 1e-6 * w.norm());
    EXPECT_NEAR(d(1), std::abs(xy) - yy, 1e-6 * w.norm());
  }
}

TEST(QuadraticModel, LeastTraceOfPositiveMatricesIsZero) {
  EXPECT_LT(least_trace_diagonal(MatrixXd::Identity(3, 3)).maxCoeff(), 1e-6);
  EXPECT_EQ(least_trace_diagonal(MatrixXd::Zero(2, 2)).maxCoeff(), 0);
}

TEST(QuadraticModel, SquareRootSquaresBack) {
  std::mt19937 random(3);
  const MatrixXd a = symmetric(4, random), positive = a * a;
  EXPECT_LT((square_root(positive) * square_root(positive) - positive).norm(), 1e-12 * positive.norm());
}

}  // namespace
}  // namespace ergo::quadratic_model_test
