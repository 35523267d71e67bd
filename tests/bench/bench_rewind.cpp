// Time to go back from step 10 000 of 4096 chains to a step anywhere behind it.
#include <benchmark/benchmark.h>

#include "core/backend/cpu_backend.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/run/session.h"

namespace ergo {
namespace {

constexpr std::uint64_t last = 10'000;

void rewind(benchmark::State& state, const std::string& sampler, BackendKind kind) {
  OffscreenContext context;
  context.make_current();
  RunConfig config;
  apply(config, {"sampler", sampler});
  config.chains = 4096;
  Session session(config, [kind](BackendKind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    return std::make_unique<GlBackend>();
  });
  session.advance(last);
  std::uint64_t step = 1;
  for (auto _ : state) {
    step = (step * 48'271) % last;  // all over the tape
    session.rewind(step);
    benchmark::DoNotOptimize(session.read());
    state.PauseTiming();
    session.rewind(last);
    state.ResumeTiming();
  }
}
#define REWIND(sampler)                                                \
  BENCHMARK_CAPTURE(rewind, sampler##_gpu, #sampler, BackendKind::gpu) \
      ->Unit(benchmark::kMillisecond)                                  \
      ->Iterations(12);                                                \
  BENCHMARK_CAPTURE(rewind, sampler##_cpu, #sampler, BackendKind::cpu) \
      ->Unit(benchmark::kMillisecond)                                  \
      ->Iterations(12)
REWIND(esh);
REWIND(mala);
REWIND(esh_rk45);

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
