#include "core/chains/chain_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ergo {
namespace {

constexpr double upper_quantile = 1.6449;  // 95 % of a normal distribution
constexpr double hardly = 0.05;            // an autocorrelation that tells nothing of those at smaller lags
constexpr std::size_t least_in_bin = 8, most_bins = 20;

/// Each chain's average of f.
std::vector<double> averages_of(const ChainValues& values, const ChainScale& scale) {
  std::vector<double> average(values.chains, 0.0);
  for (std::size_t t = 0; t < values.states(); ++t)
    for (std::size_t i = 0; i < values.chains; ++i) average[i] += values.at(t)[i];
  for (double& a : average) a = (a / static_cast<double>(values.states()) - scale.mean) / scale.sd;
  return average;
}

/// sd^2 over the chains' mean squared average. Its error is that of the mean square.
Estimate effective_draws(const ChainValues& values, const ChainScale& scale) {
  std::vector<double> squares = averages_of(values, scale);
  for (double& s : squares) s *= s;
  const Estimate square = mean_of(squares);
  return {1 / square.value, square.error / (square.value * square.value)};
}

struct RankedDraw {
  double value;
  std::size_t chain;
};

/// Spreads one draw evenly over the ranks that it shares.
void add_ranks(std::vector<double>& bins, Interval ranks, double width) {
  for (auto bin = static_cast<std::size_t>(ranks.low / width); bin < bins.size(); ++bin) {
    const double low = static_cast<double>(bin) * width;
    if (low >= ranks.high) break;
    bins[bin] += (std::min(ranks.high, low + width) - std::max(ranks.low, low)) / (ranks.high - ranks.low);
  }
}

/// Four sums side by side, as one would wait for each of its additions.
double product(const double* one, const double* other, std::size_t count) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += one[i + k] * other[i + k];
  for (; i < count; ++i) sums[0] += one[i] * other[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

struct LagBin {
  double steps = 0, products = 0, pairs = 0;
};

/// Sums over all pairs of states, the later one not before the earlier one.
std::vector<LagBin> pairs_of(const ChainValues& values, const ChainScale& scale) {
  std::vector<double> f(values.values);
  for (double& v : f) v = (v - scale.mean) / scale.sd;
  std::vector<LagBin> bins(values.states());
  const double spacing = values.spacing();
  for (std::size_t s = 0; s < values.states(); ++s)
    for (std::size_t t = s; t < values.states(); ++t) {
      const double apart = values.steps[t] - values.steps[s];
      const auto nearest = static_cast<std::size_t>(std::lround(apart / spacing));
      LagBin& bin = bins[s == t ? 0 : std::clamp<std::size_t>(nearest, 1, bins.size() - 1)];
      bin.products += product(&f[s * values.chains], &f[t * values.chains], values.chains);
      bin.steps += apart;
      ++bin.pairs;
    }
  return bins;
}

}  // namespace

double ChainValues::spacing() const {
  return states() < 2 ? 0 : (steps.back() - steps.front()) / static_cast<double>(states() - 1);
}

ChainScale scale_of(const ChainValues& values) {
  const double n = static_cast<double>(values.values.size());
  const double mean = std::accumulate(values.values.begin(), values.values.end(), 0.0) / n;
  double square = 0;
  for (const double v : values.values) square += (v - mean) * (v - mean) / n;
  return {mean, std::sqrt(square)};
}

Autocorrelation autocorrelation(const ChainValues& values, const ChainScale& scale) {
  Autocorrelation found;
  if (values.states() < 2 || values.chains == 0 || !(scale.sd > 0) || !(values.spacing() > 0)) return found;
  for (const LagBin& bin : pairs_of(values, scale))
    if (bin.pairs > 0)
      found.lags.push_back({bin.steps / bin.pairs,
                            bin.products / (bin.pairs * static_cast<double>(values.chains)), bin.pairs});
  found.ess = effective_draws(values, scale);
  found.time = static_cast<double>(values.states()) * values.spacing() / found.ess.value;
  found.at_least = values.spacing() > 1 && found.lags.size() > 1 && found.lags[1].value < hardly;
  return found;
}

double independent_autocorrelation(double pairs, std::size_t chains) {
  return upper_quantile / std::sqrt(pairs * static_cast<double>(chains));
}

double split_rhat(const ChainValues& values) {
  const std::size_t half = values.states() / 2;
  if (half < 2 || values.chains < 2) return Estimate{}.value;
  const double n = static_cast<double>(half);
  std::vector<double> means, variances;
  for (const std::size_t first : {std::size_t{0}, values.states() - half})
    for (std::size_t i = 0; i < values.chains; ++i) {
      double mean = 0, square = 0;
      for (std::size_t t = first; t < first + half; ++t) mean += values.at(t)[i] / n;
      for (std::size_t t = first; t < first + half; ++t) square += std::pow(values.at(t)[i] - mean, 2);
      means.push_back(mean);
      variances.push_back(square / (n - 1));
    }
  const double within = mean_of(variances).value, between = std::pow(spread_of(means).value, 2);
  return within > 0 ? std::sqrt((n - 1) / n + between / within) : Estimate{}.value;
}

RankHistogram rank_histogram(const ChainValues& values, std::size_t first_chains) {
  RankHistogram found;
  const std::size_t shown = std::min(first_chains, values.chains), all = values.values.size();
  const std::size_t bins = std::min(most_bins, values.states() / least_in_bin);
  if (bins < 2) return found;
  found.draws.assign(shown, std::vector<double>(bins, 0.0));
  std::vector<RankedDraw> draws;
  for (std::size_t k = 0; k < all; ++k) draws.push_back({values.values[k], k % values.chains});
  std::ranges::sort(draws, {}, &RankedDraw::value);
  const double width = static_cast<double>(all) / static_cast<double>(bins);
  for (auto first = draws.begin(); first != draws.end();) {
    const auto last = std::find_if(first, draws.end(), [&](const RankedDraw& d) { return d.value != first->value; });
    const Interval ranks = {static_cast<double>(first - draws.begin()), static_cast<double>(last - draws.begin())};
    for (; first != last; ++first)
      if (first->chain < shown) add_ranks(found.draws[first->chain], ranks, width);
  }
  const double n = static_cast<double>(values.states()), N = static_cast<double>(all), p = 1 / static_cast<double>(bins);
  found.expected = n * p;
  const double sd = N > 1 ? std::sqrt(n * p * (1 - p) * (N - n) / (N - 1)) : 0;
  found.band = {std::max(0.0, found.expected - upper_quantile * sd), found.expected + upper_quantile * sd};
  return found;
}

}  // namespace ergo
