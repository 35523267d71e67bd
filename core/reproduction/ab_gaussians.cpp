// Sun, Dai, Zhang & Schuurmans 2023, Table 1: effective draws on Gaussians on {0 .. 20}^100.
#include "core/reproduction/ab_contest.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

void run(double effort, ThreadPool& pool, const Listener& listener) {
  const std::string precisions[] = {"rotated", "sparse"};
  for (const std::string& precision : precisions) {
    const bool rotated = precision == "rotated";
    hold_ab_contest(
        {.prefix = precision + ", ",
         .target =
             make_site_target("lattice_gaussian_nd", {{"precision", precision.c_str()}, {"spread", 10}}),
         .given = {{"PAVG", DiagonalRule::shift, 1e6, 1}, {"AB-trace at σ = ∞", DiagonalRule::trace, 1e6, 1}},
         .paper = {{"AB-1st", "above LB"}, {"AB-trace", rotated ? "near AB-shift" : "far above AB-shift"}}},
        effort, pool, listener);
  }
}

}  // namespace

Experiment ab_gaussians() {
  return {.id = "ab-1-gaussian",
          .title = "Effective draws in 10⁴ evaluations on lattice Gaussians",
          .source = "Sun, Dai, Zhang & Schuurmans 2023, Table 1",
          .doc =
              "100 sites with values 0 to 20, L = 10. 64 chains from 300 sweeps of Gibbs sampling. The "
              "paper does not state the function whose draws it counts; here that is E. An evaluation "
              "is one of E or of its gradient, for Gibbs sampling one for each other value of a site. "
              "RWM and LB are tuned to acceptances of 0.234 and 0.574, σ and α of AB by the paper's "
              "Algorithm 3 with 4 chains, from 0.1 and 0.5 in 166 rounds, fewer at less effort. On "
              "these targets AB of second order accepts all at σ = ∞ and α = 1, where its jumps are "
              "longest; the search creeps towards it along a ridge. PAVG is AB-shift there. The paper's "
              "variances along the axes are not legible; here they are 1 to 10 in even steps.",
          .run = run};
}

}  // namespace ergo
