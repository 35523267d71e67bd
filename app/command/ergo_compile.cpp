#include <chrono>
#include <cstdio>
#include <optional>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"
#include "app/command/progress.h"
#include "core/config/noise_settings.h"
#include "core/run/session.h"
#include "core/view/projection.h"

namespace ergo {
namespace {

/// What one pair runs under one kind of gradient noise; without one, under that of the assignments.
struct Program {
  UnitPair pair;
  std::optional<NoiseKind> noise;
};

/// What is asked for: units, and assignments for all their runs.
struct Wanted {
  std::vector<std::string> ids;
  std::vector<Assignment> assignments;
};

Wanted wanted_by(const std::vector<std::string>& words) {
  Wanted wanted;
  for (const std::string& word : words)
    if (word.find('=') == std::string::npos)
      wanted.ids.push_back(word);
    else
      wanted.assignments.push_back(parse_assignment(word));
  check_given_once(wanted.assignments, "ergo compile");
  sort_for_apply(wanted.assignments);
  check_unit_ids(wanted.ids, "ergo compile");
  return wanted;
}

const Parameter& noise_kind() { return gradient_noise_descriptor().parameters[0]; }

/// The programs of the pairs asked for; first those without noise, which most runs use.
std::vector<Program> programs(const Wanted& wanted) {
  const auto is_wanted = [&](const UnitPair& pair) {
    return pair_wanted(wanted.ids, pair.sampler.descriptor.id, pair.target.descriptor.id);
  };
  std::vector<Program> all;
  if (!wanted.assignments.empty()) {
    for (const UnitPair& pair : kernel_pairs())
      if (is_wanted(pair)) all.push_back({pair, {}});
    return all;
  }
  for (std::size_t n = 0; n < noise_kind().choices.size(); ++n)
    for (const UnitPair& pair : kernel_pairs()) {
      const auto noise = static_cast<NoiseKind>(n);
      const bool exists = noise != NoiseKind::minibatch || pair.target.descriptor.minibatches;
      if (exists && is_wanted(pair)) all.push_back({pair, noise});
    }
  return all;
}

/// Steps it, and but for one of many kinds of noise draws it: drivers compile a program for good when it first runs,
/// and noise changes nothing in how chains are drawn.
void compile(const Program& program, const std::vector<Assignment>& assignments, Machine& machine, Scene& scene) {
  RunConfig config;
  apply(config, {"target", program.pair.target.descriptor.id});
  apply(config, {"sampler", program.pair.sampler.descriptor.id});
  for (const Assignment& assignment : assignments) apply(config, assignment);
  if (program.noise)
    apply(config, {"gradient_noise.kind", value_text(noise_kind(), static_cast<double>(*program.noise))});
  config.chains = 64;
  config.backend = BackendKind::gpu;
  Session session(config, machine.backends(), {}, 0);
  View view;
  view.width = view.height = 64;
  view.camera = camera_for(session.target().window(), 1);
  view.palette = palette("dark");
  const bool drawn = program.noise.value_or(NoiseKind::none) == NoiseKind::none;
  scene.clear_trails();
  if (drawn) scene.accumulate(session, view);
  session.advance(1);
  if (drawn) scene.accumulate(session, view);
  session.backend().means();
  if (drawn) scene.draw(session, view);
  session.read();  // waits for the device
  if (drawn) scene.read();
}

}  // namespace

int compile_command(const CompileOptions& options) {
  const Wanted asked = wanted_by(options.words);
  Machine::Choice choice = machine_choice(options);
  choice.renderer = Renderer::gl;
  Machine machine(std::move(choice));
  machine.make_current();
  const std::vector<Program> wanted = programs(asked);
  const auto begin = std::chrono::steady_clock::now();
  const std::unique_ptr<Scene> scene = machine.scenes()();
  {
    Progress progress("compiling", wanted.size(), options.quiet);
    for (std::size_t done = 0; done < wanted.size(); progress.at(++done))
      compile(wanted[done], asked.assignments, machine, *scene);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (!options.quiet) std::printf("%zu programs in %.1f s\n", wanted.size(), taken.count());
  return 0;
}

}  // namespace ergo
