#include "core/training/rbm_likelihood.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

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

/// In Gray's order, in which neighbours differ in one unit. The inputs' exponentials t_j follow by products,
/// and E is -b.v - sum_j log(1 + t_j), with the logarithm of the product of a few factors at a time.
std::vector<double> all_energies(const RbmWeights& weights) {
  constexpr std::size_t together = 4;                 // factors up to 1e77 in one logarithm
  constexpr double smallest = 1e-77, largest = 1e77;  // beyond them the inputs are summed anew
  constexpr std::uint64_t exact_again = 1024;         // so that roundings do not add up
  const std::size_t visible = weights.b.size(), hidden = weights.c.size();
  const std::uint64_t count = std::uint64_t{1} << visible;
  std::vector<double> energies(count), up(visible * hidden), down(up.size());
  for (std::size_t i = 0; i < visible; ++i)
    for (std::size_t j = 0; j < hidden; ++j) {
      up[i * hidden + j] = std::exp(weights.w[j * visible + i]);
      down[i * hidden + j] = std::exp(-weights.w[j * visible + i]);
    }
  std::vector<double> inputs(hidden), t(hidden);
  const auto sum_anew = [&](std::uint64_t code) {
    std::ranges::copy(weights.c, inputs.begin());
    for (std::size_t i = 0; i < visible; ++i)
      if (code >> i & 1)
        for (std::size_t j = 0; j < hidden; ++j) inputs[j] += weights.w[j * visible + i];
    for (std::size_t j = 0; j < hidden; ++j) t[j] = std::exp(inputs[j]);
  };
  double field = 0;
  for (std::uint64_t number = 0; number < count; ++number) {
    const std::uint64_t code = number ^ number >> 1;
    if (number > 0) {
      const auto unit = static_cast<std::size_t>(std::countr_zero(number));
      const bool on = code >> unit & 1;
      field += on ? weights.b[unit] : -weights.b[unit];
      const double* factor = &(on ? up : down)[unit * hidden];
      for (std::size_t j = 0; j < hidden; ++j) t[j] *= factor[j];
    }
    if (number % exact_again == 0) sum_anew(code);
    const bool usual = std::ranges::all_of(t, [](double each) { return each > smallest && each < largest; });
    double sum = field;
    if (!usual) {
      sum_anew(code);
      for (const double input : inputs) sum += log_1p_exp(input);
    } else {
      for (std::size_t j = 0; j < hidden; j += together) {
        double product = 1;
        for (std::size_t k = j; k < std::min(j + together, hidden); ++k) product *= 1 + t[k];
        sum += std::log(product);
      }
    }
    energies[code] = -sum;
  }
  return energies;
}

namespace {

/// Adds the statistics of some configurations, each with its share.
void add_statistics(const RbmWeights& weights, std::span<const Configuration> configurations,
                    std::span<const double> shares, RbmWeights& sums) {
  const auto rows = static_cast<Eigen::Index>(configurations.size()),
             visible = static_cast<Eigen::Index>(weights.b.size()),
             hidden = static_cast<Eigen::Index>(weights.c.size());
  RowMatrix v(rows, visible);
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index i = 0; i < visible; ++i)
      v(r, i) = configurations[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)];
  const RowMatrix inputs = (v * matrix(weights).transpose()).rowwise() + vector(weights.c).transpose();
  RowMatrix h = (1 + (-inputs.array()).exp()).inverse();
  const Eigen::Map<const Eigen::VectorXd> share(shares.data(), rows);
  h.array().colwise() *= share.array();
  Eigen::Map<Eigen::VectorXd>(sums.b.data(), visible) += v.transpose() * share;
  Eigen::Map<Eigen::VectorXd>(sums.c.data(), hidden) += h.colwise().sum().transpose();
  Eigen::Map<RowMatrix>(sums.w.data(), hidden, visible) += h.transpose() * v;
}

}  // namespace

RbmWeights mean_statistics(const RbmWeights& weights, std::span<const Configuration> configurations,
                           std::span<const double> probabilities) {
  constexpr std::size_t block = 1024;  // configurations whose units stand in memory at a time
  RbmWeights sums{std::vector<double>(weights.b.size()), std::vector<double>(weights.c.size()),
                  std::vector<double>(weights.w.size())};
  const std::vector<double> alike(std::min(block, configurations.size()),
                                  1 / static_cast<double>(configurations.size()));
  for (std::size_t first = 0; first < configurations.size(); first += block) {
    const std::size_t count = std::min(block, configurations.size() - first);
    add_statistics(
        weights, configurations.subspan(first, count),
        probabilities.empty() ? std::span(alike).first(count) : probabilities.subspan(first, count), sums);
  }
  return sums;
}

}  // namespace ergo
