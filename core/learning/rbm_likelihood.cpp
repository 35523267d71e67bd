#include "core/learning/rbm_likelihood.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"

namespace ergo {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Eigen::VectorXd> vector(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}
Eigen::Map<const RowMatrix> matrix(const RbmWeights& weights) {
  return {weights.w.data(), static_cast<Eigen::Index>(weights.c.size()),
          static_cast<Eigen::Index>(weights.b.size())};
}

double log_1p_exp(double a) { return std::max(a, 0.0) + std::log1p(std::exp(-std::abs(a))); }

/// log sum over s in {0,1}^k of e^(own.s) prod_i (1 + e^(other_i + s'W_i)), W [k, other]. Neighbours in
/// Gray's order differ in one unit.
double log_sum(const Eigen::VectorXd& own, const Eigen::VectorXd& other, const RowMatrix& w) {
  Eigen::VectorXd inputs = other;
  double field = 0, top = -std::numeric_limits<double>::infinity(), sum = 0;
  const std::uint64_t count = std::uint64_t{1} << own.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) {
      const int unit = std::countr_zero(i);
      const double sign = (i ^ i >> 1) >> unit & 1 ? 1 : -1;
      field += sign * own[unit];
      inputs += sign * w.row(unit).transpose();
    }
    double term = field;
    for (const double a : inputs) term += log_1p_exp(a);
    if (term > top) sum *= std::exp(std::exchange(top, term) - term);
    sum += std::exp(term - top);
  }
  return top + std::log(sum);
}

}  // namespace

std::optional<double> log_normaliser(const RbmWeights& weights) {
  const std::size_t visible = weights.b.size(), hidden = weights.c.size();
  if (std::min(visible, hidden) > static_cast<std::size_t>(most_summed_units)) return {};
  const auto b = vector(weights.b), c = vector(weights.c);
  return hidden < visible ? log_sum(c, b, matrix(weights)) : log_sum(b, c, matrix(weights).transpose());
}

std::optional<RbmFit> fit_of(const RbmWeights& weights, const PictureSet& pictures) {
  if (weights.b.size() != static_cast<std::size_t>(pictures.pixels()))
    throw Error("the machine has another number of visible units than the pictures have pixels:",
                std::to_string(weights.b.size()), std::to_string(pictures.pixels()), "");
  const auto log_z = log_normaliser(weights);
  if (!log_z) return {};
  const auto target = rbm_target(weights);
  const auto count = static_cast<double>(pictures.pictures.size());
  double likelihood = 0, common = 0;
  for (const Configuration& picture : pictures.pictures) {
    const double log_p = -target->energy(picture) - *log_z;
    likelihood += log_p / count;
    common += std::min(std::exp(log_p), 1 / count);
  }
  return RbmFit{likelihood, 1 - common};
}

RbmWeights mean_statistics(const RbmWeights& weights, std::span<const Configuration> configurations,
                           std::span<const double> probabilities) {
  const auto rows = static_cast<Eigen::Index>(configurations.size()),
             visible = static_cast<Eigen::Index>(weights.b.size());
  RowMatrix v(rows, visible);
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index i = 0; i < visible; ++i)
      v(r, i) = configurations[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)];
  const RowMatrix inputs = (v * matrix(weights).transpose()).rowwise() + vector(weights.c).transpose();
  RowMatrix h = (1 + (-inputs.array()).exp()).inverse();
  const Eigen::VectorXd shares =
      probabilities.empty() ? Eigen::VectorXd::Constant(rows, 1 / static_cast<double>(rows))
                            : Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(probabilities.data(), rows));
  h.array().colwise() *= shares.array();
  RbmWeights means;
  const Eigen::VectorXd b = v.transpose() * shares;
  means.b.assign(b.begin(), b.end());
  const Eigen::VectorXd c = h.colwise().sum();
  means.c.assign(c.begin(), c.end());
  const RowMatrix w = h.transpose() * v;
  means.w.assign(w.data(), w.data() + w.size());
  return means;
}

}  // namespace ergo
