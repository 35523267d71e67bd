// Pynadath, Bhattacharya, Hariharan & Zhang 2024, Lemma 5.3 and Theorems 5.4 and 5.5: where log p is m-strongly concave
// with an M-Lipschitz gradient, and alpha < 1/(beta M), a step of DMALA from any theta' has at least the mass
// epsilon nu, nu ∝ p^beta, with
//   epsilon = exp(-(1/(2 alpha) + beta M - beta m/2) diam^2 - |grad log p(a)| diam),
// a where the gradient is least. Then the distance to p after n steps is at most (1 - epsilon)^n, and that of a cycle's
// steps at most (1 - epsilon_s)^n with the last step's epsilon. Each is set beside what is exact: the largest
// epsilon for which the lemma holds, and 1 - |lambda_2|, whose powers the distance follows in the end.
#include <algorithm>
#include <cmath>

#include "core/base/number_words.h"
#include "core/exact/spectrum.h"
#include "core/reproduction/experiment_list.h"
#include "core/sites/site_states.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

constexpr int dimensions = 2, side = 3;

struct AlphaBeta {
  double alpha, beta;
};
constexpr AlphaBeta tried[] = {{0.2, 0.5}, {0.5, 0.5}, {1, 0.5}, {1.5, 0.5}, {1, 0.8}};
constexpr AlphaBeta longest = {1.5, 0.6}, shortest = {0.5, 0.5};  // of a cycle of two steps

/// What the bounds need to know of the target.
struct Constants {
  explicit Constants(const SiteStates& states) {
    const SiteTarget& target = states.target();
    static_assert(dimensions == 2);
    const std::vector<double> hessian = target.constant_hessian();
    const double middle = (hessian[0] + hessian[3]) / 2;
    const double spread = std::hypot((hessian[0] - hessian[3]) / 2, hessian[1]);
    concavity = middle - spread;  // its eigenvalues
    lipschitz = middle + spread;
    std::vector<double> gradient(dimensions);
    least_gradient = INFINITY;
    for (std::size_t i = 0; i < states.count(); ++i) {
      target.gradient(states.configuration(i), gradient);
      least_gradient = std::min(least_gradient, std::hypot(gradient[0], gradient[1]));
    }
  }
  double diameter = std::sqrt(dimensions) * (side - 1), concavity, lipschitz, least_gradient;

  double epsilon(AlphaBeta at) const {
    const double square = 1 / (2 * at.alpha) + at.beta * lipschitz - at.beta * concavity / 2;
    return std::exp(-square * diameter * diameter - least_gradient * diameter);
  }
};

SquareMatrix transitions(const SiteSampler& sampler, const SiteStates& states, std::uint64_t step) {
  SquareMatrix matrix(states.count());
  for (std::size_t from = 0; from < states.count(); ++from) {
    const std::vector<double> row = transition_row(sampler, states, from, step);
    std::ranges::copy(row, &matrix(from, 0));
  }
  return matrix;
}

/// The largest epsilon with P(theta', theta) >= epsilon nu(theta) for all pairs.
double minorisation(const SquareMatrix& matrix, const SiteStates& states, double beta) {
  double sum = 0, least = INFINITY;
  for (const double energy : states.energies()) sum += std::exp(-beta * energy);
  for (std::size_t from = 0; from < matrix.size; ++from)
    for (std::size_t to = 0; to < matrix.size; ++to)
      least = std::min(least, matrix(from, to) * sum / std::exp(-beta * states.energies()[to]));
  return least;
}

std::string words_of(AlphaBeta at) {
  return "α = " + significant(at.alpha, 2) + ", β = " + significant(at.beta, 2);
}

void run(double, ThreadPool&, const Listener& listener) {
  const auto target = make_site_target(
      "lattice_gaussian_nd",
      {{"dimensions", dimensions}, {"side", side}, {"precision", "rotated"}, {"spread", 2}, {"mean", 1}});
  const SiteStates states(target);
  const Constants constants(states);
  for (const AlphaBeta at : tried) {
    const auto dmala = make_site_sampler("dmala_sites", target, {{"alpha", at.alpha}, {"beta", at.beta}});
    const SquareMatrix matrix = transitions(*dmala, states, 0);
    const double epsilon = constants.epsilon(at);
    const bool applies = at.alpha < 1 / (at.beta * constants.lipschitz);
    const std::string limit = "Lemma 5.3: at least " + significant(epsilon, 3);
    listener.tell({"largest ε of Lemma 5.3, " + words_of(at),
                   {minorisation(matrix, states, at.beta), 0},
                   "",
                   applies ? limit : "Lemma 5.3 does not hold for so large a step"});
    listener.tell({"1 − |λ₂|, " + words_of(at),
                   {spectral_gap(matrix, states.distribution()).gap, 0},
                   "",
                   applies ? "Theorem 5.4: at least " + significant(epsilon, 3)
                           : "Theorem 5.4 does not hold for so large a step"});
  }
  const auto cyclical = make_site_sampler("acs_sites", target,
                                          {{"alpha_max", longest.alpha},
                                           {"alpha_min", shortest.alpha},
                                           {"beta_max", longest.beta},
                                           {"beta_min", shortest.beta},
                                           {"cycle_length", 2}});
  const SquareMatrix first = transitions(*cyclical, states, 0), second = transitions(*cyclical, states, 1);
  SquareMatrix cycle(states.count());
  for (std::size_t i = 0; i < cycle.size; ++i)
    for (std::size_t j = 0; j < cycle.size; ++j)
      for (std::size_t k = 0; k < cycle.size; ++k) cycle(i, j) += first(i, k) * second(k, j);
  // c_1 = (1 + cos(pi/2))/2 = 1/2
  const AlphaBeta last = {std::max(longest.alpha / 2, shortest.alpha), (longest.beta + shortest.beta) / 2};
  listener.tell({"1 − |λ₂| of a cycle of two steps",
                 {spectral_gap(cycle).gap, 0},
                 "",
                 "Theorem 5.5: at least " + significant(constants.epsilon(last), 3) + ", the last step's " +
                     words_of(last)});
}

}  // namespace

Experiment acs_bounds() {
  return {.id = "acs-5-bounds",
          .title = "How fast DMALA and ACS converge, beside the theorems' bounds",
          .source = "Pynadath et al. 2024, Lemma 5.3, Theorems 5.4 and 5.5",
          .doc = "Exact, from the transition matrices on the 9 sites of a Gaussian on {0, 1, 2}², variances 1 and 2 along "
                 "axes that are not the lattice's. The paper prints no numbers.",
          .run = run};
}

}  // namespace ergo
