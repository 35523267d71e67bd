#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// The outcome of one statistical check. `threshold`: what the statistic may not exceed. `p_value` is NaN
/// where the check is not a test of significance. `reason`: what was compared, or why it was skipped.
struct Verdict {
  std::string sampler, target, backend, test;
  double statistic = 0, threshold = 0, p_value = 1;
  std::string verdict = "pass";  ///< pass, fail, skip
  std::string reason;
};

/// A check that was not made: no numbers (NaN), only the reason.
Verdict skipped(std::string test, std::string reason);

/// Significance of each single test: Sidak over all tests that verify() makes of all registered samplers and
/// targets, which together fail by chance with probability 1e-3.
double verification_level();

/// Checks what a sampler claims about its distribution on a target. Chains start from exact draws, so they
/// stay independent. By claim:
/// - exact: "stationarity", distribution_test of the positions after 32 steps, or 256 gradients but 4 steps at least;
/// - importance weights: "weighted stationarity", weighted_distribution_test after 32 steps, and "mean weight",
///   E[w] = 1 after fewer steps where weights get heavy; both hold at any step size and need no ergodicity;
/// - biased: "bias order", b(h) = 2^p b(h/2) for the bias b of the mean energy;
/// - conserved: "conservation order", the error of the conserved channel falls as h^2;
/// - on a lattice: kernel_verdicts() against the exact transition probabilities;
/// - none of these: "long run", skipped, as nothing is claimed at a finite time.
///
/// Deterministic for a seed and backend kind.
std::vector<Verdict> verify(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend,
                            std::uint64_t seed);

/// A chain of a time-reversible sampler with importance weights: where it began, where it is, and log w.
struct WeightedMove {
  Position from, to;
  double log_weight = 0;
};

/// Are independent positions draws of the target? Pearson's chi-squared over a 48 x 48 grid (128 cells for
/// dim 1) and the outside.
Verdict distribution_test(const Target& target, std::span<const Position> positions, double level);

/// Is w the exact importance weight of a time-reversible move? Then, and only then, accepting the move with
/// probability min(1, w), and staying otherwise, keeps exact draws exact (Green 1995): distribution_test of these
/// positions. Sums of w itself would have tails too heavy for any test.
Verdict weighted_distribution_test(const Target& target, std::span<const WeightedMove> moves,
                                   std::uint64_t seed, double level);

/// E[w] = 1 within 5 standard errors, with E[w^2] = E[1/w]: heavy weights that are rare among the moves into
/// a place are common, as their inverses, among the moves out of it.
Verdict mean_weight_test(std::span<const WeightedMove> moves);

}  // namespace ergo
