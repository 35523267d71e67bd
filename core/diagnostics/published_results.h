#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/diagnostics/stationarity.h"

namespace ergo {

/// One number of a paper, or its reproduction in double precision, and how to compute it here. The
/// reproduction counts where the two differ.
struct PublishedResult {
  std::string sampler, target, test;
  std::function<Verdict(std::uint64_t seed)> check;
  bool quick = true;  ///< else one of several like it, left to `ergo verify`
};

/// All of them, on the CPU: effective sample sizes per gradient (Ver Steeg & Galstyan 2021, Table 1) and
/// MMD^2 after so many gradients (Fig. 4), for the targets of the plane; on 25 islands of a lattice what
/// samplers find in 10 000 steps (Pynadath et al. 2024, Fig. 1); and the exact ones.
std::vector<PublishedResult> published_results();

/// Those known without chains, to all digits that are printed: acceptance and spectral gaps on the 8 x 8
/// lattice, the bias of unadjusted steps on small binary models (Zhang, Liu & Liu 2022), the exponents that
/// balance a Gaussian (Sun et al. 2023).
std::vector<PublishedResult> exact_published_results();

}  // namespace ergo
