#include "core/maths/split_variance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ergo {
namespace {

/// Draws on a site up to which halves are binomial, above that normal: a half of more is positive within the
/// reach of 6 standard deviations.
constexpr std::uint64_t most_exact = 64;

/// visit(k, probability) over the numbers k of a half of `count`.
template <class Visit>
void over_halves(double count, bool exact, const Visit& visit) {
  if (exact) {
    double probability = std::exp2(-count);
    for (double k = 0; k <= count; ++k) {
      visit(k, probability);
      probability *= (count - k) / (k + 1);
    }
    return;
  }
  constexpr double reach = 6, step = 0.25;  // standard deviations
  const double sd = std::sqrt(count) / 2;
  for (double z = -reach; z <= reach; z += step)
    visit(count / 2 + z * sd, step * std::exp(-z * z / 2) * 0.3989422804014327);
}

/// Of a sum over sites at two halves: half the mean squares of its difference and of that of the numbers of
/// draws, and of their product.
struct Spread {
  double square = 0, with_number = 0, number_square = 0;
  void add(double probability, double difference, double number) {
    square += probability / 2 * difference * difference;
    with_number += probability / 2 * difference * number;
    number_square += probability / 2 * number * number;
  }
  /// The variance with the sum of the numbers given.
  double variance() const {
    constexpr double rounding = 1e-12;
    const double left = square - with_number * with_number / number_square;
    return left < rounding * square ? 0 : left;
  }
};

/// Of the sum over sites of both distances' terms at `draws` draws,
///   (k/m - p)_+  and  (k/m) log(k/(m p)) - k/m,
/// whose parts linear in k sum to what is given.
class PairSums {
 public:
  explicit PairSums(double draws) : draws_(draws) {}

  /// A site's `count` draws, in two halves with this probability.
  void add(double count, double mass, double weight, bool exact) {
    over_halves(count, exact, [&](double k, double probability) {
      const double rest = count - k, chance = weight * probability;
      variation_.add(chance, above(k, mass) - above(rest, mass), k - rest);
      divergence_.add(chance, surprise(k, mass) - surprise(rest, mass), k - rest);
    });
  }
  DistanceVariances variances() const { return {variation_.variance(), divergence_.variance()}; }

 private:
  double above(double k, double mass) const { return std::max(0.0, k / draws_ - mass); }
  double surprise(double k, double mass) const {
    return k > 0 ? k / draws_ * (std::log(k / (draws_ * mass)) - 1) : 0;
  }

  double draws_;
  Spread variation_, divergence_;
};

double continued(double half, double quarter) { return quarter == 0 ? half : half * half / quarter; }

}  // namespace

DistanceVariances split_variances(std::span<const std::uint64_t> counts, std::span<const double> masses) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const double n = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  if (n < 2) return {none, none};
  PairSums halves(n / 2), quarters(n / 4);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const bool exact = counts[i] <= most_exact;
    const double count = static_cast<double>(counts[i]), mass = masses[i];
    halves.add(count, mass, 1, exact);
    over_halves(count, exact,
                [&](double half, double probability) { quarters.add(half, mass, probability, exact); });
  }
  const DistanceVariances half = halves.variances(), quarter = quarters.variances();
  return {continued(half.total_variation, quarter.total_variation),
          continued(half.divergence, quarter.divergence)};
}

}  // namespace ergo
