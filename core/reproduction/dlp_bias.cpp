// Zhang, Liu & Liu 2022, Fig. 1 left and Theorem 5.1: the distance of DULA's stationary distribution from the
// target, sum |pi_alpha - pi|, is at most Z exp(-1/(2 alpha) - lambda_min/2) for U = x'Wx + b'x, lambda_min
// the smallest eigenvalue of W and Z = sum e^U, as long as 1 + alpha lambda_min >= 0. With spins s = 2x - 1
// and C the adjacency of a square, c s'Cs = x'(4c C)x + a linear term + a constant, which for these c and b
// is cancelled by that of b's.
#include <cmath>

#include "core/base/number_words.h"
#include "core/reproduction/experiment_list.h"
#include "core/site_samplers/product_sites.h"
#include "core/sites/site_states.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr double connectivity = 0.1, bias = 0.2;           // c and b of appendix I.1
constexpr double smallest_eigenvalue = -8 * connectivity;  // of 4c C; the least of C is -2
constexpr double step_sizes[] = {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1, 10};

double distance(std::span<const double> p, std::span<const double> q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::abs(p[i] - q[i]);
  return sum;
}

/// What Theorem 5.1 says there. No distance is above 2.
std::string bound_words(double alpha, double bound) {
  if (1 + alpha * smallest_eigenvalue < 0) return "Theorem 5.1 does not hold for so large a step";
  return bound < 2 ? "Theorem 5.1: at most " + significant(bound, 3)
                   : "Theorem 5.1 says nothing: its bound is above 2";
}

void run(double, ThreadPool&, const Listener& listener) {
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
    listener.tell({"Σ|π_α − π|, α = " + significant(alpha, 3),
                   {away, 0},
                   "",
                   bound_words(alpha, bound) + "; " + significant(away / rate, 3) + " exp(−1/2α)"});
  }
}

}  // namespace

Experiment dlp_bias() {
  return {.id = "dlp-1-ising",
          .title = "DULA's bias against its step size, 2×2 Ising",
          .source = "Zhang, Liu & Liu 2022, Fig. 1 left, Theorem 5.1",
          .doc =
              "Exact, from the 16 states. The paper plots the distance and prints no numbers. α is in units "
              "of {0,1}.",
          .run = run};
}

}  // namespace ergo
