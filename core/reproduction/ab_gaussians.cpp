// Sun, Dai, Zhang & Schuurmans 2023, Tables 1, 4 and 5: effective draws on Gaussians on {0 .. 20}^100.
#include "core/base/number_words.h"
#include "core/reproduction/ab_contest.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

/// `paper`: as AbContest has it.
void hold_gaussian_contest(const std::string& prefix, const char* precision, double spread,
                           const std::map<std::string, std::string>& paper, double effort, ThreadPool& pool,
                           const Listener& listener) {
  hold_ab_contest(
      {.prefix = prefix + precision + ", ",
       .target = make_site_target("lattice_gaussian_nd", {{"precision", precision}, {"spread", spread}}),
       .given = {{"PAVG", DiagonalRule::shift, 1e6, 1}, {"AB-trace at σ = ∞", DiagonalRule::trace, 1e6, 1}},
       .paper = paper},
      effort, pool, listener);
}

void run(double effort, ThreadPool& pool, const Listener& listener) {
  hold_gaussian_contest("", "rotated", 10, {{"AB-1st", "above LB"}, {"AB-trace", "near AB-shift"}}, effort,
                        pool, listener);
  hold_gaussian_contest("", "sparse", 10, {{"AB-1st", "above LB"}, {"AB-trace", "far above AB-shift"}},
                        effort, pool, listener);
}

void run_other_spreads(double effort, ThreadPool& pool, const Listener& listener) {
  for (const double spread : {2.0, 50.0})
    for (const char* precision : {"rotated", "sparse"})
      hold_gaussian_contest("L = " + significant(spread, 2) + ", ", precision, spread, {}, effort, pool,
                            listener);
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

Experiment ab_gaussian_spreads() {
  return {
      .id = "ab-4-gaussian",
      .title = "Effective draws on less and more stretched lattice Gaussians",
      .source = "Sun, Dai, Zhang & Schuurmans 2023, Tables 4 and 5",
      .doc =
          "L = 2 and 50; chains, counts and tuning are those of ab-1-gaussian, and the variances along the "
          "axes are again 1 to L in even steps. The paper's tables are not legible, and its text does not "
          "discuss them. At effort 1 AB of second order had the most draws on all four. On the rotated "
          "Gaussians AB-trace was near AB-shift, on the sparse ones above it by a factor of 2 with L = 2 "
          "and of 14 with L = 50: the order that the paper reports for L = 10. On sparse ones the draws of "
          "AB-trace at σ = ∞ did not depend on L, as its diagonal follows the scales of the coordinates.",
      .run = run_other_spreads};
}

}  // namespace ergo
