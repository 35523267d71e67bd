// CPU time of one step of a walk over S x S sites on the device: a draw of the proposal, and its normalisers
// at the old and the new place. By the closed forms of common/discrete_gaussian.glsl, and by the soft-max
// over all sites. The walk's law is uniform, so that walls are met as often as any site.
#include <benchmark/benchmark.h>

#include <epoxy/gl.h>

#include "core/gl/context.h"
#include "core/gl/kernel_source.h"
#include "core/gl/program.h"

namespace ergo {
namespace {

constexpr std::size_t chains = 8192;
constexpr int steps = 16;

const char* const soft_max = R"(
float normaliser(float centre, float variance, float side) {
  float m = nearest_site(centre, side);
  float sum = 0.0;
  for (float y = 0.0; y < side; y += 1.0) sum += exp(-(y - m) * (y + m - 2.0 * centre) / (2.0 * variance));
  return sum;
}
float quantile(float centre, float variance, float side, float sum, float u) {
  float m = nearest_site(centre, side);
  float left = u * sum;
  float y = -1.0;
  while (left > 0.0 && y < side - 1.0) {
    y += 1.0;
    left -= exp(-(y - m) * (y + m - 2.0 * centre) / (2.0 * variance));
  }
  return y;
}
vec2 sites(vec2 centre, float variance, float side, vec2 sums, Stream stream) {
  Draw u = draw(stream, 0);
  return vec2(quantile(centre.x, variance, side, sums.x, u.uniform1),
              quantile(centre.y, variance, side, sums.y, u.uniform2));
}
)";
const char* const closed = R"(
float normaliser(float centre, float variance, float side) { return site_normaliser(centre, variance, side); }
vec2 sites(vec2 centre, float variance, float side, vec2 sums, Stream stream) {
  return draw_sites(centre, vec2(variance), vec2(side), stream, 0);
}
)";
const char* const walk = R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Places { vec2 places[]; };
layout(location = 0) uniform float variance;
layout(location = 1) uniform float side;
layout(location = 2) uniform uint first_step;
layout(location = 3) uniform uint steps;
void main() {
  uint chain = gl_GlobalInvocationID.x;
  vec2 x = places[chain];
  for (uint step = 0u; step < steps; ++step) {
    Stream stream = Stream(uvec2(1u, 0u), chain, uvec2(first_step + step, 0u), PURPOSE_STEP, 0u, 0.0);
    vec2 sums = vec2(normaliser(x.x, variance, side), normaliser(x.y, variance, side));
    vec2 y = sites(x, variance, side, sums, stream);
    float ratio = sums.x * sums.y / (normaliser(y.x, variance, side) * normaliser(y.y, variance, side));
    if (draw(stream, SITE_SLOTS).uniform1 <= ratio) x = y;
  }
  places[chain] = x;
}
)";

void step_sites(benchmark::State& state, const char* method) {
  const OffscreenContext context;
  const ShaderLibrary library;
  KernelSource source = shader(library, {"common/maths.glsl"});
  source.text += "const int DIM = 2;\n";
  for (const char* path : {"common/philox.glsl", "common/draws.glsl", "common/discrete_gaussian.glsl"})
    source.text += library.text(path);
  source.text += std::string(method) + walk;
  const gl::Program program(std::move(source));
  const auto side = static_cast<float>(state.range(0)), variance = static_cast<float>(state.range(1));
  std::vector<float> places;
  for (std::size_t i = 0; i < 2 * chains; ++i)
    places.push_back(static_cast<float>(i * 7919 % static_cast<std::size_t>(state.range(0))));
  const gl::Buffer buffer{std::span<const float>(places)};
  buffer.bind(0);
  program.use();
  glUniform1f(0, variance);
  glUniform1f(1, side);
  glUniform1ui(3, steps);
  unsigned step = 0;
  const auto dispatch = [&] {
    glUniform1ui(2, step += steps);
    gl::dispatch(chains);
    buffer.read(0, sizeof(float), [](const void*) {});
  };
  dispatch();  // the driver compiles on first use
  for (auto _ : state) dispatch();
  state.counters["cpu_per_step"] =
      benchmark::Counter(static_cast<double>(chains) * steps,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void settings(benchmark::internal::Benchmark* bench) {
  bench->Args({64, 4})->Args({450, 4})->Args({450, 53})->Args({450, 1575})->MeasureProcessCPUTime();
}
BENCHMARK_CAPTURE(step_sites, closed_forms, closed)->Apply(settings);
BENCHMARK_CAPTURE(step_sites, soft_max, soft_max)->Apply(settings);

}  // namespace
}  // namespace ergo

BENCHMARK_MAIN();
