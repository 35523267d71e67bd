// Every pair's step on lanes against the C++ twin, by the yardstick of tests/gl/parity.h, with every instruction set of
// this machine.
#include <cstdlib>

#include "core/lanes/simd_backend.h"
#include "tests/gl/pair_points.h"
#include "tests/sample.h"

namespace ergo::lanes_parity_test {
namespace {

constexpr std::size_t chains = 1000;  // no multiple of a block: the last one is not full
constexpr std::size_t few_chains = 300;

class LanesParity : public testing::TestWithParam<std::size_t> {
 protected:
  static void SetUpTestSuite() { std::printf("on %zu instruction sets\n", lanes::lane_sets().size()); }
  bool check(const RunConfig& config) { return ParityCheck(backend_).check(config); }
  SimdBackend backend_{0, lanes::lane_sets()[GetParam()]};
};

INSTANTIATE_TEST_SUITE_P(OfThisMachine, LanesParity, testing::Range(std::size_t{0}, lanes::lane_sets().size()),
                         [](const auto& info) {
                           std::string name = lanes::lane_sets()[info.param].name;
                           std::erase(name, '-');
                           return name;
                         });

// CI takes every pair with one of the sets in turn. ERGO_ALL_TESTS=1 takes all sets.
TEST_P(LanesParity, OneStepOfEveryPair) {
  std::size_t item = 0;
  for (const auto& [target, sampler] : kernel_pairs())
    if (in_sample(item++, lanes::lane_sets().size(), GetParam())) {
      EXPECT_TRUE(check(pair_config(target.descriptor.id, sampler.descriptor.id, chains)));
    }
}

// CI takes every ninth pair. ERGO_ALL_TESTS=1 takes all.
TEST_P(LanesParity, OneStepOfEveryPairAtOtherValues) {
  PointsSeen seen;
  std::size_t item = 0;
  for (const auto& [target, sampler] : kernel_pairs()) {
    const auto runs = runs_at_other_values(target.descriptor, sampler.descriptor, few_chains);
    if (runs.empty() || !in_sample(item++, 9)) continue;
    for (const RunConfig& config : runs) seen.add(check(config));
  }
  seen.expect_most(std::getenv("ERGO_ALL_TESTS") == nullptr);
}

TEST_P(LanesParity, OneStepOfEveryTargetTypedAsAFormula) {
  for (const auto& target : targets(Space::plane)) {
    if (target.descriptor.formula.empty()) continue;
    RunConfig config = pair_config(target.descriptor.id, "mala", few_chains);
    make_float(config);
    EXPECT_TRUE(ParityCheck(backend_).check(with_formula(config), config)) << target.descriptor.id;
  }
}

TEST_P(LanesParity, OneStepUnderGradientNoise) {
  const auto check_noise = [&](const std::string& target, const std::string& sampler, const char* kind) {
    RunConfig config = pair_config(target, sampler, chains);
    apply(config, {"gradient_noise.kind", kind});
    EXPECT_TRUE(check(config));
  };
  for (const auto& sampler : kernel_samplers())
    for (const char* kind : {"gaussian", "state_dependent", "heavy_tailed"})
      check_noise(sampler.descriptor.space == Space::lattice ? "lattice_gaussian" : "gaussian", sampler.descriptor.id,
                  kind);
  for (const auto& target : kernel_targets())
    if (target.descriptor.minibatches) check_noise(target.descriptor.id, "ula", "minibatch");
}

}  // namespace
}  // namespace ergo::lanes_parity_test
