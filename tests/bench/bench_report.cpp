// Time of one report of 10 000 chains, the next in a run, and of the parts of it that follow single chains.
#include <benchmark/benchmark.h>

#include <numeric>

#include "core/diagnostics/diagnostics.h"

namespace ergo {
namespace {

DiagnosticsRequest swarm(const std::string& target, const std::string& sampler) {
  DiagnosticsRequest request;
  const SamplerUnit& unit = sampler_unit(sampler);
  request.config.target = {target, initial_values(target_unit(target).descriptor.parameters)};
  request.config.sampler = {sampler, initial_values(unit.descriptor.parameters)};
  ChainData& data = request.data;
  data.chains = 10'000;
  data.state_size = unit.make()->state_size();
  data.report_size = unit.make()->report_size();
  data.state.assign(data.chains * data.state_size, 0.0);
  data.report.assign(data.chains * data.report_size, 0.0);
  data.diverged.assign(data.chains, 0);
  const auto x = ExactDraws(target_unit(target).make())(data.chains, 1'000'000);
  for (std::size_t i = 0; i < data.chains; ++i) {
    data.state[i * data.state_size] = x[i].x;
    data.state[i * data.state_size + 1] = x[i].y;
  }
  return request;
}

void report(benchmark::State& state, const std::string& target, const std::string& sampler) {
  auto request = swarm(target, sampler);
  Diagnostics diagnostics;
  diagnostics.report(request);
  for (auto _ : state) {
    ++request.data.step;
    benchmark::DoNotOptimize(diagnostics.report(request));
  }
}
BENCHMARK_CAPTURE(report, ring8_ula, "ring8", "ula")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(report, ring8_esh, "ring8", "esh")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(report, squiggle_hmc, "squiggle", "hmc")->Unit(benchmark::kMillisecond);

void follow(benchmark::State& state) {
  auto request = swarm("ring8", "ula");
  const ChainData& data = request.data;
  std::vector<std::size_t> all(data.chains);
  std::iota(all.begin(), all.end(), 0);
  SplitRhat split;
  split.begin(data.chains, {0, 0});
  NestedRhat nested;
  nested.begin(data, all, 2);
  ChainAverages averages;
  averages.begin(data.chains, {{0, 0}, {1, 1}, {2, 2}}, 2);
  for (auto _ : state) {
    split.add(data);
    for (const std::size_t i : all) averages.add(i, data.x(i), 0.1);
    benchmark::DoNotOptimize(split.estimate(all, 2));
    benchmark::DoNotOptimize(nested.estimate(data, all));
    benchmark::DoNotOptimize(averages.effective_sample_size(all));
  }
}
BENCHMARK(follow)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
