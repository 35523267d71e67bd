#pragma once

#include <span>
#include <vector>

#include "core/verification/chi_squared.h"
#include "core/verification/exact_case.h"
#include "core/verification/stationarity.h"

namespace ergo {

/// Do one step of many chains from one site, and its row of P, agree? Step number `phase` of the case's run,
/// by a backend configured with it.
ChiSquared moves_test(Backend& backend, const ExactCase& c, std::size_t phase, Position from);

/// Do chains from exact draws of the target follow, `steps` steps later, the distribution pi P^steps that
/// their own kernel gives them, whether or not that is the target's? Configures the backend.
ChiSquared own_distribution_test(Backend& backend, const RunConfig& config,
                                 std::span<const double> distribution, std::uint64_t steps);

/// What steps of a lattice sampler do on a target, against its exact transition probabilities, at its
/// defaults and each of its other choices:
/// - "moves", on lattices of up to 64 sites: moves_test from sites spread over the lattice, in every phase;
/// - "own distribution", of unadjusted steps, which have no other claim to a distribution:
/// own_distribution_test after 32 steps.
std::vector<Verdict> kernel_verdicts(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend,
                                     std::uint64_t seed);
/// An upper bound on the number of all verdicts that this gives of one backend.
std::size_t kernel_verdict_count();

}  // namespace ergo
