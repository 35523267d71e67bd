#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/ergo_commands.h"
#include "core/io/preset.h"
#include "core/io/provenance.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

constexpr int exit_user = 2, exit_machine = 3;

std::vector<std::string> unit_ids() {
  std::vector<std::string> ids;
  for (const auto& unit : samplers()) ids.push_back(unit.descriptor.id);
  for (const auto& unit : targets()) ids.push_back(unit.descriptor.id);
  return ids;
}

void add_common(CLI::App& command, CommonOptions& options) {
  command.add_option("--gl-device", options.gl_device, "number of the EGL device; -1: the first that works");
  command.add_option("--shaders", options.shaders,
                     "folder to read the shaders from instead of the built-in ones");
  command.add_flag("--quiet", options.quiet, "no progress bar");
}

struct CommandLine {
  std::string list, describe;
  bool list_json = false, list_markdown = false, describe_json = false;
  RunOptions run;
  RenderRequest render;
  VerifyOptions verify;
  BenchOptions bench;
  int result = 0;

  void add_information(CLI::App& app) {
    auto* list_app = app.add_subcommand("list", "what there is: targets, samplers, starts or presets");
    list_app->add_option("what", list, "targets, samplers, starts, presets")->required();
    list_app->add_flag("--json", list_json, "machine-readable");
    list_app->add_flag("--markdown", list_markdown, "a Markdown table, as in the README");
    list_app->callback([this] {
      result = list_command(list, list_json ? "json" : list_markdown ? "markdown" : "text");
    });
    auto* describe_app =
        app.add_subcommand("describe", "equations, parameters, ranges, channels, source of a unit");
    describe_app->add_option("id", describe, "a target, sampler or start")->required();
    describe_app->add_flag("--json", describe_json, "machine-readable");
    describe_app->callback([this] { result = describe_command(describe, describe_json); });
  }

  void add_run(CLI::App& app) {
    auto* c = app.add_subcommand("run", "run and export the trajectories");
    add_common(*c, run);
    c->add_option("run", run.run, "[PRESET] [path=value ...]");
    c->add_option("--steps", run.steps, "steps to run")->required();
    c->add_option("--every", run.every, "keep every K-th step (and the start)")->check(CLI::PositiveNumber);
    c->add_option("--init", run.init, ".npz with positions x [chain, dim] and any state arrays");
    c->add_option("--out", run.out, "trajectories: FILE.npz or FILE.csv");
    c->add_option("--metrics", run.metrics, "diagnostics: FILE.csv, one row per kept step");
    c->add_option("--draws", run.draws, "draws that the diagnostics use: raw, weighted, reservoir");
    c->callback([this] { result = run_command(run); });
  }

  void add_render(CLI::App& app) {
    auto* c = app.add_subcommand("render", "the picture as a PNG file");
    add_common(*c, render);
    c->add_option("run", render.run, "[PRESET] [path=value ...]");
    c->add_option("--steps", render.steps, "steps to run first");
    c->add_option("--size", render.size, "WxH in pixels");
    c->add_option("--scale", render.scale, "size of points and lines");
    c->add_option("--theme", render.theme, "dark, light, projector");
    c->add_option("--draws", render.draws, "raw, weighted, reservoir");
    c->add_option("--colour-by", render.colour_by, "sampler, energy, kinetic_energy, weight");
    c->add_flag("--contours,!--no-contours", render.contours, "contour lines");
    c->add_flag("--trails,!--no-trails", render.trails, "trails of the last steps");
    c->add_option("--out", render.out, "FILE.png")->required();
    c->callback([this] { result = render_command(render); });
  }

  void add_checks(CLI::App& app) {
    auto* v = app.add_subcommand("verify",
                                 "every sampler on every target against the truth; exit 1 if a check fails");
    add_common(*v, verify);
    v->add_option("id", verify.ids, "samplers and targets to check; none: all");
    v->add_option("--backend", verify.backend, "cpu, gpu, all");
    v->add_option("--seed", verify.seed, "seed of the check");
    v->add_flag("--json", verify.json, "machine-readable");
    v->callback([this] { result = verify_command(verify); });
    auto* b = app.add_subcommand("bench", "chain-steps per second");
    add_common(*b, bench);
    b->add_option("id", bench.ids, "samplers and targets to measure; none: all");
    b->add_option("--backend", bench.backend, "cpu, gpu, all");
    b->add_option("--chains", bench.chains, "number of chains")->check(CLI::Range(chains_min, chains_max));
    b->add_option("--steps-per-dispatch", bench.steps_per_dispatch, "steps of one dispatch")
        ->check(CLI::Range(1, 1'000'000));
    b->add_option("--seconds", bench.seconds, "time for one measurement")->check(CLI::Range(0.001, 600.0));
    b->add_flag("--json", bench.json, "machine-readable");
    b->callback([this] { result = bench_command(bench); });
  }
};

/// The parser alone would not name a word that is no command.
void check_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> commands;
  for (const auto* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (std::find(commands.begin(), commands.end(), argv[1]) == commands.end())
    throw Error("unknown command", argv[1], legal_words(argv[1], commands), "");
}

int report(const Error& error) {
  std::fprintf(stderr, "ergo: %s\n", error.what());
  return error.blame == Blame::user ? exit_user : exit_machine;
}

}  // namespace

RunRequest parse_run(const std::vector<std::string>& words) {
  RunRequest request;
  std::size_t first = 0;
  if (!words.empty() && words[0].find('=') == std::string::npos) {
    Preset preset = load_preset(words[0]);
    request = {std::move(preset.config), std::move(preset.journal)};
    first = 1;
  }
  std::vector<Assignment> assignments;
  for (std::size_t i = first; i < words.size(); ++i) assignments.push_back(parse_assignment(words[i]));
  std::stable_partition(assignments.begin(), assignments.end(), [](const Assignment& a) {
    return a.path == "target" || a.path == "sampler" || a.path == "start";  // parameters refer to these
  });
  for (const auto& assignment : assignments) apply(request.config, assignment);
  return request;
}

std::vector<BackendKind> backends_of(const std::string& name) {
  if (name == "cpu") return {BackendKind::cpu};
  if (name == "gpu") return {BackendKind::gpu};
  if (name == "all") return {BackendKind::cpu, BackendKind::gpu};
  throw Error("unknown backend", name, "cpu, gpu, all", "--backend");
}

void check_unit_ids(const std::vector<std::string>& ids, const std::string& where) {
  const auto known = unit_ids();
  for (const auto& id : ids)
    if (std::find(known.begin(), known.end(), id) == known.end())
      throw Error("unknown sampler or target", id, legal_words(id, known), where);
}

bool pair_wanted(const std::vector<std::string>& ids, const std::string& sampler, const std::string& target) {
  bool sampler_named = false, target_named = false, any_sampler = false, any_target = false;
  for (const auto& id : ids) {
    for (const auto& unit : samplers()) any_sampler |= unit.descriptor.id == id;
    for (const auto& unit : targets()) any_target |= unit.descriptor.id == id;
    sampler_named |= id == sampler;
    target_named |= id == target;
  }
  return (sampler_named || !any_sampler) && (target_named || !any_target);
}

int main(int argc, char** argv) {
  CLI::App app("Ergoscope without a display: run, export, check and picture samplers");
  app.set_version_flag("--version", version());
  app.require_subcommand(1);
  CommandLine line;
  line.add_information(app);
  line.add_run(app);
  line.add_render(app);
  line.add_checks(app);
  try {
    check_command(app, argc, argv);
    app.parse(argc, argv);
    return line.result;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_user;
  } catch (const Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    return report(machine_error("not enough memory", "", "fewer chains, or fewer kept steps (--every)"));
  }
}

}  // namespace ergo

int main(int argc, char** argv) { return ergo::main(argc, argv); }
