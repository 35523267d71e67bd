// What mini-batches of real rows do to stochastic-gradient samplers on the logistic posterior: SGNHT finds their noise,
// and samplers that are not told of it are too wide.
#include <gtest/gtest.h>

#include "core/truth/target_moments.h"
#include "tests/stories/chain_runs.h"

namespace ergo::posterior_thermostat_test {
namespace {

constexpr double h = 0.03, A = 1;
constexpr std::uint64_t chains = 128, burn_in = 500, steps = 4000;

RunConfig by(const std::string& sampler) {
  RunConfig config = configured(sampler, "posterior", chains,
                                {{"target.model", "logistic"},
                                 {"target.batch_size", "10"},
                                 {"sampler.step_size", "0.03"},
                                 {"start", "exact"},
                                 {"gradient_noise.kind", "minibatch"}});
  if (sampler != "sgld") apply(config, {"sampler.diffusion", "1"});
  return config;
}

/// Time averages: the variances of a and b over those of the posterior, and the friction.
struct Averages {
  Average a, b, xi;
};
Averages averages_of(const std::string& sampler) {
  const RunConfig config = by(sampler);
  const TargetMoments exact = exact_moments(*make_target(config));
  std::vector<double> a(chains), b(chains), xi(chains);
  run(config, burn_in, steps, [&](std::uint32_t chain, std::span<const double> s) {
    a[chain] += std::pow(s[0] - exact.mean.x, 2) / exact.variance.x / steps;
    b[chain] += std::pow(s[1] - exact.mean.y, 2) / exact.variance.y / steps;
    if (sampler == "sgnht") xi[chain] += friction(s) / steps;
  });
  return {over_chains(a), over_chains(b), over_chains(xi)};
}

/// Mean over the posterior of the mean variance of the noise's components.
double mean_variance(const Target& target) {
  const TabulatedDensity density = tabulate(target);
  double sum = 0;
  for (int i = 0; i < density.x.count(); ++i)
    for (int j = 0; j < density.y.count(); ++j) {
      if (density.at(i, j) < 1e-8) continue;
      const auto [xx, xy, yy] = target.minibatch_covariance({density.x.node(i), density.y.node(j)});
      sum += density.at(i, j) * (xx + yy) / 2;
    }
  return sum;
}

/// E[xi (|p|^2/2 - 1)] = 0 keeps the mean of xi^2, so that at h -> 0 E[xi] = A + B with B = h/2 E[(sigma_a^2 +
/// sigma_b^2)/2] over the chains' own distribution. Under Euler's rule xi (1 - xi h/2) takes the place of xi. Taking B at
/// the mode costs less than a tenth of B, as is asserted for the posterior; so much xi may be off.
///
/// The variances: noise that is stronger for one parameter than for the other makes its temperature (A + B_k)/xi, and
/// Euler's rule takes a share of (A + B) h/2.
TEST(PosteriorThermostat, FindsTheNoiseOfTheRows) {
  const RunConfig config = by("sgnht");
  const auto target = make_target(config);
  const auto [xx, xy, yy] = target->minibatch_covariance(target->modes().at(0).centre);
  const double B = h / 2 * (xx + yy) / 2;
  EXPECT_NEAR(gradient_noise_B(config), B, 1e-12);
  EXPECT_NEAR(h / 2 * mean_variance(*target), B, 0.1 * B);
  EXPECT_GT(B, A) << "the noise matters";
  const Averages found = averages_of("sgnht");
  EXPECT_NEAR(found.xi.mean, (1 - std::sqrt(1 - 2 * h * (A + B))) / h, 0.1 * B + 4 * found.xi.error);
  const double uneven = std::abs(xx - yy) / (xx + yy) * B / (A + B), euler = (A + B) * h / 2;
  EXPECT_LT(uneven + euler, 0.1);
  EXPECT_NEAR(found.a.mean, 1, uneven + euler + 4 * found.a.error);
  EXPECT_NEAR(found.b.mean, 1, uneven + euler + 4 * found.b.error);
}

/// To first order in h the noise multiplies their temperatures by 1 + B/A and by 1 + B.
TEST(PosteriorThermostat, WithoutItTheNoiseHeats) {
  const double B = gradient_noise_B(by("sgnht"));
  for (const std::string sampler : {"sghmc", "sgld"}) {
    const Averages found = averages_of(sampler);
    EXPECT_GT(found.a.mean - 4 * found.a.error, 1 + 0.8 * B) << sampler;
    EXPECT_GT(found.b.mean - 4 * found.b.error, 1 + 0.8 * B) << sampler;
  }
}

}  // namespace
}  // namespace ergo::posterior_thermostat_test
