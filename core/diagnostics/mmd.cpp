#include "core/diagnostics/mmd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/truth/kernel_sums.h"

namespace ergo {
namespace {

constexpr std::size_t bandwidth_draws = 1000, paper_draws = 10000;

double median_distance(std::span<const Position> x) {
  std::vector<double> distances;
  distances.reserve(x.size() * (x.size() - 1) / 2);
  for (std::size_t i = 1; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) distances.push_back(norm(x[i] - x[j]));
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

struct Points {
  std::vector<Position> x;
  std::vector<double> weights;
};

/// The finite points of positive weight, weights scaled to a mean of 1.
Points usable(std::span<const Position> x, std::span<const double> weights) {
  Points points;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double w = weights.empty() ? 1.0 : weights[i];
    if (!std::isfinite(x[i].x) || !std::isfinite(x[i].y) || !std::isfinite(w) || w <= 0) continue;
    points.x.push_back(x[i]);
    points.weights.push_back(w);
  }
  const double mean = std::accumulate(points.weights.begin(), points.weights.end(), 0.0) / points.x.size();
  for (double& w : points.weights) w /= mean;
  return points;
}

/// The sums of which the estimate is made; all of them lose one point by subtraction.
struct KernelTotals {
  double pairs = 0, cross = 0;  ///< sum_{i!=j} w_i w_j k_ij, sum_i w_i m_i
  double weight = 0, squares = 0;

  double mmd2(double expectation) const {
    return pairs / (weight * weight - squares) - 2 * cross / weight + expectation;
  }
};

double jackknife_error(const KernelTotals& all, const Points& points, const std::vector<double>& self,
                       const std::vector<double>& mean, double expectation) {
  const std::size_t n = points.x.size();
  if (n < 3) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> without(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double w = points.weights[i];
    without[i] = KernelTotals{all.pairs - 2 * w * self[i], all.cross - w * mean[i], all.weight - w,
                              all.squares - w * w}
                     .mmd2(expectation);
  }
  const double average = std::accumulate(without.begin(), without.end(), 0.0) / n;
  double square = 0;
  for (const double value : without) square += (value - average) * (value - average);
  return std::sqrt(square * (n - 1) / n);
}

}  // namespace

MmdReference::MmdReference(std::shared_ptr<const Target> target, MmdEstimator estimator)
    : draws_(target), estimator_(estimator) {
  if (estimator == MmdEstimator::paper)
    paper(std::move(target));
  else
    closed_form(*target);
}

void MmdReference::closed_form(const Target& target) {
  bandwidth_ = median_distance(draws_(bandwidth_draws, for_bandwidth));
  if (auto terms = target.mixture(); !terms.empty()) {
    mean_ = mixture_kernel_mean(std::move(terms), bandwidth_);
    return;
  }
  const TabulatedDensity density = tabulate(target, bandwidth_);
  mean_ = tabulated_kernel_mean(density, bandwidth_);
}

void MmdReference::paper(std::shared_ptr<const Target> target) {
  if (const auto terms = target->mixture(); terms.size() == 1) {
    // z = L^-1 x with L L^T = C: distances do not depend on which square root is taken.
    const GaussianTerm& c = terms[0];
    const double l_xx = std::sqrt(c.xx), l_yx = c.xy / l_xx;
    const double l_yy = target->dim > 1 ? std::sqrt(c.yy - l_yx * l_yx) : 1;
    whiten_xx_ = 1 / l_xx;
    whiten_yx_ = -l_yx / (l_xx * l_yy);
    whiten_yy_ = 1 / l_yy;
  }
  standardising_ = std::move(target);
  std::vector<Position> sample = whitened(draws_(paper_draws, for_paper));
  const double square = lower_median_squared_distance(sample);
  bandwidth_ = std::sqrt(square);
  scale_ = 1 / std::sqrt(2 * std::numbers::pi * square);
  noise_ = 1.0 / paper_draws;
  mean_ = sample_kernel_mean(std::move(sample), bandwidth_);
}

std::vector<Position> MmdReference::whitened(std::span<const Position> x) const {
  std::vector<Position> z(x.size());
  std::transform(x.begin(), x.end(), z.begin(), [this](Position p) {
    if (standardising_) p = standardising_->standardised(p);
    return Position{whiten_xx_ * p.x, whiten_yx_ * p.x + whiten_yy_ * p.y};
  });
  return z;
}

std::vector<double> MmdReference::kernel_mean(std::span<const Position> x) const {
  auto mean = mean_->at(whitened(x));
  for (double& m : mean) m *= scale_;
  return mean;
}

std::optional<MmdEstimate> MmdReference::estimate(std::span<const Position> x,
                                                  std::span<const double> weights) const {
  const Points points = usable(x, weights);
  if (points.x.size() < 2) return {};
  const auto mean = kernel_mean(points.x);
  auto self = kernel_sums(whitened(points.x), points.weights, bandwidth_);
  KernelTotals sums;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    const double w = points.weights[i];
    self[i] *= scale_;
    sums.pairs += w * self[i];
    sums.cross += w * mean[i];
    sums.weight += w;
    sums.squares += w * w;
  }
  return MmdEstimate{sums.mmd2(expectation()), jackknife_error(sums, points, self, mean, expectation()),
                     points.x.size()};
}

MmdBand::MmdBand(std::size_t points, MmdEstimator estimator)
    : points_(std::min(points, most_points)), replications_(replications(estimator)) {}

void MmdBand::simulate(const MmdReference& reference, int count) {
  noise_ = reference.noise();
  for (; count > 0 && !ready(); --count) {
    const auto estimate = reference.estimate(reference.draws()(points_, for_band + simulated_.size()));
    simulated_.push_back(estimate ? estimate->mmd2 : std::numeric_limits<double>::quiet_NaN());
    if (ready()) std::sort(simulated_.begin(), simulated_.end());
  }
}

double MmdBand::shrink(std::size_t points) const {
  const auto variance = [this](std::size_t n) { return 1 / static_cast<double>(n) + noise_; };
  return variance(points) / variance(points_);
}

std::optional<double> MmdBand::sd(std::size_t points) const {
  if (!ready() || points_ < 2) return {};
  return shrink(points) * spread_of(simulated_).value;
}

std::optional<Interval> MmdBand::interval(std::size_t points) const {
  if (!ready() || points_ < 2) return {};
  const auto quantile = [&](double p) {
    const double index = p * static_cast<double>(replications_ - 1);
    const auto below = static_cast<std::size_t>(index);
    const double fraction = index - static_cast<double>(below);
    return shrink(points) * ((1 - fraction) * simulated_[below] + fraction * simulated_[below + 1]);
  };
  return Interval{quantile(0.05), quantile(0.95)};
}

double lower_median_squared_distance(std::span<const Position> x) {
  const std::uint64_t n = x.size(), wanted = (n * n - 1) / 2;
  const auto for_each_pair = [&](auto&& use) {
    for (std::size_t i = 1; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) use(dot(x[i] - x[j], x[i] - x[j]));
  };
  if (wanted < n) return 0;
  double greatest = 0;
  for_each_pair([&](double square) { greatest = std::max(greatest, square); });
  if (greatest == 0) return 0;
  // Count in bins first, then sort the one bin that holds the median; each pair occurs twice.
  constexpr std::size_t bins = 1 << 16;
  const auto bin = [&](double square) {
    return std::min(bins - 1, static_cast<std::size_t>(square / greatest * bins));
  };
  std::vector<std::uint64_t> occurrences(bins, 0);
  for_each_pair([&](double square) { occurrences[bin(square)] += 2; });
  std::uint64_t below = n;
  std::size_t chosen = 0;
  while (below + occurrences[chosen] <= wanted) below += occurrences[chosen++];
  std::vector<double> candidates;
  for_each_pair([&](double square) {
    if (bin(square) == chosen) candidates.push_back(square);
  });
  const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>((wanted - below) / 2);
  std::nth_element(candidates.begin(), middle, candidates.end());
  return *middle;
}

}  // namespace ergo
