#include <epoxy/gl.h>

#include <chrono>
#include <cstdio>

#include "app/command/ergo_commands.h"
#include "app/command/machine.h"
#include "app/command/progress.h"
#include "core/picture/scene.h"
#include "core/run/session.h"
#include "core/view/projection.h"

namespace ergo {
namespace {

/// What one pair runs under one kind of gradient noise.
struct Program {
  UnitPair pair;
  NoiseKind noise;
};

const Parameter& noise_kind() { return gradient_noise_descriptor().parameters[0]; }

/// The programs of the pairs asked for; first those without noise, which most runs use.
std::vector<Program> programs(const CompileOptions& options) {
  std::vector<Program> all;
  for (std::size_t n = 0; n < noise_kind().choices.size(); ++n)
    for (const UnitPair& pair : unit_pairs()) {
      const auto noise = static_cast<NoiseKind>(n);
      const bool exists = noise != NoiseKind::minibatch || pair.target.descriptor.minibatches;
      if (exists && pair_wanted(options.ids, pair.sampler.descriptor.id, pair.target.descriptor.id))
        all.push_back({pair, noise});
    }
  return all;
}

/// Steps it, and without noise draws it: drivers compile a program for good when it first runs, and noise
/// changes nothing in how chains are drawn.
void compile(const Program& program, Machine& machine, Scene& scene) {
  RunConfig config;
  apply(config, {"target", program.pair.target.descriptor.id});
  apply(config, {"sampler", program.pair.sampler.descriptor.id});
  apply(config, {"gradient_noise.kind", value_text(noise_kind(), static_cast<double>(program.noise))});
  config.chains = 64;
  config.backend = BackendKind::gpu;
  Session session(config, machine.factory(), {}, 0);
  View view;
  view.width = view.height = 64;
  view.camera = camera_for(session.target().window(), 1);
  view.palette = palette("dark");
  const bool drawn = program.noise == NoiseKind::none;
  scene.clear_trails();
  if (drawn) scene.accumulate(session, view);
  session.advance(1);
  if (drawn) scene.accumulate(session, view);
  session.backend().means();
  if (drawn) scene.draw(session, view);
  glFinish();
}

}  // namespace

int compile_command(const CompileOptions& options) {
  check_unit_ids(options.ids, "ergo compile");
  Machine machine(options.gl_device, options.shaders);
  machine.context();
  const std::vector<Program> wanted = programs(options);
  const auto begin = std::chrono::steady_clock::now();
  Scene scene(machine.shaders());
  {
    Progress progress("compiling", wanted.size(), options.quiet);
    for (std::size_t done = 0; done < wanted.size(); progress.at(++done))
      compile(wanted[done], machine, scene);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (!options.quiet) std::printf("%zu programs in %.1f s\n", wanted.size(), taken.count());
  return 0;
}

}  // namespace ergo
