// Steps of many chains from one state, on the CPU and on the GPU, have the frequencies that the exact
// transition probabilities predict.
#include <cmath>

#include "core/exact/evolution.h"
#include "core/verification/kernel_steps.h"
#include "tests/bench/shaders_by_sums.h"
#include "core/gl/gl_backend.h"
#include "tests/gl/gl_fixture.h"
#include "tests/machine_fixture.h"

namespace ergo::exact_steps_test {
namespace {

constexpr std::size_t chains = 20000;
constexpr double overall_level = 1e-3;  // of all tests of a sampler together

using Assignments = std::vector<Assignment>;

const std::vector<Position> states = {{0, 0}, {3, 4}, {7, 1}, {1, 2}};

/// Runs whose kernels differ: defaults, large steps, noise where an expectation over it is known.
std::vector<Assignments> runs_of(const KernelCase& sampler) {
  const Assignments plain = sampler.with({{"target", "lattice8"}});
  std::vector<Assignments> runs = {plain};
  const Descriptor& descriptor = sampler.descriptor();
  const auto with = [&](Assignment extra) {
    Assignments run = plain;
    run.push_back(std::move(extra));
    return run;
  };
  if (find_parameter(descriptor, "alpha") >= 0) runs.push_back(with({"sampler.alpha", "12"}));
  if (!make_sampler(ExactCase::configured(plain))->lattice_kernel()->metropolis() &&
      find_parameter(descriptor, "alpha") >= 0) {
    runs.push_back(with({"gradient_noise.kind", "gaussian"}));
    runs.push_back(with({"gradient_noise.kind", "state_dependent"}));
  }
  return runs;
}

class ExactSteps : public testing::TestWithParam<KernelCase> {
 protected:
  void check(BackendKind kind) {
    const auto backend = test_factory()(kind);
    const auto runs = runs_of(GetParam());
    for (const Assignments& run : runs) {
      ExactCase c(run);
      c.config.chains = chains;
      c.config.backend = kind;
      backend->configure(c.config);
      const auto phases = c.cycle.steps();
      for (std::size_t phase = 0; phase < phases; ++phase)
        for (const Position x : states)
          check_step(*backend, c, phase, x, sidak_level(overall_level, runs.size() * phases * states.size()));
    }
  }

  static void check_step(Backend& backend, const ExactCase& c, std::size_t phase, Position x, double level) {
    const ChiSquared test = moves_test(backend, c, phase, x);
    EXPECT_GE(test.p_value, level) << GetParam() << ", alpha or noise " << c.config.sampler.values[0]
                                   << ", from (" << x.x << ", " << x.y << "), phase " << phase << ": "
                                   << test.statistic << " of " << test.degrees << " degrees";
  }
};
INSTANTIATE_TEST_SUITE_P(Samplers, ExactSteps, testing::ValuesIn(kernel_cases()),
                         [](const auto& info) { return info.param.name; });

TEST_P(ExactSteps, OnTheCpu) { check(BackendKind::cpu); }
TEST_P(ExactSteps, OnTheGpu) { check(BackendKind::gpu); }

/// The test sees a step of a slightly different size.
TEST(ExactStepsTest, SeesAnotherStep) {
  ExactCase c({{"target", "lattice8"}, {"sampler", "dula"}, {"sampler.alpha", "2"}});
  c.config.chains = chains;
  RunConfig other = c.config;
  apply(other, {"sampler.alpha", "2.2"});
  CpuBackend backend;
  backend.configure(other);
  EXPECT_LT(moves_test(backend, c, 0, {3, 4}).p_value, 1e-6);
}

/// What the closed forms' speed is compared with is a sampler of the same distribution.
TEST(ExactStepsTest, TheSoftMaxHasTheSameDistribution) {
  test_factory()(BackendKind::gpu);  // makes the context current
  GlBackend backend(std::make_shared<ShaderLibrary>(shaders_by_sums()));
  const std::vector<const char*> alphas = {"0.5", "12"};
  for (const char* alpha : alphas) {
    ExactCase c({{"target", "lattice8"}, {"sampler", "dmala"}, {"sampler.alpha", alpha}});
    c.config.chains = chains;
    c.config.backend = BackendKind::gpu;
    backend.configure(c.config);
    for (const Position x : states)
      EXPECT_GE(moves_test(backend, c, 0, x).p_value,
                sidak_level(overall_level, alphas.size() * states.size()))
          << alpha << ", from (" << x.x << ", " << x.y << ")";
  }
}

/// Unadjusted chains follow their own kernel's distribution, on both backends; the test sees that it is
/// neither the target's nor that of another step size.
TEST(ExactStepsTest, UnadjustedChainsFollowTheirOwnDistribution) {
  constexpr std::uint64_t steps = 32;
  const auto distribution_at = [](const char* alpha) {
    RunConfig config = ExactCase::configured(
        {{"target", "lattice8"}, {"sampler", "dula"}, {"sampler.alpha", alpha}, {"start", "exact"}});
    Evolution evolution(config);
    evolution.advance(steps);
    return evolution.distribution();
  };
  for (const BackendKind kind : {BackendKind::cpu, BackendKind::gpu}) {
    ExactCase c({{"target", "lattice8"}, {"sampler", "dula"}, {"sampler.alpha", "0.5"}, {"start", "exact"}});
    c.config.chains = 32768;
    c.config.backend = kind;
    const auto backend = test_factory()(kind);
    EXPECT_GT(own_distribution_test(*backend, c.config, distribution_at("0.5"), steps).p_value,
              overall_level);
    EXPECT_LT(own_distribution_test(*backend, c.config, distribution_at("1"), steps).p_value, 1e-6);
    EXPECT_LT(own_distribution_test(*backend, c.config, c.distribution(), steps).p_value, 1e-6);
  }
}

}  // namespace
}  // namespace ergo::exact_steps_test
