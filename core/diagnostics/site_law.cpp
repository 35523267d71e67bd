#include "core/diagnostics/site_law.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ergo {
namespace {

constexpr double same_mass = 1e-4;  // relative, within a class

/// E|X - n p| of a binomial X (De Moivre 1730): 2 v C(n, v) p^v (1 - p)^(n - v + 1), v = floor(n p) + 1.
double mean_deviation(double n, double p) {
  const double v = std::floor(n * p) + 1;
  if (v > n || p <= 0) return 0;
  const double log_choose = std::lgamma(n + 1) - std::lgamma(v + 1) - std::lgamma(n - v + 1);
  return 2 * v * std::exp(log_choose + v * std::log(p) + (n - v + 1) * std::log1p(-p));
}

/// sum_k pmf(k) visit(k) by visit(k, pmf(k)), from the mode both ways until the rest is below 1e-17;
/// ratio(k) = pmf(k)/pmf(k - 1).
template <class Ratio, class Visit>
void over_numbers(double mode, double at_mode, double most, const Ratio& ratio, const Visit& visit) {
  constexpr double rest = 1e-17;
  double mass = at_mode;
  for (double k = mode; k <= most && mass > rest; mass *= ratio(++k)) visit(k, mass);
  mass = at_mode;
  for (double k = mode; k > 0;) {
    mass /= ratio(k--);
    if (mass < rest) break;
    visit(k, mass);
  }
}

double log_poisson(double k, double mean) { return k * std::log(mean) - mean - std::lgamma(k + 1); }

/// k log(k/mean), 0 at 0.
double surprise(double k, double mean) { return k > 0 ? k * std::log(k / mean) : 0; }

/// E of surprise() of a binomial number.
double mean_surprise(double n, double p) {
  if (p >= 1) return 0;
  const double mean = n * p, mode = std::floor((n + 1) * p), odds = p / (1 - p);
  const double log_choose = std::lgamma(n + 1) - std::lgamma(mode + 1) - std::lgamma(n - mode + 1);
  const double at_mode = std::exp(log_choose + mode * std::log(p) + (n - mode) * std::log1p(-p));
  double sum = 0;
  over_numbers(
      mode, at_mode, n, [&](double k) { return (n - k + 1) / k * odds; },
      [&](double k, double mass) { sum += mass * surprise(k, mean); });
  return sum;
}

/// Of a statistic s(k) of a Poisson number k.
struct Moments {
  double mean = 0, square = 0, with_number = 0;  ///< E s, E s^2, E s (k - mean)
  void add(double mass, double s, double off) {
    mean += mass * s;
    square += mass * s * s;
    with_number += mass * s * off;
  }
  double variance() const { return square - mean * mean; }
};

struct PoissonMoments {
  explicit PoissonMoments(double mean) {
    const double mode = std::floor(mean);
    over_numbers(
        mode, std::exp(log_poisson(mode, mean)), 1e300, [&](double k) { return mean / k; },
        [&](double k, double mass) {
          deviation.add(mass, std::abs(k - mean), k - mean);
          surprise.add(mass, ergo::surprise(k, mean), k - mean);
        });
  }
  Moments deviation, surprise;
};

}  // namespace

Interval normal_band(Expectation e) {
  constexpr double quantile = 1.6448536269514722;  // of 95 %
  return {std::max(0.0, e.mean - quantile * e.sd), e.mean + quantile * e.sd};
}

SiteLaw::SiteLaw(const LatticeTarget& lattice) : sides_(lattice.sides()), masses_(lattice.law()) {
  std::vector<double> sorted = masses_;
  std::ranges::sort(sorted);
  for (auto from = std::ranges::upper_bound(sorted, 0.0); from != sorted.end();) {
    const auto to = std::upper_bound(from, sorted.end(), *from * (1 + same_mass));
    const double sites = static_cast<double>(to - from);
    classes_.push_back({std::accumulate(from, to, 0.0) / sites, sites});
    from = to;
  }
}

SiteCounts SiteLaw::counts(std::span<const Position> x) const {
  SiteCounts counts(masses_.size(), 0);
  for (const Position place : x) ++counts[sides_.index(sides_.nearest(place))];
  return counts;
}

SiteDistance SiteLaw::distance(const SiteCounts& counts) const {
  const double n = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  if (n == 0) return {};
  double deviation = 0, side = 0, divergence = 0, square = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double share = static_cast<double>(counts[i]) / n, off = share - masses_[i];
    deviation += std::abs(off);
    if (counts[i] == 0) continue;
    side += off > 0 ? share : -share;
    const double ratio = std::log(share / masses_[i]);
    divergence += share * ratio;
    square += share * ratio * ratio;
  }
  return {{deviation / 2, std::sqrt((1 - side * side) / n) / 2},
          {divergence, std::sqrt(std::max(0.0, square - divergence * divergence) / n)}};
}

SiteFloor SiteLaw::floor(double draws) const {
  SiteFloor floor;
  if (draws < 1) return floor;
  double deviation = 0, surprise = 0;              // variances of the sums
  double deviation_shift = 0, surprise_shift = 0;  // what the given sum of all numbers explains of them
  for (const auto& [mass, sites] : classes_) {
    floor.total_variation.mean += sites * mean_deviation(draws, mass);
    floor.divergence.mean += sites * mean_surprise(draws, mass);
    const PoissonMoments moments(draws * mass);
    deviation += sites * moments.deviation.variance();
    surprise += sites * moments.surprise.variance();
    deviation_shift += sites * moments.deviation.with_number;
    surprise_shift += sites * moments.surprise.with_number;
  }
  const auto sd = [&](double variance, double shift) {
    return std::sqrt(std::max(0.0, variance - shift * shift / draws)) / draws;
  };
  floor.total_variation = {floor.total_variation.mean / (2 * draws), sd(deviation, deviation_shift) / 2};
  floor.divergence = {floor.divergence.mean / draws, sd(surprise, surprise_shift)};
  return floor;
}

}  // namespace ergo
