#include <chrono>
#include <cstdio>
#include <optional>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/backend/lost_context.h"
#include "core/config/apply_list.h"
#include "core/config/noise_settings.h"
#include "core/live/machine.h"
#include "core/run/session.h"
#include "core/site_plane/site_kernels.h"
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
  check_unit_ids(wanted.ids, "ergo compile");
  return wanted;
}

const Parameter& noise_kind() { return gradient_noise_descriptor().parameters[0]; }

/// Whether the pair has a program of its own under this noise.
bool has_program(const UnitPair& pair, NoiseKind noise) {
  if (noise == NoiseKind::none) return true;
  if (pair.target.descriptor.space == Space::sites) return false;  // where gradient noise has no effect
  return noise != NoiseKind::minibatch || pair.target.descriptor.minibatches;
}

/// The programs of the pairs asked for; first those without noise, which most runs use.
std::vector<Program> programs(const Wanted& wanted) {
  std::vector<UnitPair> pairs;
  for (const UnitPair& pair : unit_pairs()) {
    const Descriptor &sampler = pair.sampler.descriptor, &target = pair.target.descriptor;
    if (has_kernels(target, sampler) && pair_wanted(wanted.ids, sampler.id, target.id)) pairs.push_back(pair);
  }
  std::vector<Program> all;
  if (!wanted.assignments.empty()) {
    for (const UnitPair& pair : pairs) all.push_back({pair, {}});
    return all;
  }
  for (std::size_t n = 0; n < noise_kind().choices.size(); ++n)
    for (const UnitPair& pair : pairs)
      if (has_program(pair, static_cast<NoiseKind>(n))) all.push_back({pair, static_cast<NoiseKind>(n)});
  return all;
}

/// Steps it, and but for one of many kinds of noise draws it: drivers compile a program for good when it first runs,
/// and noise changes nothing in how chains are drawn.
void compile(const Program& program, const std::vector<Assignment>& assignments, Machine& machine, Scene& scene) {
  RunConfig config;
  apply(config, {"target", program.pair.target.descriptor.id});
  apply(config, {"sampler", program.pair.sampler.descriptor.id});
  apply_all(config, assignments);
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

/// Compiles it. Returns why the machine refuses its run, if it does: software OpenGL takes no long steps.
std::optional<Error> refusal_of(const Program& program, const std::vector<Assignment>& assignments,
                                Machine& machine, Scene& scene) try {
  compile(program, assignments, machine, scene);
  return {};
} catch (const LostContext&) {
  throw;
} catch (const Error& error) {
  if (error.blame == Blame::user) throw;
  return error.at(program.pair.sampler.descriptor.id + " on " + program.pair.target.descriptor.id);
}

/// Compiles them. Returns the machine's refusals; throws the first where it refuses every run.
std::vector<Error> compile_all(const std::vector<Program>& wanted, const std::vector<Assignment>& assignments,
                               Machine& machine, bool quiet) {
  const std::unique_ptr<Scene> scene = machine.scenes()();
  std::vector<Error> refusals;
  Progress progress("compiling", wanted.size(), quiet);
  for (std::size_t done = 0; done < wanted.size(); progress.at(++done))
    if (const std::optional<Error> refusal = refusal_of(wanted[done], assignments, machine, *scene))
      refusals.push_back(*refusal);
  if (!refusals.empty() && refusals.size() == wanted.size()) throw refusals.front();
  return refusals;
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
  const std::vector<Error> refusals = compile_all(wanted, asked.assignments, machine, options.quiet);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (options.quiet) return 0;
  for (const Error& refusal : refusals) std::fprintf(stderr, "ergo: not compiled: %s\n", refusal.what());
  std::printf("%zu programs in %.1f s\n", wanted.size() - refusals.size(), taken.count());
  return 0;
}

}  // namespace ergo
