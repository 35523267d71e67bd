#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/maths/estimate.h"
#include "core/verification/stationarity.h"

namespace ergo {

/// One number of a paper, or its reproduction in double precision, and how to compute it here. The
/// reproduction counts where the two differ.
struct PublishedResult {
  std::string sampler, target, test;
  std::function<Verdict(std::uint64_t seed)> check;
  bool quick = true;  ///< else one of several like it, left to `ergo verify`
  /// Of those that are not quick: a run of fewer chains, where it says enough; else empty.
  std::function<Verdict(std::uint64_t seed)> in_short = {};
};

/// A result on the CPU: `check` tells what came out, the name is put to it.
PublishedResult published_result(const std::string& sampler, const std::string& target,
                                 const std::string& test, bool quick,
                                 std::function<Verdict(std::uint64_t seed)> check);

/// |ours - published| over what is allowed; fails where ours is NaN.
Verdict compared(const Estimate& ours, double published, double allowed);

/// For a claim that does not hold: passes where ours is further from the claimed value than allowed.
Verdict refuted(const Estimate& ours, double claimed, double allowed);

/// All of them, on the CPU: effective sample sizes per gradient (Ver Steeg & Galstyan 2021, Table 1) and
/// MMD^2 after so many gradients (Figs. 4 and 15), for the targets of the plane, and those below.
std::vector<PublishedResult> published_results();

/// On 25 islands of a lattice, what samplers find in 10 000 steps (Pynadath et al. 2024, Fig. 1).
std::vector<PublishedResult> island_results();

/// Time averages: the double well and the mean of data under gradient noise (Ding et al. 2014, Fig. 1 and
/// section 5.1), Euler's rule against BADODAB, and closed forms of unadjusted steps on Gaussians.
std::vector<PublishedResult> thermostat_results();

/// What ESH and Nose-Hoover conserve and at which order, ESH's unweighted distribution and its repair, log Z
/// by Jarzynski's equality, and where Nose-Hoover is not ergodic.
std::vector<PublishedResult> flow_results();

/// From the transition matrices of every lattice sampler, at each of its choices, on the 8 x 8 lattice:
/// detailed balance of every phase that has a Metropolis step; stationarity of the target, or of the
/// distribution that an unadjusted step keeps; both to 1e-12.
std::vector<PublishedResult> kernel_results();

/// Those known without chains, to all digits that are printed: acceptance and spectral gaps on the 8 x 8
/// lattice, the bias of unadjusted steps on small binary models (Zhang, Liu & Liu 2022), schedules of
/// step sizes (Pynadath et al. 2024), the exponents that balance a Gaussian and diagonals of least trace (Sun
/// et al. 2023).
std::vector<PublishedResult> exact_published_results();

}  // namespace ergo
