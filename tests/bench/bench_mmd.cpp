// Time of one MMD^2 estimate by swarm size, target and estimator, of its self term alone by Fourier series
// and by pairs, of building a target's reference and of its band.
#include <benchmark/benchmark.h>

#include "core/diagnostics/mmd.h"
#include "core/truth/kernel_sums.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

void estimate(benchmark::State& state, const std::string& target, MmdEstimator estimator) {
  const MmdReference reference(target_unit(target).make(), estimator);
  const auto x = reference.draws()(static_cast<std::size_t>(state.range(0)), 1'000'000);
  for (auto _ : state) benchmark::DoNotOptimize(reference.estimate(x));
}
BENCHMARK_CAPTURE(estimate, ring8, "ring8", MmdEstimator::closed_form)
    ->RangeMultiplier(10)
    ->Range(100, 1'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(estimate, squiggle, "squiggle", MmdEstimator::closed_form)
    ->RangeMultiplier(10)
    ->Range(100, 1'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(estimate, funnel, "funnel", MmdEstimator::closed_form)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(estimate, ring8_paper, "ring8", MmdEstimator::paper)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);

void self_term(benchmark::State& state, decltype(&kernel_sums) sums) {
  const MmdReference reference(target_unit("ring8").make());
  const auto x = reference.draws()(static_cast<std::size_t>(state.range(0)), 1'000'000);
  const std::vector<double> weights(x.size(), 1.0);
  for (auto _ : state) benchmark::DoNotOptimize(sums(x, weights, reference.bandwidth()));
}
BENCHMARK_CAPTURE(self_term, series, kernel_sums)
    ->Arg(500)
    ->Arg(2000)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(self_term, pairs, kernel_sums_by_pairs)
    ->Arg(500)
    ->Arg(2000)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);

void build(benchmark::State& state, const std::string& target, MmdEstimator estimator) {
  for (auto _ : state)
    benchmark::DoNotOptimize(MmdReference(target_unit(target).make(), estimator).expectation());
}

void band(benchmark::State& state, const std::string& target) {
  const MmdReference reference(target_unit(target).make());
  for (auto _ : state) {
    MmdBand simulated(MmdBand::most_points);
    simulated.simulate(reference, static_cast<int>(MmdBand::replications(MmdEstimator::closed_form)));
    benchmark::DoNotOptimize(simulated.interval(10'000));
  }
}

const bool registered = [] {
  for (const auto& unit : kernel_targets()) {
    const std::string& id = unit.descriptor.id;
    benchmark::RegisterBenchmark(("build/" + id).c_str(), build, id, MmdEstimator::closed_form)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("band/" + id).c_str(), band, id)->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("build_paper/ring8", build, std::string("ring8"), MmdEstimator::paper)
      ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
