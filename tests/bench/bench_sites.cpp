// CPU time of one step of DMALA on S x S sites on the device: by the closed forms of common/discrete_gaussian.glsl,
// and by the soft-max over all sites of an axis, O(S), whose text stands beside this file.
#include <benchmark/benchmark.h>

#include "core/backend/start_positions.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/kernel_text/kernel_source.h"
#include "tests/bench/shaders_by_sums.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

constexpr std::uint64_t chains = 8192, steps = 16;

/// Arguments: modes per side, of islands 75 sites apart, and alpha.
void step_sites(benchmark::State& state, bool by_sums) {
  RunConfig config = pair_config("dmala", "lattice_modes", BackendKind::gpu, chains);
  apply(config, {"target.modes_per_side", std::to_string(state.range(0))});
  apply(config, {"sampler.alpha", std::to_string(state.range(1))});
  const OffscreenContext context;
  GlBackend backend(by_sums ? std::make_shared<ShaderLibrary>(shaders_by_sums())
                            : std::make_shared<ShaderLibrary>());
  backend.configure(config);
  backend.place(start_positions(config, *make_target(config)), 0);
  std::uint64_t step = 0;
  const auto dispatch = [&] {
    backend.advance(step, steps);
    step += steps;
    backend.means();  // waits for the device
  };
  dispatch();  // the driver compiles on first use
  for (auto _ : state) dispatch();
  state.counters["cpu_per_step"] =
      benchmark::Counter(static_cast<double>(chains * steps),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void settings(benchmark::internal::Benchmark* bench) {
  bench->Args({1, 4})->Args({5, 4})->Args({5, 53})->Args({5, 1575})->MeasureProcessCPUTime();
}
BENCHMARK_CAPTURE(step_sites, closed_forms, false)->Apply(settings);
BENCHMARK_CAPTURE(step_sites, soft_max, true)->Apply(settings);

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
