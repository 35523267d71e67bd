// What the story of the preset in the plane of position and momentum says.
#include <array>
#include <cmath>
#include <numeric>

#include "tests/watched_session.h"

namespace ergo {
namespace {

/// Correlation of two lists of numbers.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n,
               mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

// "in the end every colour lies everywhere: xi is independent of x and p, with mean 1 and standard deviation
// 1", up to O(h), h = 0.01. At the start xi rises in the fast ones. Correlations have a standard error of
// 1/sqrt(n).
TEST(FigureSgnht1, FrictionIsIndependentOfPlaceAndMomentum) {
  WatchedSession run = run_of("sgnht-1-phase");
  const auto correlations = [&] {
    const ChainData data = run.session().read();
    const Descriptor& d = run.session().sampler_descriptor();
    const auto p = static_cast<std::size_t>(state_offset(d, "p")),
               xi = static_cast<std::size_t>(state_offset(d, "xi"));
    std::vector<double> frictions, places, momenta, squares;
    for (std::size_t i = 0; i < data.chains; ++i) {
      const auto row = data.state_row(i);
      frictions.push_back(row[xi]), places.push_back(row[0]);
      momenta.push_back(row[p]), squares.push_back(row[p] * row[p]);
    }
    return std::array{correlation(frictions, places), correlation(frictions, momenta),
                      correlation(frictions, squares)};
  };
  const double limit = 4 / std::sqrt(4096) + 0.01;
  run.session().advance(20);
  EXPECT_GT(correlations()[2], limit);
  run.session().advance(6000);
  for (const double found : correlations()) EXPECT_NEAR(found, 0, limit);
  expect_mean(run.channel("xi"), 1, 0.01);
  EXPECT_NEAR(run.channel_sd("xi"), 1, 4 / std::sqrt(2 * 4096) + 0.01);
}

}  // namespace
}  // namespace ergo
