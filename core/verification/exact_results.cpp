#include <cmath>
#include <cstdio>

#include "core/backend/cpu_backend.h"
#include "core/exact/balance_exponent.h"
#include "core/exact/equilibrium.h"
#include "core/exact/hypercube.h"
#include "core/maths/quadratic_model.h"
#include "core/verification/exact_case.h"
#include "core/verification/published_results.h"

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

double gap_of(const std::vector<Assignment>& run) {
  const ExactCase c(run);
  return spectral_gap(c.cycle, c.distribution()).gap;
}

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
        {"target", "lattice8"}, {"sampler", "dmala"}, {"sampler.alpha", e.alpha}, {"sampler.beta", e.beta}};
    const std::string of = std::string(", alpha ") + e.alpha + ", beta " + e.beta;
    results.push_back(exact_result("dmala", "lattice8", "acceptance" + of, {e.acceptance, half_digit},
                                   [run] { return ExactCase(run).acceptance(); }));
    results.push_back(
        exact_result("dmala", "lattice8", "gap" + of, {e.gap, half_digit}, [run] { return gap_of(run); }));
  }
  const std::vector<Assignment> gibbs = {{"target", "lattice8"}, {"sampler", "lattice_gibbs"}},
                                walk = {{"target", "lattice8"},
                                        {"sampler", "lattice_rwm"},
                                        {"sampler.half_width", "1"}};
  results.push_back(exact_result("lattice_gibbs", "lattice8", "gap", {.1875, half_digit},
                                 [gibbs] { return gap_of(gibbs); }));
  results.push_back(exact_result("lattice_rwm", "lattice8", "gap, w 1", {.0138, half_digit},
                                 [walk] { return gap_of(walk); }));
}

/// |pi_alpha - pi|_1 of DULA at a step size in {-1, 1} coordinates.
double dula_bias(const BinaryTarget& target, double alpha) {
  const FlipKernel kernel = {std::vector<double>(static_cast<std::size_t>(target.dim), alpha)};
  return l1_distance(stationary_distribution(matrix_of(target, kernel)), distribution_of(target));
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
    results.push_back(exact_result(e.by == BalanceBy::ratio ? "ab" : "dmala", "Gaussian line", test,
                                   {e.exponent, allowed},
                                   [by = e.by, r = e.r] { return best_exponent(by, r).alpha; }));
  }
}

/// alpha of step `step` of a cycle of 20.
double cyclical_alpha(const std::vector<Assignment>& schedule, std::uint64_t step) {
  RunConfig config = ExactCase::configured({{"target", "lattice8"}, {"sampler", "acs"}});
  for (const Assignment& a : schedule) apply(config, a);
  config.chains = 1;
  CpuBackend backend;
  backend.configure(config);
  backend.place(std::vector<Position>(1), step);
  backend.advance(step, 1);
  return backend.read()
      .report[static_cast<std::size_t>(find_channel(sampler_unit("acs").descriptor, "alpha"))];
}

void add_schedules(std::vector<PublishedResult>& results) {
  struct Entry {
    std::uint64_t step;
    double alpha, half_digit;
  };
  const auto add = [&](const std::string& name, const std::vector<Assignment>& schedule,
                       const std::vector<Entry>& entries) {
    for (const Entry& e : entries)
      results.push_back(exact_result("acs", "any lattice", name + " alpha, k " + std::to_string(e.step),
                                     {e.alpha, e.half_digit},
                                     [schedule, step = e.step] { return cyclical_alpha(schedule, step); }));
  };
  add("Eq. 8", {{"sampler.alpha_max", "1575"}, {"sampler.alpha_min", "3"}},
      {{0, 1575, .5},
       {1, 1565.30, .005},
       {5, 1344.35, .005},
       {10, 787.50, .005},
       {15, 230.65, .005},
       {19, 9.6954, .5e-4}});
  // The code's alpha_max and alpha_min are (0.014 450)^4 and (0.003 450)^4.
  add("toy",
      {{"sampler.schedule", "toy_fourth_power"},
       {"sampler.alpha_max", "1575.2961"},
       {"sampler.alpha_min", "3.32150625"}},
      {{0, 1575.30, .005},
       {1, 1536.86, .005},
       {2, 1426.66, .005},
       {3, 1258.97, .005},
       {13, 8.75, .005},
       {14, 3.32, .005},
       {19, 3.32, .005}});
}

/// Diagonals D of least trace with W + D >= 0.
void add_least_traces(std::vector<PublishedResult>& results) {
  const auto add = [&](const std::string& test, Printed printed, const std::function<double()>& compute) {
    results.push_back(exact_result("ab", "quadratic model", "least D, " + test, printed, compute));
  };
  const auto two = [] { return least_trace_diagonal(Eigen::Matrix2d{{-.1821, .2175}, {.2175, -.3512}}); };
  // Exact: |w_12| - w_ii of a matrix of four digits.
  add("2 x 2, D_11", {.3996, 1e-6}, [two] { return two()(0); });
  add("2 x 2, D_22", {.5687, 1e-6}, [two] { return two()(1); });
  for (const auto& [i, value] : {std::pair{0, 100.0}, {1, 1.0}, {2, 1.0}})
    add("diagonal, D_" + std::to_string(i + 1) + std::to_string(i + 1), {value, 1e-6},
        [i = i] { return least_trace_diagonal(Eigen::Vector3d(-100, -1, -1).asDiagonal())(i); });
  add("3 x 3 Ising, trace", {10.5768, .5e-4}, [] {
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(9, 9);  // open boundary, J = .4407
    for (int i = 0; i < 9; ++i)
      for (const int j : {i % 3 < 2 ? i + 1 : i, i < 6 ? i + 3 : i})
        if (j != i) w(i, j) = w(j, i) = .4407;
    return least_trace_diagonal(w).sum();
  });
}

}  // namespace

std::vector<PublishedResult> exact_published_results() {
  std::vector<PublishedResult> results;
  add_lattice(results);
  add_binary(results);
  add_schedules(results);
  add_exponents(results);
  add_least_traces(results);
  return results;
}

}  // namespace ergo
