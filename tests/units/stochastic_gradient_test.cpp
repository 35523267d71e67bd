// SGLD and SGHMC under noisy gradients: closed forms of the temperature that the noise gives them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/backend/start_positions.h"
#include "tests/stories/chain_runs.h"

namespace ergo::stochastic_gradient_test {
namespace {

/// SGLD on stiffness k: x' = (1 - h k) x - h sigma n + sqrt(2 h) z, so k Var x = k (2 h + h^2 sigma^2)/(1 -
/// (1 - h k)^2), whatever the distribution of n.
TEST(StochasticGradients, WidenSgldByTheClosedForm) {
  constexpr std::uint64_t chains = 20'000;
  struct Case {
    const char *target, *kind, *h;
    double k;
  };
  for (const auto& [target, kind, step_size, k] : {Case{"oscillator", "gaussian", "0.3", 1},
                                                   {"oscillator", "heavy_tailed", "0.3", 1},
                                                   {"gaussian_mean", "minibatch", "0.003", 100}}) {
    std::vector<Assignment> setting = {
        {"sampler.step_size", step_size}, {"start", "exact"}, {"gradient_noise.kind", kind}};
    if (std::string(kind) != "minibatch") setting.push_back({"gradient_noise.sigma", "4"});
    const RunConfig config = configured("sgld", target, chains, setting);
    CpuBackend backend{2};
    backend.configure(config);
    backend.place(start_positions(config, *make_target(config)), 0);
    backend.advance(0, 60);  // (1 - h k)^120 = 3e-19 of the start is left
    const ChainData data = backend.read();
    const double centre = make_target(config)->mixture()[0].mean.x, h = std::stod(step_size),
                 B = gradient_noise_B(config);
    std::vector<double> square(chains);
    for (std::size_t i = 0; i < chains; ++i) square[i] = std::pow(data.x(i).x - centre, 2);
    const Average variance = over_chains(square);
    EXPECT_NEAR(variance.mean, (2 * h + 2 * h * B) / (1 - std::pow(1 - h * k, 2)), 4 * variance.error)
        << target << ", " << kind;
  }
}

/// SGHMC's temperature is T = (A - B^ + B)/A; on stiffness k, <p^2> = T/(1 - A h/2 - k h^2/4) and
/// k <x^2> = (1 - A h/2) <p^2>.
TEST(StochasticGradients, SghmcIsAsHotAsItsEstimateIsWrong) {
  for (const char* estimate : {"0", "0.5", "1", "2"}) {
    const RunConfig config = configured("sghmc", "oscillator", 128,
                                        {{"sampler.step_size", "0.1"},
                                         {"sampler.diffusion", "2"},
                                         {"sampler.noise_estimate", estimate},
                                         {"start", "exact"},
                                         {"gradient_noise.kind", "gaussian"},
                                         {"gradient_noise.B", "1"}});
    const Average p = over_chains(time_averages(config, 300, 5000, square_p)),
                  x = over_chains(time_averages(config, 300, 5000, square_x));
    const double T = (2 - std::stod(estimate) + 1) / 2, expected = T / (1 - 0.1 - 0.0025);
    EXPECT_NEAR(p.mean, expected, 4 * p.error) << estimate;
    EXPECT_NEAR(x.mean, 0.9 * expected, 4 * x.error) << estimate;
  }
}

}  // namespace
}  // namespace ergo::stochastic_gradient_test
