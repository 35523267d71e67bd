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
};

/// All of them, on the CPU: effective sample sizes per gradient (Ver Steeg & Galstyan 2021, Table 1) and
/// MMD^2 after so many gradients (Fig. 4), for the targets of the plane.
std::vector<PublishedResult> published_results();

}  // namespace ergo
