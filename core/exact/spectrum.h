#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/exact/square_matrix.h"

namespace ergo {

/// mu -> mu P
using Apply = std::function<std::vector<double>(std::span<const double> mu)>;
Apply apply_matrix(const SquareMatrix& matrix);

/// Told the number of applications so far and what they say at present.
using Watch = std::function<void(std::size_t applications, double at_present)>;

/// sum |a - b| and half of it.
double l1_distance(std::span<const double> a, std::span<const double> b);
double total_variation(std::span<const double> a, std::span<const double> b);

/// max |pi(x) P(x, y) - pi(y) P(y, x)|
double balance_residual(const SquareMatrix& matrix, std::span<const double> distribution);

/// pi = pi P, by the elimination of Grassmann, Taksar & Heyman 1985, which subtracts nothing: every mass is
/// right to a relative error of rounding size. Throws Error for a matrix that falls apart.
std::vector<double> stationary_distribution(SquareMatrix matrix);

/// pi = pi P by mu <- mu P from `start` until |mu P - mu|_1 <= 1e-13. The distance to pi is up to 1/gap times
/// as much. Throws Error after `most_steps`. Watched: |mu P - mu|_1.
std::vector<double> stationary_distribution(const Apply& apply, std::vector<double> start,
                                            const Watch& watch = {}, std::size_t most_steps = 100'000);

/// 1 - |lambda_2|, the second of the eigenvalues in order of modulus, and 1/that.
struct Gap {
  double gap = 0;
  double relaxation_time() const { return 1 / gap; }
};

/// Dense. With `reversible_law`, the distribution that P is reversible to, by the eigenvalues of the
/// symmetric D^1/2 P D^-1/2, D = diag(distribution); else by those of P.
Gap spectral_gap(const SquareMatrix& matrix, std::span<const double> reversible_distribution = {});

/// The same by Arnoldi's method on the measures of total 0, which P maps to such: up to 300 applications,
/// until |v P - lambda v| <= 1e-8 |v|. Throws Error where that is not enough. Watched: the gap.
Gap spectral_gap(const Apply& apply, std::size_t states, std::span<const double> reversible_distribution = {},
                 const Watch& watch = {});

/// Of a product of `factors` matrices, per factor: 1 - |lambda_2|^(1/factors), where |lambda_2| is too small
/// beside rounding to be an eigenvalue of the product. A measure of total 0, kept at norm 1 after every
/// factor, shrinks by |lambda_2| per product in the long run. Throws Error where it does not settle to 1e-9.
Gap gap_per_factor(
    const std::function<std::vector<double>(std::span<const double> mu, std::size_t factor)>& apply,
    std::size_t factors, std::size_t states);

}  // namespace ergo
