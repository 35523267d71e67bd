// CPU time of one step of the distribution of infinitely many chains, mu <- mu P, over S x S sites.
#include <benchmark/benchmark.h>

#include "core/config/assignment.h"
#include "core/exact/cycle.h"

namespace ergo {
namespace {

void step(benchmark::State& state, const char* sampler, const char* alpha) {
  RunConfig config;
  const Assignment run[] = {{"target", "lattice_gaussian"},
                            {"target.side", std::to_string(state.range(0))},
                            {"target.variance_long", "3000"},
                            {"target.variance_short", "300"},
                            {"sampler", sampler},
                            {"sampler.alpha", alpha}};
  for (const Assignment& a : run) apply(config, a);
  ThreadPool pool;
  const auto target = make_target(config);
  const Cycle cycle(config, *target->lattice(), pool);
  std::vector<double> mu = target->lattice()->distribution();
  for (auto _ : state) benchmark::DoNotOptimize(mu = cycle.apply(mu));
}
BENCHMARK_CAPTURE(step, dula, "dula", "64")->Arg(128)->Arg(256)->UseRealTime()->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(step, dmala, "dmala", "64")->Arg(128)->Arg(256)->UseRealTime()->MeasureProcessCPUTime();

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
