#include "core/diagnostics/chain_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ergo {
namespace {

constexpr std::array coordinates = {&Position::x, &Position::y};

/// The coordinates that a target of this dimension has.
std::span<double Position::*const> present(int dim) {
  return std::span(coordinates).first(static_cast<std::size_t>(dim));
}

/// 5 % and 95 % quantiles of the greater of `features` independent sample variances, 1 or 2, over the true
/// one. Chi-squared over its degrees is approximated by the cube of a normal variable (Wilson & Hilferty).
/// Quantiles p of the greater of two are quantiles sqrt(p) of one.
Interval greatest_variance(double degrees, int features) {
  const double low = features == 1 ? -1.6449 : -0.7601, high = features == 1 ? 1.6449 : 1.9545;
  const double part = 2 / (9 * degrees);
  const auto quantile = [&](double z) { return std::pow(std::max(1 - part + z * std::sqrt(part), 0.0), 3); };
  return {quantile(low), quantile(high)};
}

bool finite(Position x) { return std::isfinite(x.x) && std::isfinite(x.y); }

}  // namespace

void ChainAverages::begin(std::size_t chains, const TargetMoments& truth, int dim) {
  truth_ = truth;
  dim_ = dim;
  averages_.assign(chains, {});
}

void ChainAverages::add(std::size_t chain, Position x, double share) {
  const Position d = x - truth_.mean;
  Average& average = averages_[chain];
  average.deviation = average.deviation + share * (d - average.deviation);
  average.square = average.square + share * (squared(d) - truth_.variance - average.square);
  average.square_share = average.square_share * (1 - share) * (1 - share) + share * share;
}

Estimate ChainAverages::effective_sample_size(std::span<const std::size_t> chains) const {
  Estimate least{.value = std::numeric_limits<double>::infinity()};
  std::vector<double> squares(chains.size());
  const auto consider = [&](double variance, Position Average::*feature, double Position::*coordinate) {
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const double average = averages_[chains[i]].*feature.*coordinate;
      squares[i] = average * average;
    }
    const Estimate error = mean_of(squares);
    const double ess = variance / error.value;
    if (ess < least.value) least = {ess, ess * error.error / error.value};
  };
  for (const auto coordinate : present(dim_)) {
    consider(truth_.variance.*coordinate, &Average::deviation, coordinate);
    consider(truth_.square_variance.*coordinate, &Average::square, coordinate);
  }
  return std::isfinite(least.value) ? least : Estimate{};
}

ChainAverages::Spread ChainAverages::spread(std::span<const std::size_t> chains) const {
  Spread found;
  std::vector<double> values(chains.size());
  const auto consider = [&](Estimate& greatest, double variance, Position Average::*feature,
                            double Position::*coordinate) {
    if (!(variance > 0)) return;  // a target on one site
    for (std::size_t i = 0; i < chains.size(); ++i) values[i] = averages_[chains[i]].*feature.*coordinate;
    const Estimate spread = spread_of(values);
    const double unit = std::sqrt(variance);
    if (!(spread.value / unit <= greatest.value)) greatest = {spread.value / unit, spread.error / unit};
  };
  for (const auto coordinate : present(dim_)) {
    consider(found.mean, truth_.variance.*coordinate, &Average::deviation, coordinate);
    consider(found.square, truth_.square_variance.*coordinate, &Average::square, coordinate);
  }
  double states = 0;
  for (const std::size_t i : chains)
    if (averages_[i].square_share > 0) states += 1 / averages_[i].square_share;
  if (!chains.empty()) found.states = states / static_cast<double>(chains.size());
  return found;
}

void ChainModes::begin(std::size_t chains, std::vector<double> masses) {
  const std::size_t followed = masses.size() > 1 ? std::min(chains, most_chains) : 0;
  first_.assign(followed, -1);
  left_.assign(followed, false);
  shares_.assign(followed * masses.size(), 0.0f);
  masses_ = std::move(masses);
}

void ChainModes::add(std::size_t chain, std::size_t mode, double share) {
  if (first_[chain] < 0) first_[chain] = static_cast<int>(mode);
  if (static_cast<std::size_t>(first_[chain]) != mode) left_[chain] = true;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    float& at = shares_[chain * masses_.size() + k];
    at += static_cast<float>(share * ((k == mode ? 1.0 : 0.0) - at));
  }
}

std::span<const std::size_t> ChainModes::followed(std::span<const std::size_t> chains) const {
  const auto end = std::lower_bound(chains.begin(), chains.end(), first_.size());
  return chains.first(static_cast<std::size_t>(end - chains.begin()));
}

Estimate ChainModes::kept(std::span<const std::size_t> chains) const {
  std::vector<double> kept;
  for (const std::size_t i : followed(chains)) kept.push_back(left_[i] ? 0 : 1);
  return mean_of(kept);
}

Estimate ChainModes::spread(std::span<const std::size_t> chains) const {
  const auto seen = followed(chains);
  if (seen.size() < 2) return {};
  double single = 0;
  for (const double p : masses_) single += p * (1 - p);
  if (!(single > 0)) return {};  // all mass at one mode
  std::vector<double> mean(masses_.size(), 0.0);
  const auto share = [&](std::size_t i, std::size_t k) -> double { return shares_[i * masses_.size() + k]; };
  for (const std::size_t i : seen)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += share(i, k) / static_cast<double>(seen.size());
  std::vector<double> squares;
  for (const std::size_t i : seen) {
    double square = 0;
    for (std::size_t k = 0; k < mean.size(); ++k) square += std::pow(share(i, k) - mean[k], 2);
    squares.push_back(square / single);
  }
  const Estimate variance = mean_of(squares);
  const double value = std::sqrt(variance.value);
  return {value, value > 0 ? variance.error / (2 * value) : 0};
}

/// The shares' covariance S = diag(p) - p p^T has several eigenvalues: their sum of squares is taken for one
/// chi-squared of (tr S)^2/tr S^2 degrees a chain (Satterthwaite).
std::optional<Interval> ChainModes::band(std::span<const std::size_t> chains, double states) const {
  double squares = 0, cubes = 0;
  for (const double p : masses_) squares += p * p, cubes += p * p * p;
  const double trace = 1 - squares, trace_of_square = squares - 2 * cubes + squares * squares;
  const double seen = static_cast<double>(followed(chains).size());
  return spread_band((seen - 1) * trace * trace / trace_of_square, states, 1);
}

std::optional<Interval> spread_band(double degrees, double states, int features) {
  constexpr double least_states = 16;
  if (states < least_states || !(degrees >= 1)) return {};
  const auto [low, high] = greatest_variance(degrees, features);
  return Interval{std::sqrt(low / states), std::sqrt(high / states)};
}

void SplitRhat::begin(std::size_t chains, Position origin) {
  origin_ = origin;
  followed_ = std::min(chains, most_chains);
  blocks_.assign(1, {std::vector<Sums>(followed_)});
  length_ = ended_ = 0;
}

void SplitRhat::add(const ChainData& data) {
  for (std::size_t i = 0; i < followed_; ++i) {
    const Position d = data.x(i) - origin_;
    Sums& sums = blocks_.back().sums[i];
    sums = sums + Sums{d, squared(d)};
  }
  ++blocks_.back().states;
  if (blocks_.size() == 2 && length_ == 0) length_ = data.step - ended_;
  if (data.step < ended_ + length_) return;
  ended_ = data.step;
  if (blocks_.size() == most_blocks) merge();
  blocks_.push_back({std::vector<Sums>(followed_)});
}

void SplitRhat::merge() {
  for (std::size_t b = 0; b < most_blocks / 2; ++b) {
    if (b > 0) std::swap(blocks_[b], blocks_[2 * b]);
    const Block& next = blocks_[2 * b + 1];
    blocks_[b].states += next.states;
    for (std::size_t i = 0; i < followed_; ++i) blocks_[b].sums[i] = blocks_[b].sums[i] + next.sums[i];
  }
  blocks_.resize(most_blocks / 2);
  length_ *= 2;
}

Estimate SplitRhat::estimate(std::span<const std::size_t> chains, int dim) const {
  const std::size_t complete = blocks_.size() - 1, half = complete / 4;
  const auto first_of = [&](std::size_t h) { return complete - (2 - h % 2) * half; };
  std::array<double, 2> states = {0, 0};
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t b = first_of(h); b < first_of(h) + half; ++b)
      states[h] += static_cast<double>(blocks_[b].states);
  const double n = std::min(states[0], states[1]);
  const auto end = std::lower_bound(chains.begin(), chains.end(), followed_);
  const std::size_t m = static_cast<std::size_t>(end - chains.begin());
  if (n < 2 || m < 2) return {};
  Estimate greatest;
  std::vector<double> mean(2 * m), variance(2 * m), influence(m);
  for (const auto coordinate : present(dim)) {
    for (std::size_t h = 0; h < 2 * m; ++h) {
      Sums of_half;
      for (std::size_t b = first_of(h), stop = b + half; b < stop; ++b)
        of_half = of_half + blocks_[b].sums[chains[h / 2]];
      mean[h] = of_half.sum.*coordinate / states[h % 2];
      variance[h] = (of_half.square.*coordinate - of_half.sum.*coordinate * mean[h]) / (states[h % 2] - 1);
    }
    const double centre = mean_of(mean).value, W = mean_of(variance).value;
    const double V = std::pow(spread_of(mean).value, 2);
    if (!(W > 0)) continue;
    const double rhat = std::sqrt((n - 1) / n + V / W);
    // The change of Rhat^2 with a half chain's weight; the halves of one chain go together.
    const auto change = [&](std::size_t h) {
      return (std::pow(mean[h] - centre, 2) - V) / W - V / (W * W) * (variance[h] - W);
    };
    for (std::size_t i = 0; i < m; ++i) influence[i] = (change(2 * i) + change(2 * i + 1)) / 2;
    if (!(rhat <= greatest.value)) greatest = {rhat, mean_of(influence).error / (2 * rhat)};
  }
  return greatest;
}

void NestedRhat::begin(const ChainData& data, std::span<const std::size_t> chains, int dim) {
  dim_ = dim;
  groups_ = 0;
  group_.assign(data.chains, -1);
  const auto apart = [&](std::size_t i) { return norm(data.x(i) - data.x(chains[0])) > 0; };
  if (chains.size() < 2 * least_members || std::none_of(chains.begin(), chains.end(), apart)) return;
  std::vector<std::size_t> order(chains.begin(), chains.end());
  int groups = 1;
  for (int axis = 0; 2 * groups <= most_groups && chains.size() >= 2u * groups * least_members; ++axis) {
    const auto coordinate = coordinates[dim == 1 ? 0 : axis % 2];
    const auto before = [&](std::size_t a, std::size_t b) {
      return data.x(a).*coordinate < data.x(b).*coordinate;
    };
    for (int g = 0; g < groups; ++g) {
      const auto cut = [&](int at) {
        return order.begin() + static_cast<std::ptrdiff_t>(order.size() * at / (2 * groups));
      };
      std::nth_element(cut(2 * g), cut(2 * g + 1), cut(2 * g + 2), before);
    }
    groups *= 2;
  }
  groups_ = groups;
  for (std::size_t i = 0; i < order.size(); ++i)
    group_[order[i]] = static_cast<int>(((i + 1) * groups - 1) / order.size());
}

Estimate NestedRhat::estimate(const ChainData& data, std::span<const std::size_t> chains) const {
  if (groups_ < 2) return {};
  std::vector<double> count(groups_);
  std::vector<Position> mean(groups_), square(groups_);
  const auto for_each = [&](auto&& use) {
    for (const std::size_t i : chains)
      if (group_[i] >= 0) use(group_[i], data.x(i));
  };
  for_each([&](int g, Position x) { mean[g] = mean[g] + (x - mean[g]) / ++count[g]; });
  for_each([&](int g, Position x) { square[g] = square[g] + squared(x - mean[g]); });
  Estimate greatest;
  for (const auto coordinate : present(dim_)) {
    std::vector<double> means, within;
    for (int g = 0; g < groups_; ++g) {
      if (count[g] < 2) continue;
      means.push_back(mean[g].*coordinate);
      within.push_back(square[g].*coordinate / (count[g] - 1));
    }
    const double B = std::pow(spread_of(means).value, 2), W = mean_of(within).value;
    const double rhat = std::sqrt(1 + B / W);
    // B is a variance of K nearly normal means: its relative error is sqrt(2/(K-1)); that of W is far less.
    const double error = B / W * std::sqrt(2.0 / static_cast<double>(means.size() - 1)) / (2 * rhat);
    if (W > 0 && !(rhat <= greatest.value)) greatest = {rhat, error};
  }
  return greatest;
}

Interval NestedRhat::band(std::size_t chains) const {
  const double K = groups_, M = static_cast<double>(chains) / K;
  const auto [low, high] = greatest_variance(K - 1, dim_);
  return {std::sqrt(1 + low / M), std::sqrt(1 + high / M)};
}

void Displacement::begin() {
  last_.clear();
  per_step_ = {};
  steps_ = 0;
}

void Displacement::add(const ChainData& data, std::span<const std::size_t> chains) {
  steps_ = last_.empty() ? 0 : data.step - last_step_;
  std::vector<double> squares;
  if (steps_ > 0)
    for (const std::size_t i : chains)
      if (finite(last_[i])) {
        const Position moved = data.x(i) - last_[i];
        squares.push_back(dot(moved, moved) / static_cast<double>(steps_));
      }
  per_step_ = mean_of(squares);
  last_.resize(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) last_[i] = data.x(i);
  last_step_ = data.step;
}

}  // namespace ergo
