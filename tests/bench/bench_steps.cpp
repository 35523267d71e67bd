// Chain-steps per second of every registered sampler on ring8, both backends; and of ESH by chains (cost must
// be linear) and by steps per dispatch. items_per_second is the figure; ratios hold within one run only.
#include <benchmark/benchmark.h>

#include "core/backend/start_positions.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

void step_chains(benchmark::State& state, const std::string& sampler, BackendKind kind, std::uint64_t chains,
                 std::uint64_t steps) {
  const RunConfig config = pair_config(sampler, "ring8", kind, chains);
  const auto backend = test_factory()(kind);
  backend->configure(config);
  backend->place(start_positions(config, *make_target(config)), 0);
  std::uint64_t step = 0;
  const auto dispatch = [&] {
    for (int i = 0; i < 4; ++i, step += steps) backend->advance(step, steps);
    backend->means();  // waits for the device
  };
  dispatch();  // the driver compiles on first use
  for (auto _ : state) dispatch();
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * 4 * steps * chains));
}

void register_all() {
  const auto add = [](const std::string& name, auto... arguments) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      step_chains(state, arguments...);
    })->UseRealTime();
  };
  for (const auto kind : {BackendKind::cpu, BackendKind::gpu}) {
    for (const auto& unit : kernel_samplers()) {
      const std::string& id = unit.descriptor.id;
      add(id + "/ring8/" + to_string(kind) + "/chains:100000/K:16", id, kind, 100'000u, 16u);
    }
    for (const std::uint64_t chains : {1'000u, 10'000u, 1'000'000u})
      add("esh/ring8/" + to_string(kind) + "/chains:" + std::to_string(chains) + "/K:16", "esh", kind, chains,
          16u);
    for (const std::uint64_t steps : {1u, 4u, 64u})
      add("esh/ring8/" + to_string(kind) + "/chains:100000/K:" + std::to_string(steps), "esh", kind, 100'000u,
          steps);
  }
}

}  // namespace
}  // namespace ergo

int main(int argc, char** argv) {
  ergo::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
