#include "core/verification/stationarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/unit/registry.h"
#include "core/verification/cells.h"
#include "core/verification/chi_squared.h"
#include "core/verification/kernel_steps.h"

namespace ergo {

namespace {

Cells cells_of(const Target& target) { return Cells(target, 1, target.dim == 1 ? 128 : 48); }

void decide(Verdict& verdict) { verdict.verdict = verdict.statistic <= verdict.threshold ? "pass" : "fail"; }

}  // namespace

Verdict skipped(std::string test, std::string reason) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return {.test = std::move(test),
          .statistic = none,
          .threshold = none,
          .p_value = none,
          .verdict = "skip",
          .reason = std::move(reason)};
}

Verdict distribution_test(const Target& target, std::span<const Position> positions, double level) {
  Verdict verdict{.test = "stationarity"};
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

Verdict weighted_distribution_test(const Target& target, std::span<const WeightedMove> moves,
                                   std::uint64_t seed, double level) {
  std::vector<Position> kept(moves.size());
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Draws draws(seed, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, target.dim);
    const bool accept = std::log(draws(0).uniform1) <= moves[i].log_weight;
    kept[i] = accept ? moves[i].to : moves[i].from;
    accepted += accept;
  }
  Verdict verdict = distribution_test(target, kept, level);
  verdict.test = "weighted stationarity";
  verdict.reason += ", " + std::to_string(100 * accepted / moves.size()) + " % of the moves kept";
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
  if (n / (1 + inverse / n) < 100) return skipped(verdict.test, "fewer than 100 effective draws");
  // E[w^2] - 1 = E[1/w - 1], at least that of rounding in single precision.
  const double error = std::sqrt(std::max(inverse / n, 1e-12) / n);
  verdict.statistic = std::abs(sum / n) / error;
  verdict.p_value = normal_p_value(verdict.statistic);
  verdict.reason = "standard errors of the mean of " + std::to_string(moves.size()) + " weights from 1";
  decide(verdict);
  return verdict;
}

double verification_level() {
  std::size_t tests = kernel_verdict_count();
  for (const auto& pair : unit_pairs())
    tests += pair.sampler.descriptor.claims.importance_channel.empty() ? 1 : 2;
  return sidak_level(1e-3, tests);
}

}  // namespace ergo
