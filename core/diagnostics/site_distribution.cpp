#include "core/diagnostics/site_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/maths/split_variance.h"
#include "core/site_plane/site_plane.h"

namespace ergo {
namespace {

constexpr double same_mass = 1e-4;  // relative, within a class

double total(const SiteCounts& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
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

/// Site counts of n exact draws, c_i, and a statistic of each: the variance of the sum. Two of the counts
/// have the canonical correlations (-u_i u_j)^r, u^2 = p/(1 - p), between their orthonormal Krawtchouk
/// polynomials of degree r (Aitken & Gonin 1935), so with the coefficients f_ir of the statistics
///   var sum_i s_i(c_i) = sum_i var s_i + sum_r (-1)^r sum_(i != j) u_i^r f_ir u_j^r f_jr.
class SumOverSites {
 public:
  explicit SumOverSites(std::size_t degrees) : weighted_(degrees, 0) {}

  /// As many sites with this mean and variance of s, these coefficients f_r from r = 1, and u.
  void add(double sites, const std::vector<double>& coefficients, double mean, double variance, double u) {
    mean_ += sites * mean;
    variance_ += sites * variance;
    double weight = 1, sign = 1;
    for (std::size_t r = 0; r < weighted_.size(); ++r) {
      weight *= u, sign = -sign;
      const double f = weight * coefficients[r];
      variance_ += sign * sites * f * (2 * weighted_[r] + (sites - 1) * f);
      weighted_[r] += sites * f;
    }
  }
  /// Of the sum times `scale`.
  Expectation scaled(double scale) const {
    return {scale * mean_, scale * std::sqrt(std::max(0.0, variance_))};
  }

 private:
  double mean_ = 0, variance_ = 0;
  std::vector<double> weighted_;  ///< sum u_i^r f_ir of the sites so far, by r - 1
};

/// Of a statistic s(k) of a binomial number k.
struct Moments {
  explicit Moments(std::size_t degrees) : coefficients(degrees, 0) {}
  double mean = 0, square = 0;
  std::vector<double> coefficients;  ///< E s phi_r, from r = 1
  void add(double mass, double s, std::span<const double> polynomials) {
    mean += mass * s;
    square += mass * s * s;
    for (std::size_t r = 0; r < coefficients.size(); ++r) coefficients[r] += mass * s * polynomials[r];
  }
  double variance() const { return square - mean * mean; }
};

/// Degrees that count of a distribution of this variance. Below 1, E s phi_r goes as variance^(r/2) and the
/// recurrence loses variance^(-r/2): up to 5 digits.
std::size_t degrees_within(double variance, std::size_t degrees) {
  const double digits = -std::log10(variance) / 2;
  return digits > 0 ? std::clamp(static_cast<std::size_t>(5 / digits), std::size_t{1}, degrees) : degrees;
}

/// phi_1, phi_2, ... of a binomial distribution at k, orthonormal; 0 above the degree n.
void krawtchouk(double n, double p, double q, double k, std::span<double> values) {
  double before = 0, at = 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double r = static_cast<double>(i);
    const double next = r < n
                            ? ((k - n * p - r * (q - p)) * at - std::sqrt(r * (n - r + 1) * p * q) * before) /
                                  std::sqrt((r + 1) * (n - r) * p * q)
                            : 0;
    before = at;
    values[i] = at = next;
  }
}

/// Of |k - n p| and of k log(k/(n p)) - (k - n p), for a site of mass p = 1 - q.
struct BinomialMoments {
  BinomialMoments(double n, double p, double q, std::size_t degrees) : deviation(degrees), surprise(degrees) {
    const double mean = n * p, mode = std::min(n, std::floor((n + 1) * p));
    const double log_choose = std::lgamma(n + 1) - std::lgamma(mode + 1) - std::lgamma(n - mode + 1);
    const double log_tail = mode < n ? (n - mode) * std::log(q) : 0;
    std::vector<double> polynomials(degrees);
    const std::span used(polynomials.begin(), degrees_within(n * p * q, degrees));
    over_numbers(
        mode, std::exp(log_choose + mode * std::log1p(-q) + log_tail), n,
        [&](double k) { return (n - k + 1) / k * (p / q); },
        [&](double k, double mass) {
          krawtchouk(n, p, q, k, used);
          deviation.add(mass, std::abs(k - mean), polynomials);
          surprise.add(mass, (k > 0 ? k * std::log(k / mean) : 0) - (k - mean), polynomials);
        });
  }
  Moments deviation, surprise;
};

/// Degrees that count: up to where the canonical correlation of the two heaviest sites is below 1e-3, 24 at
/// most.
std::size_t degrees_of(double largest_correlation) {
  constexpr double least = 1e-3, most = 24;
  if (largest_correlation <= 0) return 1;
  if (largest_correlation >= 1) return static_cast<std::size_t>(most);
  return static_cast<std::size_t>(
      std::clamp(std::ceil(std::log(least) / std::log(largest_correlation)), 1.0, most));
}

}  // namespace

Interval normal_band(Expectation e) {
  constexpr double quantile = 1.6448536269514722;  // of 95 %
  return {std::max(0.0, e.mean - quantile * e.sd), e.mean + quantile * e.sd};
}

SiteDistribution::SiteDistribution(const LatticeTarget& lattice)
    : sides_(lattice.sides()), masses_(lattice.distribution()), positive_masses_(masses_) {
  for (const Evaluation& site : lattice.table())
    log_masses_.push_back(-site.energy - *lattice.log_normaliser());
  for (double& mass : positive_masses_) mass = std::max(mass, std::numeric_limits<double>::min());
  std::vector<double> sorted = masses_;
  std::ranges::sort(sorted);
  double below = 0;  // mass of the lighter sites
  for (auto from = std::ranges::upper_bound(sorted, 0.0); from != sorted.end();) {
    const auto to = std::upper_bound(from, sorted.end(), *from * (1 + same_mass));
    const double sites = static_cast<double>(to - from), sum = std::accumulate(from, to, 0.0);
    // 1 - mass by its own digits where this is the heaviest site, which may hold all but 1e-17.
    classes_.push_back({sum / sites, sites, to == sorted.end() && sites == 1 ? below : 1 - sum / sites});
    below += sum;
    from = to;
  }
  const auto u_squared = [&](std::size_t from_last) {
    const auto at = classes_.size() - 1 - from_last;
    return classes_[at].rest > 0 ? classes_[at].mass / classes_[at].rest : 0;
  };
  const bool single = classes_.size() > 1 && classes_.back().sites == 1;
  degrees_ = degrees_of(std::sqrt(u_squared(0) * u_squared(single ? 1 : 0)));
  if (const SitePlane* plane = lattice.sites(); plane && plane->masses().sampled)
    reference_ = std::make_shared<const ReferenceFloor>(*plane->masses().sampled);
}

SiteCounts SiteDistribution::counts(std::span<const Position> x) const {
  SiteCounts counts(masses_.size(), 0);
  for (const Position place : x) ++counts[sides_.index(sides_.nearest(place))];
  return counts;
}

SiteDistance SiteDistribution::distance(const SiteCounts& counts) const {
  const double n = total(counts);
  if (n == 0) return {};
  double divergence = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double share = static_cast<double>(counts[i]) / n;
    if (counts[i] > 0) divergence += share * (std::log(share) - log_masses_[i]);
  }
  const DistanceVariances variances = split_variances(counts, positive_masses_);
  return {{deviation(counts, n) / 2, std::sqrt(variances.total_variation)},
          {divergence, std::sqrt(variances.divergence)}};
}

/// sum_i |c_i/n - p_i|
double SiteDistribution::deviation(const SiteCounts& counts, double n) const {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum += std::abs(static_cast<double>(counts[i]) / n - masses_[i]);
  return sum;
}

double SiteDistribution::total_variation(const SiteCounts& counts) const {
  const double n = total(counts);
  return n == 0 ? std::numeric_limits<double>::quiet_NaN() : deviation(counts, n) / 2;
}

SiteFloor SiteDistribution::floor(double draws) const {
  if (draws < 1) return {};
  if (reference_) return reference_->floor(draws);
  SumOverSites deviation(degrees_), surprise(degrees_);
  for (const auto& [mass, sites, rest] : classes_) {
    if (rest <= 0) continue;  // all draws are on this site
    const BinomialMoments m(draws, mass, rest, degrees_);
    const double u = std::sqrt(mass / rest);
    deviation.add(sites, m.deviation.coefficients, m.deviation.mean, m.deviation.variance(), u);
    surprise.add(sites, m.surprise.coefficients, m.surprise.mean, m.surprise.variance(), u);
  }
  return {deviation.scaled(1 / (2 * draws)), surprise.scaled(1 / draws)};
}

}  // namespace ergo
