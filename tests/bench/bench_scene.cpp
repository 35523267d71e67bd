// Cost of a frame of 1280 x 800 of ESH on ring8 as the window draws it, and of its parts; of a lattice of 450
// x 450 showing distribution, swarm and difference. items_per_second is frames per second.
#include <benchmark/benchmark.h>
#include <epoxy/gl.h>

#include <functional>

#include "core/gl_picture/gl_scene.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

constexpr int steps_per_frame = 4;

struct Stage {
  explicit Stage(std::uint64_t chains, const char* sampler = "esh", const char* target = "ring8")
      : session(pair_config(sampler, target, BackendKind::gpu, chains), test_factory(), {}, 0) {
    view.palette = palette("dark");
    view.camera = camera_for(session.target().window(), 1.6);
    session.advance(100);
  }
  void step() {
    for (int i = 0; i < steps_per_frame; ++i) {
      session.advance(1);
      if (view.trails) scene.accumulate(session, view);
    }
  }
  void frame() {
    step();
    scene.draw(session, view);
    benchmark::DoNotOptimize(scene.read().rgba.data());
  }
  Session session;
  View view;
  GlScene scene;
};

void measure(benchmark::State& state, Stage& stage, const std::function<void()>& work) {
  for (int i = 0; i < 3; ++i) stage.frame();  // the driver compiles on first use
  for (auto _ : state) {
    work();
    glFinish();
  }
  state.SetItemsProcessed(state.iterations());
}

void window_frame(benchmark::State& state) {
  Stage stage(static_cast<std::uint64_t>(state.range(0)));
  stage.view.trails = state.range(1) != 0;
  measure(state, stage, [&] { stage.frame(); });
}

void steps_alone(benchmark::State& state) {
  Stage stage(static_cast<std::uint64_t>(state.range(0)));
  stage.view.trails = false;
  measure(state, stage, [&] { stage.step(); });
}

void draw_alone(benchmark::State& state) {
  Stage stage(static_cast<std::uint64_t>(state.range(0)));
  measure(state, stage, [&] { stage.scene.draw(stage.session, stage.view); });
}

void read_alone(benchmark::State& state) {
  Stage stage(static_cast<std::uint64_t>(state.range(0)));
  measure(state, stage, [&] { benchmark::DoNotOptimize(stage.scene.read().rgba.data()); });
}

void density_anew(benchmark::State& state) {
  Stage stage(1);
  measure(state, stage, [&] {
    stage.view.camera.height *= 1.0001;
    stage.scene.draw(stage.session, stage.view);
  });
}

void lattice_frame(benchmark::State& state) {
  Stage stage(10'000, "dmala", "lattice_modes");
  stage.view.show = static_cast<Show>(state.range(0));
  measure(state, stage, [&] { stage.scene.draw(stage.session, stage.view); });
}

BENCHMARK(lattice_frame)
    ->ArgName("show")
    ->DenseRange(0, 2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(window_frame)
    ->ArgNames({"chains", "trails"})
    ->ArgsProduct({{1'000, 10'000, 100'000, 1'000'000}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(steps_alone)->Arg(10'000)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(draw_alone)
    ->Arg(1)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(read_alone)->Arg(1)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(density_anew)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
