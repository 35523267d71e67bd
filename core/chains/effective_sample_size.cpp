#include "core/chains/effective_sample_size.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace ergo {
namespace {

constexpr double cut = 0.05;

double of_feature(const std::vector<double>& f) {
  const auto length = static_cast<std::ptrdiff_t>(f.size());
  double sum = 0;
  for (std::ptrdiff_t lag = 0; lag <= length - 2; ++lag) {
    const double products = std::inner_product(f.begin(), f.end() - lag, f.begin() + lag, 0.0);
    const double autocovariance = products / static_cast<double>(length - lag);
    if (!(autocovariance > cut)) break;
    if (lag > 0) sum += (1 - static_cast<double>(lag) / static_cast<double>(length - 1)) * autocovariance;
  }
  return static_cast<double>(length) / (1 + 2 * sum);
}

}  // namespace

double effective_sample_size(std::span<const Position> path, const TargetMoments& truth, int dim) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<double> deviation(path.size()), square(path.size());
  for (const auto coordinate : {&Position::x, &Position::y}) {
    if (dim == 1 && coordinate == &Position::y) break;
    const double mean = truth.mean.*coordinate, variance = truth.variance.*coordinate;
    const double sd = std::sqrt(variance), square_sd = std::sqrt(truth.square_variance.*coordinate);
    for (std::size_t t = 0; t < path.size(); ++t) {
      const double d = path[t].*coordinate - mean;
      deviation[t] = d / sd;
      square[t] = (d * d - variance) / square_sd;
    }
    least = std::min({least, of_feature(deviation), of_feature(square)});
  }
  return least;
}

}  // namespace ergo
