// Steps by kinds of sites are those that each site's own numbers give.
#include <gtest/gtest.h>

#include <cmath>

#include "core/site_samplers/product_proposal.h"
#include "core/sites/site_chains.h"
#include "tests/sites/site_cases.h"

namespace ergo::site_kinds_test {
namespace {

/// A target that tells nothing of its kinds.
class WithoutKinds : public SiteTarget {
 public:
  explicit WithoutKinds(std::shared_ptr<const SiteTarget> of)
      : SiteTarget(of->sites(), of->values(), of->coding()), of_(std::move(of)) {}
  double energy(ConfigurationView x) const override { return of_->energy(x); }
  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    of_->changes(x, site, changes);
  }
  void all_changes(ConfigurationView x, std::span<double> changes) const override {
    of_->all_changes(x, changes);
  }
  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    of_->gradient(x, gradient);
  }
  double level(int value) const override { return of_->level(value); }
  std::vector<double> constant_hessian() const override { return of_->constant_hessian(); }
  const PairModel* pairs() const override { return of_->pairs(); }
  std::vector<std::vector<int>> blocks() const override { return of_->blocks(); }

 protected:
  const SiteTarget& of() const { return *of_; }

 private:
  std::shared_ptr<const SiteTarget> of_;
};

std::vector<SiteCase> targets_with_kinds() {
  std::vector<SiteCase> cases = small_site_targets();
  std::erase_if(cases, [](const SiteCase& c) { return !make_site_target(c.id, c.settings)->kinds(); });
  const std::vector<SiteCase> larger = {
      {"ising", {{"side", 16}, {"coupling", 0.3}}},
      {"ising", {{"side", 19}, {"coupling", -0.4}, {"field", 0.3}}},
      {"ising", {{"side", 7}, {"boundary", "open"}, {"coupling", 0.44}, {"field", -0.1}}},
      {"ising_graph", {{"sites", 90}, {"coupling", 0.1}, {"field", 0.2}}},
      {"ising_graph", {{"sites", 400}, {"coupling", -0.05}}}};
  cases.insert(cases.end(), larger.begin(), larger.end());
  return cases;
}

/// A target that counts how often it is asked for kinds.
class AskedForKinds : public WithoutKinds {
 public:
  using WithoutKinds::WithoutKinds;
  const SiteKinds* kinds() const override { return of().kinds(); }
  std::uint16_t kind(ConfigurationView x, std::size_t site) const override {
    ++asked;
    return of().kind(x, site);
  }
  void find_kinds(ConfigurationView x, std::span<std::uint16_t> kinds) const override {
    ++asked;
    of().find_kinds(x, kinds);
  }
  mutable int asked = 0;
};

/// The samplers that make use of kinds.
std::vector<SiteCase> samplers_by_kinds() {
  std::vector<SiteCase> cases = site_sampler_cases();
  std::erase_if(cases, [&](const SiteCase& c) {
    const auto unit = std::ranges::find(site_samplers(), c.id, &SiteSamplerUnit::id);
    const auto target = std::make_shared<AskedForKinds>(make_site_target("ising", {{"side", 3}}));
    if (!lacking(unit->needs, *target).empty()) return true;
    const auto sampler = make_site_sampler(c.id, target, c.settings);
    SiteChain chain(*target, Configuration(9));
    sampler->step(chain, {1, Purpose::step, 0, 0});
    return target->asked == 0;
  });
  return cases;
}

TEST(SiteKinds, HaveTheValueAndGradientOfTheirSites) {
  for (const SiteCase& c : targets_with_kinds()) {
    SCOPED_TRACE(text_of(c));
    const auto target = make_site_target(c.id, c.settings);
    const auto n = static_cast<std::size_t>(target->sites());
    std::vector<std::uint16_t> kinds(n);
    std::vector<double> gradient(n), changes(2);
    for (std::uint32_t chain = 0; chain < 20; ++chain) {
      const Configuration x = uniform_site_start(*target)({3, Purpose::start, chain, 0});
      target->find_kinds(x, kinds);
      EXPECT_EQ(target->kind(x, n / 2), kinds[n / 2]);
      target->gradient(x, gradient);
      for (std::size_t site = 0; site < n; ++site) {
        ASSERT_LT(kinds[site], target->kinds()->values.size());
        EXPECT_EQ(target->kinds()->values[kinds[site]], x[site]);
        EXPECT_EQ(target->kinds()->gradient[kinds[site]], gradient[site]);
        target->changes(x, static_cast<int>(site), changes);
        EXPECT_NEAR(changes[1] - changes[0], gradient[site], 1e-12);
      }
    }
  }
}

/// Decisions are the same to the site. Ratios are sums in another order, so that a decision on a proposal
/// could differ where its uniform, of 2^23, falls between two acceptances that differ by rounding.
TEST(SiteKinds, MakeTheStepsThatEachSitesOwnNumbersMake) {
  const auto samplers = samplers_by_kinds();
  for (const char* id : {"dula_sites", "dmala_sites", "gibbs_sites", "block_gibbs"})
    EXPECT_EQ(std::ranges::count(samplers, id, &SiteCase::id),
              std::ranges::count(site_sampler_cases(), id, &SiteCase::id))
        << id;
  for (const SiteCase& t : targets_with_kinds())
    for (const SiteCase& s : samplers) {
      SCOPED_TRACE(text_of(s) + " on " + text_of(t));
      const auto target = make_site_target(t.id, t.settings);
      const auto plain = std::make_shared<WithoutKinds>(target);
      const auto fast = make_site_sampler(s.id, target, s.settings),
                 slow = make_site_sampler(s.id, plain, s.settings);
      for (std::uint32_t chain = 0; chain < 2; ++chain) {
        const Configuration start = uniform_site_start(*target)({8, Purpose::start, chain, 0});
        SiteChain quick(*target, start), careful(*plain, start);
        for (std::uint64_t step = 0; step < 100; ++step) {
          const SiteDraws draws(8, Purpose::step, chain, step);
          const SiteStepReport told = fast->step(quick, draws), expected = slow->step(careful, draws);
          ASSERT_EQ(quick.x, careful.x) << step;
          EXPECT_EQ(told.proposed, expected.proposed);
          EXPECT_EQ(told.changed, expected.changed);
          EXPECT_NEAR(told.acceptance, expected.acceptance, 1e-9);
          EXPECT_EQ(told.energy, target->energy(quick.x));
          EXPECT_EQ(quick.energy, told.energy);
          EXPECT_NEAR(quick.energy, careful.energy, 1e-9);
        }
      }
    }
}

/// Where the probability of a change is between two numbers, and at both ends.
TEST(KindProposal, DrawsWhatTheUniformsDraw) {
  for (const double logit : {-800.0, -40.0, -15.9, -3.0, -1e-9, 0.0, 1e-9, 0.7, 12.0, 16.5, 40.0, 800.0}) {
    SCOPED_TRACE(logit);
    const double boundary = 1 / (1 + std::exp(logit)) * SiteDraws::uniform_count;
    std::vector<std::uint32_t> numbers;
    for (int away = -200; away <= 200; ++away)
      for (const double centre : {boundary, 0.0, SiteDraws::uniform_count - 1.0})
        numbers.push_back(static_cast<std::uint32_t>(
            std::clamp(std::floor(centre) + away, 0.0, SiteDraws::uniform_count - 1.0)));
    const std::size_t n = numbers.size();
    std::vector<double> uniforms, logits(n, logit);
    for (const std::uint32_t number : numbers) uniforms.push_back(SiteDraws::of_number(number));
    const ProductProposal exact{2, logits};
    const KindProposal proposal({&logit, 1});
    Configuration x(n), y(n), expected(n);
    for (std::size_t site = 0; site < n; ++site) x[site] = site % 2;
    const double normaliser = exact.draw(x, uniforms, expected);
    const std::vector<std::uint16_t> kinds(n);
    proposal.draw(x, kinds, numbers, y);
    EXPECT_EQ(y, expected);
    const double log_probability = exact.logit(x, y) - normaliser;
    const double sizes = static_cast<double>(n) * (1 + std::abs(logit));  // of the terms that are summed
    EXPECT_NEAR(proposal.log_probability(x, kinds, y), log_probability, 1e-12 * sizes);
  }
}

}  // namespace
}  // namespace ergo::site_kinds_test
