// Every pair's step on the device against the C++ twin, by the yardstick of tests/gl/parity.h.
#include <set>

#include "core/gl/gl_backend.h"
#include "tests/gl/pair_points.h"
#include "tests/sample.h"

namespace ergo::gl_parity_test {
namespace {

constexpr std::size_t chains = 4096;
constexpr std::size_t few_chains = 1024;  // at each of a pair's points other than the defaults

class GlParity : public GlTest {
 protected:
  bool check(const RunConfig& config) { return ParityCheck(backend_).check(config); }
  bool check(const RunConfig& config, const RunConfig& of_twin) { return ParityCheck(backend_).check(config, of_twin); }
  GlBackend backend_;
};

// CI takes every fifth pair, and every ninth of targets made of data. ERGO_ALL_TESTS=1 takes all.
TEST_F(GlParity, OneStepOfEveryPair) {
  std::size_t item = 0;
  for (const auto& [target, sampler] : kernel_pairs())
    if (in_sample(item++, goes_over_data(target) ? 9 : 5)) {
      EXPECT_TRUE(check(pair_config(target.descriptor.id, sampler.descriptor.id, chains)));
    }
}

/// Points of both units' parameters. Those that a single step takes past float's range are left out. CI takes every fifth
/// pair, and every ninth of targets made of data.
TEST_F(GlParity, OneStepOfEveryPairAtOtherValues) {
  PointsSeen seen;
  std::size_t item = 0;
  for (const auto& [target, sampler] : kernel_pairs()) {
    const auto runs = runs_at_other_values(target.descriptor, sampler.descriptor, few_chains);
    if (runs.empty() || !in_sample(item++, goes_over_data(target) ? 9 : 5)) continue;
    for (const RunConfig& config : runs) seen.add(check(config));
  }
  seen.expect_most();
}

template <class Unit, class Partner>
void expect_all_choices(const std::vector<Unit>& units, const std::vector<Partner>& partners) {
  for (const Unit& unit_of : units)
    for (std::size_t j = 0; j < unit_of.descriptor.parameters.size(); ++j) {
      const Parameter& p = unit_of.descriptor.parameters[j];
      if (p.kind != Kind::choice && p.kind != Kind::boolean) continue;
      std::set<double> seen;
      for (const Partner& partner : partners)
        for (std::uint64_t k = 0; k < points_of_pair; ++k)
          seen.insert(point_with(partners, partner.descriptor, unit_of.descriptor, k)[j]);
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(p.hard.high) + 1)
          << unit_of.descriptor.id << ", " << p.id;
    }
}

TEST(ParameterPoints, CoverEveryChoice) {
  for (const Space space : {Space::plane, Space::lattice}) {
    expect_all_choices(targets(space), samplers(space));
    expect_all_choices(samplers(space), targets(space));
  }
}

/// The kernel text that a formula becomes, against the code of the target that was typed.
TEST_F(GlParity, OneStepOfEveryTargetTypedAsAFormula) {
  for (const auto& target : targets(Space::plane)) {
    if (target.descriptor.formula.empty()) continue;
    for (const char* sampler : {"ula", "mala"}) {
      RunConfig config = pair_config(target.descriptor.id, sampler, few_chains);
      make_float(config);
      EXPECT_TRUE(check(with_formula(config), config)) << target.descriptor.id;
    }
  }
}

TEST_F(GlParity, OneStepUnderGradientNoise) {
  const auto check_noise = [&](const std::string& target, const std::string& sampler, const char* kind,
                               const std::vector<Assignment>& more = {}) {
    RunConfig config = pair_config(target, sampler, chains);
    apply(config, {"gradient_noise.kind", kind});
    for (const Assignment& a : more) apply(config, a);
    EXPECT_TRUE(check(config));
  };
  for (const auto& sampler : kernel_samplers())
    for (const char* kind : {"gaussian", "state_dependent", "heavy_tailed"})
      check_noise(sampler.descriptor.space == Space::lattice ? "lattice_gaussian" : "gaussian",
                  sampler.descriptor.id, kind);
  for (const auto& target : kernel_targets()) {
    const Descriptor& d = target.descriptor;
    if (!d.minibatches) continue;
    check_noise(d.id, "ula", "minibatch");
    for (const Parameter& p : d.parameters)
      for (const std::string& choice : p.choices) check_noise(d.id, "ula", "minibatch", {{"target." + p.id, choice}});
  }
}

/// The yardstick must see a wrong step: the same comparison with another step size fails everywhere.
TEST_F(GlParity, SeesAWrongStep) {
  RunConfig config = pair_config("gaussian", "ula", chains);
  make_float(config);
  Parity twin(config);
  config.sampler.values[0] *= 1 + 1e-4;
  backend_.configure(config);
  backend_.place(window_positions(twin.target(), chains, 2), 0);
  const ChainData before = backend_.read();
  backend_.advance(0, 1);
  EXPECT_GT(quantile(compare(twin, before, backend_.read(), largest_limit).ratios, 0.5), median_limit);
}

}  // namespace
}  // namespace ergo::gl_parity_test
