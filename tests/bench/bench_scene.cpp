// Cost of a frame of 1280 x 800 of ESH on ring8 as the window draws it, and of its parts; of a lattice of 450
// x 450 showing distribution, swarm and difference. renderer 1 steps and draws by OpenGL, 2 on the processor's vectors.
// items_per_second is frames per second.
#include <benchmark/benchmark.h>
#include <epoxy/gl.h>

#include <functional>

#include "tests/machine_fixture.h"

namespace ergo {
namespace {

constexpr int steps_per_frame = 4;

struct Stage {
  Stage(std::int64_t renderer, std::uint64_t chains, const char* sampler = "esh", const char* target = "ring8")
      : machine({.renderer = static_cast<Renderer>(renderer)}),
        session(pair_config(sampler, target, gl() ? BackendKind::gpu : BackendKind::simd, chains), machine.backends(),
                {}, 0),
        scene(machine.scenes()()) {
    view.palette = palette("dark");
    view.camera = camera_for(session.target().window(), 1.6);
    session.advance(100);
  }
  bool gl() { return machine.renderer() == Renderer::gl; }
  void step() {
    for (int i = 0; i < steps_per_frame; ++i) {
      session.advance(1);
      if (view.trails) scene->accumulate(session, view);
    }
  }
  void frame() {
    step();
    scene->draw(session, view);
    benchmark::DoNotOptimize(scene->read().rgba.data());
  }
  void wait() {
    if (gl()) glFinish();
  }
  Machine machine;
  Session session;
  View view;
  std::unique_ptr<Scene> scene;
};

void measure(benchmark::State& state, Stage& stage, const std::function<void()>& work) {
  for (int i = 0; i < 3; ++i) stage.frame();  // the driver compiles on first use
  for (auto _ : state) {
    work();
    stage.wait();
  }
  state.SetItemsProcessed(state.iterations());
}

void window_frame(benchmark::State& state) {
  Stage stage(state.range(0), static_cast<std::uint64_t>(state.range(1)));
  stage.view.trails = state.range(2) != 0;
  measure(state, stage, [&] { stage.frame(); });
}

void steps_alone(benchmark::State& state) {
  Stage stage(state.range(0), static_cast<std::uint64_t>(state.range(1)));
  stage.view.trails = false;
  measure(state, stage, [&] { stage.step(); });
}

void draw_alone(benchmark::State& state) {
  Stage stage(state.range(0), static_cast<std::uint64_t>(state.range(1)));
  measure(state, stage, [&] { stage.scene->draw(stage.session, stage.view); });
}

void read_alone(benchmark::State& state) {
  Stage stage(state.range(0), static_cast<std::uint64_t>(state.range(1)));
  measure(state, stage, [&] { benchmark::DoNotOptimize(stage.scene->read().rgba.data()); });
}

void density_anew(benchmark::State& state) {
  Stage stage(state.range(0), 1);
  measure(state, stage, [&] {
    stage.view.camera.height *= 1.0001;
    stage.scene->draw(stage.session, stage.view);
  });
}

void lattice_frame(benchmark::State& state) {
  Stage stage(state.range(0), 10'000, "dmala", "lattice_modes");
  stage.view.show = static_cast<Show>(state.range(1));
  measure(state, stage, [&] { stage.scene->draw(stage.session, stage.view); });
}

void by_renderer(benchmark::internal::Benchmark* bench) {
  bench->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}

BENCHMARK(lattice_frame)->ArgNames({"renderer", "show"})->ArgsProduct({{1, 2}, {0, 1, 2}})->Apply(by_renderer);
BENCHMARK(window_frame)
    ->ArgNames({"renderer", "chains", "trails"})
    ->ArgsProduct({{1, 2}, {1'000, 10'000, 100'000, 1'000'000}, {0, 1}})
    ->Apply(by_renderer);
BENCHMARK(steps_alone)->ArgNames({"renderer", "chains"})->ArgsProduct({{1, 2}, {10'000}})->Apply(by_renderer);
BENCHMARK(draw_alone)->ArgNames({"renderer", "chains"})->ArgsProduct({{1, 2}, {1, 10'000, 100'000}})->Apply(by_renderer);
BENCHMARK(read_alone)->ArgNames({"renderer", "chains"})->ArgsProduct({{1, 2}, {1}})->Apply(by_renderer);
BENCHMARK(density_anew)->ArgName("renderer")->Arg(1)->Arg(2)->Apply(by_renderer);

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
