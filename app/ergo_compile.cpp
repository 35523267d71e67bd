#include <epoxy/gl.h>

#include <chrono>
#include <cstdio>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "app/progress.h"
#include "core/picture/projection.h"
#include "core/picture/scene.h"
#include "core/run/session.h"

namespace ergo {
namespace {

/// Steps and draws one pair: drivers compile a program for good when it first runs.
void compile(const UnitPair& pair, Machine& machine, Scene& scene) {
  RunConfig config;
  apply(config, {"target", pair.target.descriptor.id});
  apply(config, {"sampler", pair.sampler.descriptor.id});
  config.chains = 64;
  config.backend = BackendKind::gpu;
  Session session(config, machine.factory(), {}, 0);
  View view;
  view.width = view.height = 64;
  view.camera = camera_for(session.target().window(), 1);
  view.palette = palette("dark");
  scene.clear_trails();
  scene.accumulate(session, view);
  session.advance(1);
  scene.accumulate(session, view);
  session.backend().means();
  scene.draw(session, view);
  glFinish();
}

}  // namespace

int compile_command(const CompileOptions& options) {
  check_unit_ids(options.ids, "ergo compile");
  Machine machine(options.gl_device, options.shaders);
  machine.context();
  std::vector<UnitPair> pairs;
  for (const UnitPair& pair : unit_pairs())
    if (pair_wanted(options.ids, pair.sampler.descriptor.id, pair.target.descriptor.id))
      pairs.push_back(pair);
  const auto begin = std::chrono::steady_clock::now();
  Scene scene(machine.shaders());
  {
    Progress progress("compiling", pairs.size(), options.quiet);
    for (std::size_t done = 0; done < pairs.size(); progress.at(++done)) compile(pairs[done], machine, scene);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (!options.quiet) std::printf("%zu pairs in %.1f s\n", pairs.size(), taken.count());
  return 0;
}

}  // namespace ergo
