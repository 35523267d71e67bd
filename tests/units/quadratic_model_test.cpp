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

/// Of the open 3 x 3 grid with couplings 0.4407 (numerics D5): the shift is 2 sqrt(2) of them, at nine sites.
TEST(QuadraticModel, DiagonalsOfAnIsingGridAreThePublishedOnes) {
  MatrixXd w = MatrixXd::Zero(9, 9);
  for (int site = 0; site < 9; ++site) {
    if (site % 3 < 2) w(site, site + 1) = w(site + 1, site) = 0.4407;
    if (site < 6) w(site, site + 3) = w(site + 3, site) = 0.4407;
  }
  EXPECT_NEAR(least_trace_diagonal(w).sum(), 10.5768, 5e-5);
  EXPECT_NEAR(shift_diagonal(w).sum(), 11.2184, 5e-5);
}

/// diag(-100, -1, -1) of Sun et al. 2023, section 3.2; 2 x 2 as for the least trace where both D_ii > 0, and
/// ((1, 0.2), (0.2, -1)): D = (0, 1.04), as the largest eigenvalue grows with either.
TEST(QuadraticModel, LeastMaximumIsTheClosedForm) {
  const MatrixXd steep = VectorXd{{-100, -1, -1}}.asDiagonal();
  EXPECT_LT((least_maximum_diagonal(steep) - VectorXd{{100, 1, 1}}).norm(), 1e-4);
  EXPECT_LT((least_trace_diagonal(steep) - VectorXd{{100, 1, 1}}).norm(), 1e-4);
  EXPECT_EQ(shift_diagonal(steep), VectorXd::Constant(3, 100));
  EXPECT_LT((least_maximum_diagonal(MatrixXd{{-.1821, .2175}, {.2175, -.3512}}) - VectorXd{{.3996, .5687}}).norm(),
            1e-6);
  EXPECT_LT((least_maximum_diagonal(MatrixXd{{1, .2}, {.2, -1}}) - VectorXd{{0, 1.04}}).norm(), 1e-6);
  EXPECT_EQ(least_maximum_diagonal(MatrixXd::Zero(2, 2)).maxCoeff(), 0);
}

/// A star of four, W + D = ((c, J), (J, l)): the trace c + 3 l is least at c = 3 l = 3 J, the largest
/// eigenvalue c + l at c = l = sqrt(3) J, which is the shift too.
TEST(QuadraticModel, DiagonalsOfAStarAreTheClosedForms) {
  MatrixXd star = MatrixXd::Zero(4, 4);
  for (int leaf = 1; leaf < 4; ++leaf) star(0, leaf) = star(leaf, 0) = 0.7;
  EXPECT_LT((least_trace_diagonal(star) - 0.7 * VectorXd{{3, 1, 1, 1}}).norm(), 1e-6);
  EXPECT_LT((shift_diagonal(star) - VectorXd::Constant(4, 0.7 * std::sqrt(3))).norm(), 1e-14);
  const VectorXd d = least_maximum_diagonal(star);
  EXPECT_NEAR(Eigen::SelfAdjointEigenSolver<MatrixXd>(star + MatrixXd(d.asDiagonal())).eigenvalues().maxCoeff(),
              0.7 * 2 * std::sqrt(3), 1e-6);
}

/// Against random matrices: each is best at what it is for, and none lets W + D become negative.
TEST(QuadraticModel, EachDiagonalIsBestAtItsOwn) {
  std::mt19937 random(4);
  for (const int n : {2, 5, 12}) {
    const MatrixXd w = symmetric(n, random);
    double trace[3], most[3];
    for (const DiagonalRule rule : {DiagonalRule::trace, DiagonalRule::shift, DiagonalRule::max}) {
      const auto [d, m] = gaussian_integral(w, rule);
      const MatrixXd sum = w + MatrixXd(d.asDiagonal());
      const VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<MatrixXd>(sum).eigenvalues();
      EXPECT_GE(d.minCoeff(), 0);
      EXPECT_GE(eigenvalues.minCoeff(), -1e-12 * w.norm());
      EXPECT_LT((m * m - sum).norm(), 1e-12 * w.norm());
      trace[static_cast<int>(rule)] = d.sum();
      most[static_cast<int>(rule)] = eigenvalues.maxCoeff();
    }
    const double tolerance = 1e-6 * w.norm();
    EXPECT_LE(trace[0], std::min(trace[1], trace[2]) + tolerance);
    EXPECT_LE(most[2], std::min(most[0], most[1]) + tolerance);
  }
}

TEST(QuadraticModel, SquareRootSquaresBack) {
  std::mt19937 random(3);
  const MatrixXd a = symmetric(4, random), positive = a * a;
  EXPECT_LT((square_root(positive) * square_root(positive) - positive).norm(), 1e-12 * positive.norm());
}

}  // namespace
}  // namespace ergo::quadratic_model_test
