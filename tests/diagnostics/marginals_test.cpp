// Marginals of all registered targets against closed forms, enumeration and exact draws; bins, groups, bands;
// what reports say of them.
#include "core/diagnostics/marginals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/backend/cpu_backend.h"
#include "core/config/assignment.h"
#include "core/diagnostics/diagnostics.h"
#include "core/run/session.h"
#include "core/truth/exact_draws.h"
#include "core/unit/registry.h"
#include "core/verification/chi_squared.h"

namespace ergo::marginals_test {
namespace {

double normal_below(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double component(Position x, std::size_t axis) { return axis == 0 ? x.x : x.y; }

TEST(Marginals, GaussianMixturesGiveSumsOfNormalDistributions) {
  int mixtures = 0;
  for (const auto& unit : targets(Space::plane)) {
    const auto target = unit.make();
    const auto terms = target->mixture();
    if (terms.empty()) continue;
    ++mixtures;
    const auto distributions = marginal_distributions(*target);
    ASSERT_EQ(distributions.size(), static_cast<std::size_t>(target->dim)) << unit.descriptor.id;
    for (std::size_t axis = 0; axis < distributions.size(); ++axis) {
      const Bins& bins = distributions[axis].bins;
      const double peak = *std::ranges::max_element(distributions[axis].masses);
      for (int i = 0; i < bins.count; ++i) {
        double mass = 0;
        for (const GaussianTerm& term : terms) {
          const double mean = component(term.mean, axis), sd = std::sqrt(axis == 0 ? term.xx : term.yy);
          mass += term.weight *
                  (normal_below((bins.edge(i + 1) - mean) / sd) - normal_below((bins.edge(i) - mean) / sd));
        }
        // The change that ends the doubling of nodes.
        EXPECT_NEAR(distributions[axis].masses[static_cast<std::size_t>(i)], mass, 1e-6 * peak)
            << unit.descriptor.id << ", axis " << axis << ", bin " << i;
      }
    }
  }
  EXPECT_GE(mixtures, 4);
}

/// Each bin and the rest against exact draws.
TEST(Marginals, MatchExactDrawsForEveryTarget) {
  constexpr std::uint32_t draws = 20000;
  double axes = 0;
  for (const auto& unit : targets()) axes += unit.descriptor.dim;
  const double level = sidak_level(1e-3, static_cast<std::size_t>(axes));
  for (const auto& unit : targets()) {
    const std::shared_ptr<const Target> target = unit.make();
    const ExactDraws exact(target);
    const auto distributions = marginal_distributions(*target);
    ASSERT_EQ(distributions.size(), static_cast<std::size_t>(unit.descriptor.dim)) << unit.descriptor.id;
    for (std::size_t axis = 0; axis < distributions.size(); ++axis) {
      std::vector<double> values;
      for (std::uint32_t chain = 0; chain < draws; ++chain)
        values.push_back(component(exact.at(Draws(1, Purpose::exact, chain, 0, target->dim)), axis));
      const Marginal found = marginal(0, distributions[axis], values, {}, draws);
      std::vector<double> masses = distributions[axis].masses;
      std::vector<std::size_t> counts;
      for (const double share : found.shares)
        counts.push_back(static_cast<std::size_t>(std::lround(share * draws)));
      EXPECT_LE(sum(masses), 1 + 1e-6) << unit.descriptor.id;
      EXPECT_GE(*std::ranges::min_element(masses), 0) << unit.descriptor.id;
      masses.push_back(std::max(0.0, 1 - sum(masses)));
      counts.push_back(draws - std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
      EXPECT_GE(chi_squared_test(counts, masses).p_value, level) << unit.descriptor.id << ", axis " << axis;
    }
  }
}

TEST(Marginals, LatticeMarginalsAreSumsOverSites) {
  for (const auto& unit : targets(Space::lattice)) {
    const auto target = unit.make();
    const LatticeTarget& lattice = *target->lattice();
    const auto distributions = marginal_distributions(*target);
    const Sides sides = lattice.sides();
    ASSERT_EQ(distributions[0].masses.size(), static_cast<std::size_t>(sides.x));
    for (int x = 0; x < sides.x; ++x) {
      double mass = 0;
      for (int y = 0; y < sides.y; ++y)
        mass += std::exp(-lattice.evaluate({double(x), double(y)}).energy - *lattice.log_normaliser());
      EXPECT_NEAR(distributions[0].masses[static_cast<std::size_t>(x)], mass, 1e-12) << unit.descriptor.id;
    }
    EXPECT_EQ(distributions[0].bins.edge(0), lattice.window().low.x);
    EXPECT_EQ(distributions[0].bins.edge(sides.x), lattice.window().high.x);
    for (const BinnedDistribution& distribution : distributions)
      EXPECT_NEAR(sum(distribution.masses), 1, 1e-12) << unit.descriptor.id;
  }
}

TEST(Marginals, ANormalDistributionHasItsMoments) {
  const BinnedDistribution distribution = normal_distribution(3, 0.5);
  EXPECT_NEAR(sum(distribution.masses), 1, 1e-12);
  double mean = 0, square = 0;
  for (int i = 0; i < distribution.bins.count; ++i) {
    const double middle = distribution.bins.edge(i) + distribution.bins.width / 2,
                 mass = distribution.masses[static_cast<std::size_t>(i)];
    mean += mass * middle;
    square += mass * (middle - 3) * (middle - 3);
  }
  EXPECT_NEAR(mean, 3, 1e-12);
  EXPECT_NEAR(square, 0.25 + distribution.bins.width * distribution.bins.width / 12,
              1e-9);  // Sheppard's correction
}

TEST(Marginals, HistogramsCountWeightsAndDrawsOutsideTheRange) {
  const BinnedDistribution distribution{{0, 0.5, 4}, {}};
  const std::vector<double> values = {0, 0.49, 0.5, 1.99, 2, -0.01, 1e300}, weights = {1, 2, 3, 4, 5, 6, 7};
  const Marginal found = marginal(0, distribution, values, weights, 5);
  EXPECT_EQ(found.shares, (std::vector<double>{3.0 / 28, 3.0 / 28, 0, 4.0 / 28}));
  EXPECT_EQ(marginal(0, distribution, values, {}, 7).shares,
            (std::vector<double>{2.0 / 7, 1.0 / 7, 0, 1.0 / 7}));
}

TEST(Marginals, GroupsAddUp) {
  Marginal fine{7, {{-0.5, 1, 5}, {0.1, 0.2, 0.3, 0.2, 0.1}}, {0, 0.5, 0.25, 0.25, 0}, 12};
  const Marginal pairs = grouped(fine, 2);
  EXPECT_EQ(pairs.offset, 7);
  EXPECT_EQ(pairs.draws, 12);
  EXPECT_EQ(pairs.distribution.bins.count, 3);
  EXPECT_EQ(pairs.distribution.bins.edge(2), 3.5);
  EXPECT_EQ(pairs.distribution.masses, (std::vector<double>{0.1 + 0.2, 0.3 + 0.2, 0.1}));
  EXPECT_EQ(pairs.shares, (std::vector<double>{0.5, 0.5, 0}));
}

TEST(Marginals, GroupsHoldCompany) {
  // 1024 equal bins: among n draws each meets n/1024 in its bin, n/512 in a pair ...
  const Marginal fine{0, {{0, 1, 1024}, std::vector<double>(1024, 1.0 / 1024)}, {}, 1024};
  EXPECT_EQ(group_for(fine, 1), 1);
  EXPECT_EQ(group_for(fine, 20), 32);
  EXPECT_EQ(group_for(fine, 1e9), 1024);
}

/// P(X <= k) of a binomial number, term by term.
double binomial_below(int k, int n, double p) {
  double total = 0;
  for (int i = 0; i <= k; ++i)
    total += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) +
                      i * std::log(p) + (n - i) * std::log1p(-p));
  return total;
}

TEST(Marginals, TheBandIsThatOfBinomialNumbers) {
  for (const int n : {1, 7, 500, 20000})
    for (const double p : {1e-9, 1e-3, 0.02, 0.5, 0.9, 1 - 1e-9}) {
      const Interval band = share_band(p, n);
      const int low = static_cast<int>(std::lround(band.low * n)),
                high = static_cast<int>(std::lround(band.high * n));
      EXPECT_GE(binomial_below(low, n, p), 0.05) << n << " " << p;
      EXPECT_GE(binomial_below(high, n, p), 0.95) << n << " " << p;
      if (low > 0) {
        EXPECT_LT(binomial_below(low - 1, n, p), 0.05) << n << " " << p;
      }
      if (high > 0) {
        EXPECT_LT(binomial_below(high - 1, n, p), 0.95) << n << " " << p;
      }
    }
  EXPECT_EQ(share_band(0, 100).high, 0);
  EXPECT_EQ(share_band(1, 100).low, 1);
  const double sd = std::sqrt(0.3 * 0.7 / 1e7);
  EXPECT_NEAR(share_band(0.3, 1e7).high, 0.3 + 1.6449 * sd, 0.01 * sd);
}

DiagnosticsRequest request_of(const std::string& sampler, DrawsUsed draws) {
  RunConfig config;
  apply(config, {"target", "double_well"});
  apply(config, {"sampler", sampler});
  apply(config, {"start", "exact"});
  config.chains = 2000;
  config.backend = BackendKind::cpu;
  Session session(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  session.advance(5);
  return {.data = session.read(), .config = session.config(), .draws = draws, .marginals = true};
}

TEST(Marginals, AReportCountsTheDrawsItSpeaksOf) {
  for (const DrawsUsed draws : {DrawsUsed::raw, DrawsUsed::weighted, DrawsUsed::reservoir}) {
    Diagnostics diagnostics;
    const DiagnosticReport report = diagnostics.report(request_of("esh", draws));
    ASSERT_EQ(report.marginals.size(), 1u);  // one dimension, no momentum whose distribution is known
    const Marginal& x = report.marginals[0];
    EXPECT_EQ(x.offset, 0);
    EXPECT_EQ(x.draws, report.effective_draws);
    double mean = 0, outside = 1 - sum(x.shares);
    for (int i = 0; i < x.distribution.bins.count; ++i)
      mean += x.shares[static_cast<std::size_t>(i)] *
              (x.distribution.bins.edge(i) + x.distribution.bins.width / 2);
    ASSERT_NEAR(outside, 0, 1e-9);
    EXPECT_NEAR(mean, report.mean.x, x.distribution.bins.width / 2)
        << draws_names[static_cast<std::size_t>(draws)];
  }
}

TEST(Marginals, AReportHasMomentumAndThermostatOnlyWhereAskedFor) {
  DiagnosticsRequest request = request_of("sgnht", DrawsUsed::raw);
  const Descriptor& sampler = sampler_unit("sgnht").descriptor;
  Diagnostics diagnostics;
  const DiagnosticReport report = diagnostics.report(request);
  ASSERT_EQ(report.marginals.size(), 3u);
  EXPECT_EQ(report.marginals[1].offset, state_offset(sampler, sampler.claims.momentum_field));
  EXPECT_EQ(report.marginals[2].offset, state_offset(sampler, sampler.claims.thermostat_field));
  for (const Marginal& found : report.marginals) EXPECT_NEAR(sum(found.shares), 1, 1e-9);
  request.marginals = false;
  EXPECT_TRUE(diagnostics.report(request).marginals.empty());
}

}  // namespace
}  // namespace ergo::marginals_test
