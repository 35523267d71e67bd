// What steps of sampling sites cost: declared against counted, and as runs are paced by it.
#include <gtest/gtest.h>

#include "core/run/comparison.h"
#include "core/run/tape.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"
#include "tests/sites/site_cases.h"

namespace ergo::site_costs_test {
namespace {

/// A target that counts what is asked of it. It hides the kinds of its sites, by which samplers tabulate
/// changes.
class CountingTarget : public SiteTarget, private HiddenLayer {
 public:
  explicit CountingTarget(std::shared_ptr<const SiteTarget> of)
      : SiteTarget(of->sites(), of->values(), of->coding()), of_(std::move(of)) {}

  double energy(ConfigurationView x) const override {
    ++energies_;
    return of_->energy(x);
  }
  void changes(ConfigurationView x, int site, std::span<double> changes) const override {
    slopes_ += 1.0 / sites();
    of_->changes(x, site, changes);
  }
  void all_changes(ConfigurationView x, std::span<double> changes) const override {
    ++slopes_;
    of_->all_changes(x, changes);
  }
  void gradient(ConfigurationView x, std::span<double> gradient) const override {
    ++slopes_;
    of_->gradient(x, gradient);
  }
  std::vector<double> constant_hessian() const override { return of_->constant_hessian(); }
  const PairModel* pairs() const override { return of_->pairs(); }
  const HiddenLayer* hidden_layer() const override { return of_->hidden_layer() ? this : nullptr; }
  std::vector<std::vector<int>> blocks() const override { return of_->blocks(); }

  /// Of gradients and changes; of energies where there are none of these.
  double evaluations() const { return slopes_ > 0 ? slopes_ : energies_; }
  void forget() { energies_ = slopes_ = 0; }

 private:
  int units() const override { return of_->hidden_layer()->units(); }
  void hidden_given(ConfigurationView x, std::span<double> probabilities) const override {
    slopes_ += 0.5;  // W x, half of what a gradient does
    of_->hidden_layer()->hidden_given(x, probabilities);
  }
  void sites_given(std::span<const std::uint8_t> hidden, std::span<double> probabilities) const override {
    slopes_ += 0.5;
    of_->hidden_layer()->sites_given(hidden, probabilities);
  }

  std::shared_ptr<const SiteTarget> of_;
  mutable double energies_ = 0, slopes_ = 0;
};

double declared_cost(const SiteCase& of, int sites) {
  const SiteSamplerUnit& unit = site_sampler_unit(of.id);
  std::vector<double> values = initial_values(unit.parameters);
  for (const SiteSetting& setting : of.settings) {
    const auto found = std::ranges::find(unit.parameters, setting.id, &Parameter::id);
    values[static_cast<std::size_t>(found - unit.parameters.begin())] = parse_value(*found, setting.text, "");
  }
  const SiteCost cost = unit.cost(Parameters(unit.parameters, values));
  return cost.gradients + cost.single_sites / sites;
}

/// The code finds at x again what the cost counts as kept, one evaluation at most. Path lengths 1 to 3 are
/// drawn for each step, so that the mean of `steps` has a standard deviation of 0.82/sqrt(steps) = 0.04.
TEST(SiteCosts, AreThoseOfTheSteps) {
  constexpr int steps = 400;
  constexpr double scatter = 0.2;
  for (const auto& [name, given, target, unused] : small_site_pairs()) {
    SCOPED_TRACE(name);
    const auto counting = std::make_shared<CountingTarget>(target);
    const auto sampler = make_site_sampler(given.id, counting, given.settings);
    SiteChain chain(*counting, Configuration(static_cast<std::size_t>(target->sites())));
    counting->forget();
    for (std::uint64_t step = 0; step < steps; ++step)
      sampler->step(chain, SiteDraws(3, Purpose::step, 0, step));
    const double cost = declared_cost(given, target->sites()), counted = counting->evaluations() / steps;
    EXPECT_GE(counted, cost - scatter);
    EXPECT_LE(counted, cost + 1 + scatter);
  }
}

TEST(SiteCosts, OfSingleSitesArePartsOfAGradient) {
  RunConfig config = config_of({{"target", "ising"}, {"target.side", "5"}, {"sampler", "gibbs_sites"}});
  EXPECT_DOUBLE_EQ(cost_of(config), 1.0 / 25);
  apply(config, {"sampler.updates", "25"});
  EXPECT_DOUBLE_EQ(cost_of(config), 1);
  apply(config, {"target.side", "10"});
  EXPECT_DOUBLE_EQ(cost_of(config), 0.25);
}

TEST(SiteCosts, PaceRunsByEqualGradients) {
  Comparison::Sessions sessions;
  for (const char* sampler : {"gibbs_sites", "dmala_sites", "pas"})
    sessions.push_back(std::make_unique<Session>(
        config_of({{"target", "ising"}, {"sampler", sampler}, {"chains", "4"}, {"backend", "cpu"}}),
        test_factory()));
  Comparison runs(std::move(sessions), Pace::gradients);
  runs.advance(10);  // steps of the dearest, pas
  EXPECT_EQ(runs.session(0).step(), 30 * 25u);
  EXPECT_EQ(runs.session(1).step(), 30u);
  EXPECT_EQ(runs.session(2).step(), 10u);
}

}  // namespace
}  // namespace ergo::site_costs_test
