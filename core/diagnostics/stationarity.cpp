#include "core/diagnostics/stationarity.h"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/cells.h"
#include "core/diagnostics/chi_squared.h"
#include "core/unit/registry.h"

namespace ergo {

namespace {

Cells cells_of(const Target& target) { return Cells(target, 1, target.dim == 1 ? 128 : 48); }

Verdict skipped(std::string test, std::string reason) {
  return {.test = std::move(test), .verdict = "skip", .reason = std::move(reason)};
}

void decide(Verdict& verdict) { verdict.verdict = verdict.statistic <= verdict.threshold ? "pass" : "fail"; }

/// What is known of a cell or of several: P(c), and over all n chains the sums of w 1(x in c), 1(x_0 in c)
/// and 1(x_0 in c)/w.
struct Group {
  double probability = 0, weight = 0, starts = 0, weight_squared = 0;
  void add(const Group& other) {
    probability += other.probability;
    weight += other.weight;
    starts += other.starts;
    weight_squared += other.weight_squared;
  }
  double effective(double n) const {
    return weight_squared > 0 ? n * n * probability * probability / weight_squared : 0;
  }
};

/// Cells in the order of their probability, joined until each group has `least` effective draws of n.
std::vector<Group> groups_of(std::vector<Group> cells, double n, double least) {
  std::ranges::stable_sort(cells, {}, &Group::probability);
  std::vector<Group> groups(1);
  for (const Group& cell : cells) {
    if (groups.back().effective(n) >= least) groups.emplace_back();
    groups.back().add(cell);
  }
  if (groups.size() > 1 && groups.back().effective(n) < least) {
    const Group rest = groups.back();
    groups.pop_back();
    groups.back().add(rest);
  }
  return groups;
}

}  // namespace

Verdict law_test(const Target& target, std::span<const Position> positions, double level) {
  Verdict verdict{.test = "stationarity"};
  if (!target.log_normaliser()) return skipped(verdict.test, "the target's normaliser is not known");
  const Cells cells = cells_of(target);
  std::vector<std::size_t> counts(cells.size());
  for (const Position x : positions) ++counts[cells.index(x)];
  const ChiSquared result = chi_squared_test(counts, cells.probabilities());
  verdict.statistic = result.statistic;
  verdict.p_value = result.p_value;
  verdict.threshold = chi_squared_threshold(level, static_cast<double>(result.degrees));
  verdict.reason =
      std::to_string(positions.size()) + " chains, " + std::to_string(result.degrees + 1) + " cells";
  decide(verdict);
  return verdict;
}

Verdict weighted_law_test(const Target& target, std::span<const WeightedMove> moves, double level) {
  Verdict verdict{.test = "weighted stationarity"};
  if (!target.log_normaliser()) return skipped(verdict.test, "the target's normaliser is not known");
  const Cells cells = cells_of(target);
  std::vector<Group> sums(cells.size());
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].probability = cells.probabilities()[i];
  const double n = static_cast<double>(moves.size());
  for (const WeightedMove& move : moves) {
    Group& from = sums[cells.index(move.from)];
    sums[cells.index(move.to)].weight += std::exp(move.log_weight);
    from.starts += 1;
    from.weight_squared += std::exp(-move.log_weight);
  }
  auto groups = groups_of(std::move(sums), n, 100);
  const std::size_t all = groups.size();
  if (all < 2) return skipped(verdict.test, "too few effective draws");
  // The sum over all groups has next to no variance when weights are nearly equal: one group is left out.
  groups.erase(groups.begin());
  // The covariance is D - m m^T with D = diag(E w^2 1_c) and m = P(c), estimated from the same starts so that
  // it stays positive; Sherman-Morrison inverts it.
  double plain = 0, along_mean = 0, mean_squared = 0;
  for (const Group& g : groups) {
    const double mean = g.starts / n, variance = g.weight_squared / n, off = g.weight / n - g.probability;
    plain += off * off / variance;
    along_mean += off * mean / variance;
    mean_squared += mean * mean / variance;
  }
  verdict.statistic = n * (plain + along_mean * along_mean / (1 - mean_squared));
  const double degrees = static_cast<double>(groups.size());
  verdict.p_value = chi_squared_p_value(verdict.statistic, degrees);
  verdict.threshold = chi_squared_threshold(level, degrees);
  verdict.reason = std::to_string(moves.size()) + " chains, " + std::to_string(all) + " cells";
  decide(verdict);
  return verdict;
}

Verdict mean_weight_test(std::span<const WeightedMove> moves) {
  Verdict verdict{.test = "mean weight", .threshold = 5};
  const double n = static_cast<double>(moves.size());
  double sum = 0, inverse = 0;
  for (const WeightedMove& move : moves) {
    sum += std::expm1(move.log_weight);
    inverse += std::expm1(-move.log_weight);
  }
  // E[w^2] - 1 = E[1/w - 1], at least that of rounding in single precision.
  const double error = std::sqrt(std::max(inverse / n, 1e-12) / n);
  verdict.statistic = std::abs(sum / n) / error;
  verdict.p_value = normal_p_value(verdict.statistic);
  verdict.reason = "standard errors of the mean of " + std::to_string(moves.size()) + " weights from 1";
  decide(verdict);
  return verdict;
}

double verification_level() {
  std::size_t tests = 0;
  for (const auto& unit : samplers())
    tests += targets().size() * (unit.descriptor.claims.law == Law::weighted ? 2 : 1);
  return sidak_level(1e-3, tests);
}

}  // namespace ergo
