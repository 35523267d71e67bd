// Zhang, Liu & Liu 2022, Fig. 1 left and Theorem 5.1: the distance of DULA's stationary distribution from the
// target, sum |pi_alpha - pi|, is at most Z exp(-1/(2 alpha) - lambda_min/2) for U = s'Ws + b's, lambda_min
// the smallest eigenvalue of W and Z = sum e^U.
#include <cmath>

#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/site_samplers/product_sites.h"
#include "core/sites/site_states.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr double connectivity = 0.1, bias = 0.2;           // c and b of appendix I.1
constexpr double smallest_eigenvalue = -2 * connectivity;  // of c times the adjacency of a square
constexpr double step_sizes[] = {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1, 10};

double distance(std::span<const double> p, std::span<const double> q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::abs(p[i] - q[i]);
  return sum;
}

void run(double, ThreadPool&, const TellNumber& tell) {
  // Each pair stands twice in s'Ws.
  const auto target =
      make_site_target("ising", {{"side", 2}, {"coupling", 2 * connectivity}, {"field", bias}});
  const SiteStates states(target);
  double z = 0;
  for (std::size_t i = 0; i < states.count(); ++i) z += std::exp(-states.energies()[i]);
  for (const double alpha : step_sizes) {
    const auto dula = make_site_sampler("dula_sites", target, {{"alpha", alpha}});
    const double away = distance(dula_distribution(*dula, states), states.distribution());
    const double rate = std::exp(-1 / (2 * alpha)), bound = z * rate * std::exp(-smallest_eigenvalue / 2);
    tell({"Σ|π_α − π|, α = " + significant(alpha, 3),
          {away, 0},
          "",
          "Theorem 5.1: at most " + significant(bound, 3) + "; " + significant(away / rate, 3) +
              " times exp(−1/2α)"});
  }
}

}  // namespace

Experiment dlp_bias() {
  return {.id = "dlp-1-bias",
          .title = "DULA's bias against its step size, 2×2 Ising",
          .source = "Zhang, Liu & Liu 2022, Fig. 1 left, Theorem 5.1",
          .doc = "Exact, from the 16 states. The paper plots the distance and prints no numbers. α is in units of {0,1}.",
          .run = run};
}

}  // namespace ergo
