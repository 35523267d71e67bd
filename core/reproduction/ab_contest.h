#pragma once

#include <map>

#include "core/reproduction/settled_chains.h"
#include "core/site_samplers/any_scale_adaptation.h"

namespace ergo {

/// A target on which the samplers of Sun et al. 2023, section 5.1, are compared, each with the settings that
/// its rule finds: random-walk Metropolis, Gibbs sampling, LB (DMALA), AB of first order, and AB of second
/// order with each diagonal.
struct AbContest {
  /// AB of second order with settings that are given.
  struct Given {
    std::string title;
    DiagonalRule rule;
    double sigma, alpha;
  };

  std::string prefix;  ///< of what is told: the target's name
  std::shared_ptr<const SiteTarget> target;
  std::vector<Given> given;
  std::map<std::string, std::string> paper;  ///< what the paper says of a sampler, by its title
};

/// Tells the effective draws of E in 10^4 evaluations of every sampler. Remarks: settings, acceptance and L1
/// distance of a step.
void hold_ab_contest(const AbContest& contest, double effort, ThreadPool& pool, const Listener& listener);

}  // namespace ergo
