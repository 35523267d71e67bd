#include <cmath>
#include <cstdio>
#include <optional>

#include "core/config/assignment.h"
#include "core/diagnostics/published_results.h"
#include "core/exact/balance_exponent.h"
#include "core/exact/equilibrium.h"
#include "core/exact/hypercube.h"

namespace ergo {
namespace {

/// A printed value and half a unit of its last digit.
struct Printed {
  double value, half_digit;
};

PublishedResult exact_result(std::string sampler, std::string target, std::string test, Printed printed,
                             std::function<double()> compute) {
  return {sampler, target, test, [=](std::uint64_t) {
            const double ours = compute();
            Verdict v{.sampler = sampler,
                      .target = target,
                      .backend = "exact",
                      .test = test,
                      .statistic = std::abs(ours - printed.value),
                      .threshold = printed.half_digit,
                      .p_value = std::nan("")};
            v.verdict = v.statistic <= v.threshold ? "pass" : "fail";
            char text[80];
            std::snprintf(text, sizeof text, "%.6g; published %.6g", ours, printed.value);
            v.reason = text;
            return v;
          }};
}

/// A sampler on the 8 x 8 lattice.
struct Small {
  explicit Small(const std::vector<Assignment>& assignments) {
    apply(config, {"target", "lattice8"});
    for (const Assignment& a : assignments) apply(config, a);
    target = make_target(config);
    cycle.emplace(config, *target->lattice(), pool);
  }
  double gap() const { return spectral_gap(*cycle, target->lattice()->law()).gap; }
  double acceptance() { return step_means(*cycle, target->lattice()->law(), pool).acceptance; }

  RunConfig config;
  ThreadPool pool;
  std::unique_ptr<Target> target;
  std::optional<Cycle> cycle;
};

void add_lattice(std::vector<PublishedResult>& results) {
  struct Entry {
    const char *alpha, *beta;
    double acceptance, gap;
  };
  constexpr double half_digit = 0.5e-4;
  for (const Entry& e :
       {Entry{"0.5", "0.5", .9689, .0106}, Entry{"2", "0.5", .8047, .0224}, Entry{"8", "0.5", .4324, .0994},
        Entry{"8", "0.7", .3462, .0764}, Entry{"40", "0.95", .2132, .0576}}) {
    const std::vector<Assignment> run = {
        {"sampler", "dmala"}, {"sampler.alpha", e.alpha}, {"sampler.beta", e.beta}};
    const std::string of = std::string(", alpha ") + e.alpha + ", beta " + e.beta;
    results.push_back(exact_result("dmala", "lattice8", "acceptance" + of, {e.acceptance, half_digit},
                                   [run] { return Small(run).acceptance(); }));
    results.push_back(exact_result("dmala", "lattice8", "gap" + of, {e.gap, half_digit},
                                   [run] { return Small(run).gap(); }));
  }
  const std::vector<Assignment> gibbs = {{"sampler", "lattice_gibbs"}},
                                walk = {{"sampler", "lattice_rwm"}, {"sampler.half_width", "1"}};
  results.push_back(exact_result("lattice_gibbs", "lattice8", "gap", {.1875, half_digit},
                                 [gibbs] { return Small(gibbs).gap(); }));
  results.push_back(exact_result("lattice_rwm", "lattice8", "gap, w 1", {.0138, half_digit},
                                 [walk] { return Small(walk).gap(); }));
}

/// |pi_alpha - pi|_1 of DULA at a step size in {-1, 1} coordinates.
double dula_bias(const BinaryTarget& target, double alpha) {
  const FlipKernel kernel = {std::vector<double>(static_cast<std::size_t>(target.dim), alpha)};
  return l1_distance(stationary_law(matrix_of(target, kernel)), law_of(target));
}

void add_binary(std::vector<PublishedResult>& results) {
  struct Entry {
    double parameter, bias, half_digit;
  };
  // Theorem 5.1's example with alpha in {0, 1} coordinates, a quarter of that in {-1, 1}.
  for (const Entry& e : {Entry{.05, 3.63e-5, .5e-7}, Entry{.1, 5.34e-3, .5e-5}, Entry{.15, 2.72e-2, .5e-4},
                         Entry{.2, 5.92e-2, .5e-4}, Entry{.3, .1204, .5e-4}, Entry{.4, .1648, .5e-4},
                         Entry{.6, .2171, .5e-4}, Entry{1, .2622, .5e-4}, Entry{10, .3223, .5e-4}}) {
    char test[40];
    std::snprintf(test, sizeof test, "bias, alpha %g", e.parameter);
    results.push_back(exact_result("dula", "2x2 Ising", test, {e.bias, e.half_digit}, [alpha = e.parameter] {
      return dula_bias(ising(4, {{0, 1}, {1, 3}, {3, 2}, {2, 0}}, 0.2, 0.2), 4 * alpha);
    }));
  }
  // U = t^2 + 0.1 t + 2 eps sin(pi t/2) on {-1, 1}, whose gradient there does not know eps.
  for (const Entry& e : {Entry{0, .0018, .5e-4}, Entry{.05, .0995, .5e-4}, Entry{.1, .193, .5e-3},
                         Entry{.2, .364, .5e-3}, Entry{.5, .703, .5e-3}, Entry{1, .873, .5e-3}}) {
    char test[40];
    std::snprintf(test, sizeof test, "bias, epsilon %g", e.parameter);
    results.push_back(exact_result("dula", "one spin", test, {e.bias, e.half_digit}, [eps = e.parameter] {
      return dula_bias({1, [eps](const std::vector<double>& s) { return 1 + (0.1 + 2 * eps) * s[0]; },
                        [](const std::vector<double>& s) { return std::vector<double>{2 * s[0] + 0.1}; }},
                       1);
    }));
  }
}

void add_exponents(std::vector<PublishedResult>& results) {
  struct Entry {
    BalanceBy by;
    double r, exponent;
  };
  // Eq. 8 holds in the continuum; the ends of the line cost 1e-5.
  constexpr double allowed = 2e-5;
  for (const Entry& e : {Entry{BalanceBy::ratio, .1, .51249}, Entry{BalanceBy::ratio, .5, .56155},
                         Entry{BalanceBy::ratio, 1, .61803}, Entry{BalanceBy::ratio, 2, .70711},
                         Entry{BalanceBy::ratio, 5, .83852}, Entry{BalanceBy::ratio, 20, .95250},
                         Entry{BalanceBy::gradient, .5, .58579}, Entry{BalanceBy::gradient, .8, .69098},
                         Entry{BalanceBy::gradient, 1, 1}, Entry{BalanceBy::gradient, 2, .5}}) {
    char test[60];
    std::snprintf(test, sizeof test, "best exponent by the %s, r %g",
                  e.by == BalanceBy::ratio ? "ratio" : "gradient", e.r);
    results.push_back(exact_result(e.by == BalanceBy::ratio ? "AB" : "dmala", "Gaussian line", test,
                                   {e.exponent, allowed},
                                   [by = e.by, r = e.r] { return best_exponent(by, r).alpha; }));
  }
}

}  // namespace

std::vector<PublishedResult> exact_published_results() {
  std::vector<PublishedResult> results;
  add_lattice(results);
  add_binary(results);
  add_exponents(results);
  return results;
}

}  // namespace ergo
