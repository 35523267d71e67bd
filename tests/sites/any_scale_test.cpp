// The AB sampler of second order. A step draws u from a continuum, so that its transition probabilities are
// integrals; at one u they are sums, and in detailed balance with p(x | u) ∝ p(x) N(u; M x, I).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/exact/spectrum.h"
#include "core/site_samplers/any_scale_sites.h"
#include "core/site_samplers/site_curvature.h"
#include "core/verification/chi_squared.h"
#include "tests/sites/site_cases.h"

namespace ergo::any_scale_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

AnyScaleSites second_order(const std::shared_ptr<const SiteTarget>& target, double sigma, double alpha,
                           DiagonalRule rule = DiagonalRule::trace) {
  return {target, sigma, alpha, gaussian_integral(quadratic_form(target), rule)};
}

double squares(std::span<const double> z) {
  double sum = 0;
  for (const double number : z) sum += number * number;
  return sum;
}

/// The transition probabilities at one u, and p(x | u).
struct GivenU {
  SquareMatrix matrix;
  std::vector<double> distribution;
  double least_acceptance = 1;

  GivenU(const AnyScaleSites& sampler, const SiteStates& states, const std::vector<double>& u)
      : matrix(states.count()) {
    std::vector<double> logs(states.count());
    for (std::size_t x = 0; x < states.count(); ++x) {
      const Configuration from = states.configuration(x);
      std::vector<double> z = u;
      sampler.subtract_centre(from, z);
      logs[x] = -states.energies()[x] - squares(z) / 2;
      double stays = 0;
      sampler.outcomes_given(from, z, [&](const SiteOutcome& outcome) {
        matrix(x, states.index(outcome.y)) += outcome.probability * outcome.acceptance;
        stays += outcome.probability * (1 - outcome.acceptance);
        least_acceptance = std::min(least_acceptance, outcome.acceptance);
      });
      matrix(x, x) += stays;
    }
    const double top = *std::ranges::max_element(logs);
    double sum = 0;
    for (double& number : logs) sum += number = std::exp(number - top);
    for (const double weight : logs) distribution.push_back(weight / sum);
  }
};

/// u of a step from a configuration.
std::vector<double> some_u(const AnyScaleSites& sampler, const Configuration& x, std::uint64_t step) {
  std::vector<double> u(sampler.coordinates()), centre(u.size());
  sampler.noise(SiteDraws(21, Purpose::step, 0, step), u);
  sampler.subtract_centre(x, centre);
  for (std::size_t k = 0; k < u.size(); ++k) u[k] -= centre[k];
  return u;
}

TEST(AnyScale, IsInDetailedBalanceAtEveryU) {
  for (const SiteCase& c : small_site_targets()) {
    const auto target = make_site_target(c.id, c.settings);
    const SiteStates states(target);
    std::uint64_t step = 0;
    for (const DiagonalRule rule : {DiagonalRule::trace, DiagonalRule::shift, DiagonalRule::max}) {
      SCOPED_TRACE(text_of(c) + " rule " + std::to_string(static_cast<int>(rule)));
      const AnyScaleSites sampler = second_order(target, 3, 0.7, rule);
      const GivenU given(sampler, states, some_u(sampler, states.configuration(states.count() / 3), step++));
      for (std::size_t x = 0; x < states.count(); ++x) {
        double sum = 0;
        for (std::size_t y = 0; y < states.count(); ++y) sum += given.matrix(x, y);
        EXPECT_NEAR(sum, 1, 1e-12);
      }
      EXPECT_LE(balance_residual(given.matrix, given.distribution), 1e-12);
      EXPECT_LE(l1_distance(apply_matrix(given.matrix)(given.distribution), given.distribution), 1e-12);
    }
  }
}

/// Counts of where steps lead, against the mean of the rows at the z of the same draws: their variances are
/// no greater than those of draws from the mean.
TEST(AnyScale, StepsFollowTheOutcomesOfTheirZ) {
  constexpr std::uint32_t chains = 2000;
  std::vector<SiteCase> targets = small_site_targets();
  std::erase_if(targets, [](const SiteCase& c) {
    return SiteStates(make_site_target(c.id, c.settings)).count() > 130;
  });
  ASSERT_GE(targets.size(), 5u);
  const double level = sidak_level(1e-3, targets.size());
  for (const SiteCase& c : targets) {
    const auto target = make_site_target(c.id, c.settings);
    const SiteStates states(target);
    const AnyScaleSites sampler = second_order(target, 2, 0.8);
    const Configuration from = states.configuration(states.count() / 2);
    std::vector<std::size_t> counts(states.count());
    std::vector<double> row(states.count()), z(sampler.coordinates());
    double acceptance = 0, expected = 0;
    for (std::uint32_t chain = 0; chain < chains; ++chain) {
      const SiteDraws draws(13, Purpose::step, chain, 5);
      SiteChain at(*target, from);
      acceptance += sampler.step(at, draws).acceptance / chains;
      EXPECT_NEAR(at.energy, target->energy(at.x), 1e-12);
      ++counts[states.index(at.x)];
      sampler.noise(draws, z);
      double stays = 0;
      sampler.outcomes_given(from, z, [&](const SiteOutcome& outcome) {
        row[states.index(outcome.y)] += outcome.probability * outcome.acceptance / chains;
        stays += outcome.probability * (1 - outcome.acceptance) / chains;
        expected += outcome.probability * outcome.acceptance / chains;
      });
      row[states.index(from)] += stays;
    }
    EXPECT_GT(chi_squared_test(counts, row).p_value, level) << text_of(c);
    EXPECT_NEAR(acceptance, expected, 3 / std::sqrt(double{chains}))
        << text_of(c);  // six errors of up to 1/2
  }
}

/// On a quadratic target with alpha = 1 and sigma = infinity the proposal is p(y | u) itself (section 3.2).
TEST(AnyScale, AcceptsAllOnQuadraticTargets) {
  for (const SiteCase& c : small_site_targets()) {
    const auto target = make_site_target(c.id, c.settings);
    if (target->constant_hessian().empty()) continue;
    const SiteStates states(target);
    for (const DiagonalRule rule : {DiagonalRule::trace, DiagonalRule::shift, DiagonalRule::max}) {
      const AnyScaleSites sampler = second_order(target, infinity, 1, rule);
      const GivenU given(sampler, states, some_u(sampler, states.configuration(0), 3));
      EXPECT_NEAR(given.least_acceptance, 1, 1e-10) << text_of(c);
    }
  }
}

/// W = D = 0: its steps are those of the first order.
TEST(AnyScale, WithoutCurvatureIsTheFirstOrder) {
  for (const SiteCase& c : small_site_targets()) {
    const auto target = make_site_target(c.id, c.settings);
    const auto n = static_cast<Eigen::Index>(target->sites() * target->gradient_width());
    const AnyScaleSites flat(target, 0.7, 0.6, {Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)});
    const auto first = make_site_sampler("ab_sites", target, {{"sigma", 0.7}, {"alpha", 0.6}});
    SiteChain chain(*target, Configuration(static_cast<std::size_t>(target->sites()))), other = chain;
    for (std::uint64_t step = 0; step < 200; ++step) {
      const SiteDraws draws(2, Purpose::step, 0, step);
      EXPECT_NEAR(flat.step(chain, draws).acceptance, first->step(other, draws).acceptance, 1e-12);
      ASSERT_EQ(chain.x, other.x) << text_of(c);
    }
  }
}

/// grad E(y) - grad E(x) = H (y - x) for all x and y.
TEST(AnyScale, ConstantHessiansAreThoseOfTheGradients) {
  for (const SiteCase& c : small_site_targets()) {
    const auto target = make_site_target(c.id, c.settings);
    const std::vector<double> hessian = target->constant_hessian();
    if (hessian.empty()) continue;
    const SiteStates states(target);
    const std::size_t n = static_cast<std::size_t>(target->sites() * target->gradient_width());
    std::vector<double> first(n), gradient(n), step(n);
    const Configuration from = states.configuration(states.count() / 2);
    target->gradient(from, first);
    for (std::size_t y = 0; y < states.count(); ++y) {
      const Configuration to = states.configuration(y);
      target->gradient(to, gradient);
      coordinate_step(*target, from, to, step);
      for (std::size_t i = 0; i < n; ++i) {
        double change = 0;
        for (std::size_t k = 0; k < n; ++k) change += hessian[i * n + k] * step[k];
        EXPECT_NEAR(gradient[i] - first[i], change, 1e-12) << text_of(c);
      }
    }
  }
}

/// A quadratic target that does not tell its Hessian: the fit to its gradients finds it.
TEST(AnyScale, FindsTheHessianOfAQuadraticFromGradients) {
  class Untold : public SiteTarget {
   public:
    explicit Untold(std::shared_ptr<const SiteTarget> told)
        : SiteTarget(told->sites(), told->values(), told->coding()), told_(std::move(told)) {}
    double energy(ConfigurationView x) const override { return told_->energy(x); }
    void changes(ConfigurationView x, int site, std::span<double> changes) const override {
      told_->changes(x, site, changes);
    }
    void gradient(ConfigurationView x, std::span<double> gradient) const override {
      told_->gradient(x, gradient);
    }

   private:
    std::shared_ptr<const SiteTarget> told_;
  };
  const auto told = make_site_target("lattice_gaussian_nd", {{"dimensions", 20}, {"mean", 8}});
  const Eigen::MatrixXd w = quadratic_form(told), fitted = quadratic_form(std::make_shared<Untold>(told));
  EXPECT_LT((fitted - w).norm(), 1e-12 * w.norm());
}

/// Where E is not quadratic the fit is a symmetric matrix of the size of its curvature.
TEST(AnyScale, FitsATargetThatIsNotQuadratic) {
  const auto target = make_site_target("rbm", {{"visible", 12}, {"hidden", 6}, {"scale", 1}});
  const Eigen::MatrixXd w = quadratic_form(target);
  EXPECT_TRUE(w.allFinite());
  EXPECT_LT((w - w.transpose()).norm(), 1e-12 * w.norm());
  // -E = sum log(1 + e^a) + ...: its Hessian is sum_j p_j (1 - p_j) W_j W_j', positive semidefinite.
  EXPECT_GT(w.trace(), 0);
  EXPECT_EQ(quadratic_form(target), w);
}

TEST(AnyScale, RefusesWhatItCannotDo) {
  const auto target = make_site_target("ising", {{"side", 3}});
  const auto sampler = make_site_sampler("ab_sites", target, {{"order", "2"}});
  EXPECT_THROW(expected_report(*sampler, Configuration(9)), Error);
  EXPECT_THROW(make_site_sampler("ab_sites", make_site_target("ising", {{"side", 23}}), {{"order", "2"}}),
               Error);
  EXPECT_THROW(make_site_sampler("ab_sites", target, {{"order", "3"}}), Error);
  EXPECT_THROW(make_site_sampler("ab_sites", target, {{"diagonal", "least"}}), Error);
}

}  // namespace
}  // namespace ergo::any_scale_test
