#include <csignal>
#include <cstdio>

#include "app/command/ergo_commands.h"
#include "app/command/ergo_options.h"
#include "app/command/ergo_output.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

constexpr int exit_user = 2, exit_machine = 3, exit_interrupted = 130;

constexpr std::uint64_t most_steps = 1'000'000'000'000;

const char* const run_help =
    "A run is [PRESET] [path=value ...]: a built-in preset, a preset file or a share string, then "
    "assignments. Paths: target,\n"
    "target.<parameter>, sampler, sampler.<parameter>, start, start.<parameter>, chains, seed, backend\n"
    "(auto, gpu, cpu), gradient_noise.kind, gradient_noise.sigma or gradient_noise.B = h sigma^2/2. `ergo "
    "list` and `ergo describe` name units and parameters, `ergo describe gradient_noise` kinds of noise.\n"
    "Several runs side by side: sessions.N.sampler, sessions.N.sampler.<parameter>, N from 0 to at most 5, "
    "on the target,\n"
    "start and seed of the first; session=N takes one of them alone.";
const char* const render_help =
    "\nview.<key> sets how it is shown, as presets have it. Panels, read-outs and the followed chain "
    "belong to the\n"
    "window: its Export (Ctrl+E), or `ergoscope ... --screenshot FILE.png`, has them.";
const char* const pace_help =
    "what the runs of a comparison keep equal: gradients (evaluations; default) or steps. --steps and "
    "--every count steps of the dearest sampler";
const char* const exit_help =
    "Exit codes: 0 done, 1 a check failed, 2 the user's mistake, 3 the machine's, "
    "130 interrupted.";

void add_common(CLI::App& command, CommonOptions& options) {
  add_integer(command, "--gl-device", options.gl_device, -1, 255,
              "number of the EGL device; -1: the first that works");
  command.add_option("--shaders", options.shaders,
                     "folder to read the shaders from instead of the built-in ones");
  command.add_flag("--quiet", options.quiet,
                   "no progress bar, no remarks, no closing words: only results and errors");
}

struct CommandLine {
  std::string list, describe;
  bool list_json = false, list_markdown = false, describe_json = false;
  RunOptions run;
  RenderRequest render;
  VerifyOptions verify;
  BenchOptions bench;
  TuneOptions tune;
  MapOptions map;
  ExactOptions exact;
  CompileOptions compile;
  int result = 0;

  void add_information(CLI::App& app) {
    auto* list_app = app.add_subcommand(
        "list", "what there is: targets, samplers, starts, presets, lectures or diagnostics");
    list_app->add_option("what", list, "targets, samplers, starts, presets, lectures, diagnostics")
        ->required();
    list_app->footer("The kinds of gradient noise, a property of every run: ergo describe gradient_noise");
    list_app->add_flag("--json", list_json, "machine-readable");
    list_app->add_flag("--markdown", list_markdown, "a Markdown table, as in the README");
    list_app->callback([this] {
      result = list_command(list, list_json ? "json" : list_markdown ? "markdown" : "text");
    });
    auto* describe_app = app.add_subcommand("describe",
                                            "equations, parameters, ranges, channels, source of a unit; the "
                                            "cues of a lecture; the story and settings of a preset");
    describe_app
        ->add_option("id", describe,
                     "a target, sampler or start; gradient_noise; lectures/NAME, or NAME where no unit is "
                     "called so; a lecture's FILE.json")
        ->required();
    describe_app->add_flag("--json", describe_json, "machine-readable");
    describe_app->callback([this] { result = describe_command(describe, describe_json); });
  }

  void add_run(CLI::App& app) {
    auto* c = app.add_subcommand("run", "run and export the trajectories");
    add_common(*c, run);
    c->add_option("run", run.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    add_count(*c, "--steps", run.steps, 0, most_steps, "steps to run")->required();
    add_count(*c, "--every", run.every, 1, most_steps, "keep every N-th step and the start; default 1");
    c->add_option("--init", run.init, ".npz with positions x [chain, dim] and any state arrays");
    c->add_option(
        "--out", run.out,
        "trajectories: FILE.npz, FILE.csv, FILE.nc (for ArviZ and xarray), or FOLDER/ for trajectory.npz, "
        "metrics.csv and preset.json. Of a comparison FILE.0-esh.npz and so on, one file for each run");
    c->add_option(
        "--metrics", run.metrics,
        "diagnostics: FILE.csv, one row per kept step, of a comparison one per run; `ergo list diagnostics` "
        "explains the columns");
    c->add_option("--pace", run.pace, pace_help);
    c->add_option("--draws", run.draws,
                  "draws that the diagnostics use: raw, weighted, reservoir, ergodic; default those of the "
                  "preset, else reservoir where the sampler has one, else weighted, else raw");
    c->add_option(
        "--mmd", run.mmd,
        "estimator of MMD²: closed_form, against the law itself (default), or paper, against 10000 draws "
        "as Ver Steeg & Galstyan 2021 do");
    c->callback([this] { result = run_command(run); });
  }

  void add_render(CLI::App& app) {
    auto* c = app.add_subcommand("render", "the picture, alone or among its axes, or a clip");
    add_common(*c, render);
    c->add_option("run", render.run, "[PRESET] [path=value ...]");
    c->footer(std::string(run_help) + render_help);
    add_count(*c, "--steps", render.steps, 0, most_steps, "steps to run first; default 200");
    c->add_option("--size", render.size,
                  "WxH in pixels, of all that is in the file; in SVG and PDF 96 to the inch");
    add_number(*c, "--scale", render.scale, 0.25, 16, "size of points and lines; default 1");
    c->add_option("--pace", render.pace, pace_help);
    c->add_option("--theme", render.theme, "dark, light, projector");
    c->add_option("--draws", render.draws, "raw, weighted, reservoir, ergodic");
    c->add_option("--axes", render.axes,
                  "position, phase (x and p, of ESH its direction u), thermostat (p and xi), section");
    c->add_option(
        "--show", render.show,
        "of a lattice: law, swarm (the chains' share of each site), difference (where that is off by more "
        "than chance), infinite (the share of infinitely many chains)");
    c->add_option(
        "--colour-by", render.colour_by,
        "auto (with axes phase the thermostat, where there is one, else the sampler), sampler, energy, "
        "kinetic_energy, weight, thermostat");
    c->add_flag("--contours,!--no-contours", render.contours, "contour lines");
    c->add_flag("--trails,!--no-trails", render.trails, "trails of the last steps");
    c->add_flag("--transparent", render.transparent, "no density: chains and trails over nothing");
    add_count(*c, "--steps-per-frame", render.steps_per_frame, 1, 1'000'000,
              "of a clip, and of the trails in a picture; default as the preset has it, else 4");
    c->add_flag("--words,!--no-words", render.words,
                "of a clip: titles, steps and the axes' numbers; of several runs' picture without axes: "
                "titles; on by default");
    auto* figure =
        c->add_flag("--figure", render.figure,
                    "the picture among its axes, with title and legend: as SVG and PDF are anyway");
    c->add_flag("--no-figure", render.no_figure, "the picture alone, as PNG is anyway")->excludes(figure);
    add_number(
        *c, "--speed", render.speed, slowest, fastest,
        "times the steps per frame; at less than one step a frame a clip shows the chains on their way "
        "through the step; default as the preset has it, else 1");
    add_count(*c, "--fps", render.frames_per_second, 1, 120, "frames a second of a clip; default 25");
    c->add_option("--out", render.out,
                  "FILE.png, FILE.svg, FILE.pdf; a clip FILE.mp4, FILE.gif (needs the program ffmpeg); the "
                  "settings are in the file, of a GIF in FILE.gif.json")
        ->required();
    c->callback([this] { result = render_command(render); });
  }

  void add_map(CLI::App& app) {
    auto* c = app.add_subcommand(
        "map", "acceptance, jump and exact gap over one or two of a sampler's parameters, as CSV");
    add_common(*c, map);
    c->add_option("run", map.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    c->add_option(
        "--x", map.axes.x,
        "parameter along x, over its slider's range and in its scale; default the sampler's first number");
    c->add_option("--y", map.axes.y,
                  "parameter along y; default its next number; none where it has one only");
    add_count(*c, "--columns", map.columns, 1, 1000,
              "cells along x; default 24; of a whole number each value once");
    add_count(*c, "--rows", map.rows, 1, 1000, "cells along y; default 16");
    add_count(*c, "--chains-per-cell", map.chains_per_cell, 1, 10000, "chains of each cell; default 16");
    add_count(*c, "--steps", map.steps, 1, most_steps, "steps to average over; default 384");
    c->callback([this] {
      map.axes.columns = static_cast<int>(map.columns);
      map.axes.rows = static_cast<int>(map.rows);
      result = map_command(map);
    });
  }

  void add_exact(CLI::App& app) {
    auto* c = app.add_subcommand("exact", "laws and transition probabilities on a lattice, without chains");
    add_common(*c, exact);
    c->add_option("run", exact.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    c->add_option(
        "--what", exact.what,
        "law: the target's. transition: the step's, from one site to another. bias: the law that "
        "the step leaves alone, against the target's. gap: the step's spectral gap, acceptance "
        "and jumps; of a cycle per step. tv: how far infinitely many chains are from the target, step "
        "by step: with long moves 2 to 4 s of processor time a step at 256 x 256 sites, 10 to 25 s at "
        "450 x 450. flow: net flow of probability between sites. transition and flow go up to 64 x 64 "
        "sites. gap and bias take seconds up to 1024 sites; beyond, the step is applied until they "
        "settle: some 20 s at 128 x 128 sites, minutes at 256 x 256. A cycle counts as so many steps");
    add_count(*c, "--steps", exact.steps, 0, most_steps, "of tv: steps from the start; default 100");
    c->add_option("--out", exact.out, "arrays: FILE.npz or FILE.csv");
    c->add_flag("--json", exact.json,
                "machine-readable, with the arrays of up to 10000 numbers; larger ones go to --out");
    c->callback([this] { result = exact_command(exact); });
  }

  void add_tune(CLI::App& app) {
    auto* c = app.add_subcommand("tune", "a cyclical schedule for a lattice target, probe by probe");
    add_common(*c, tune);
    c->add_option("run", tune.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    add_number(*c, "--alpha-ceil", tune.tuning.alpha_ceil, 1e-3, 1e6,
               "where the search for alpha_max begins; else the preset's, or 60");
    add_number(*c, "--alpha-floor", tune.tuning.alpha_floor, 1e-3, 1e6,
               "where that for alpha_min begins; else the preset's, or 0.05");
    add_number(*c, "--beta-max", tune.tuning.beta_max, 0, 2,
               "balance of the longest step; else the preset's, or 0.95");
    add_number(*c, "--beta-min", tune.tuning.beta_min, 0, 2,
               "balance of the shortest; else the preset's, or 0.5");
    add_number(*c, "--acceptance", tune.tuning.acceptance, 0, 1,
               "acceptance aimed at; else the preset's, or 0.5");
    add_number(*c, "--acceptance-long", tune.tuning.acceptance_long, 0, 1,
               "that of the longest step; else the preset's, or that of --acceptance");
    add_integer(*c, "--cycle-length", tune.tuning.cycle_length, 2, 65535,
                "steps of a cycle; else the preset's, or 20");
    add_integer(*c, "--budget", tune.tuning.budget, 20, 1'000'000,
                "steps of each search; else the preset's, or 200");
    c->add_flag("--json", tune.json, "machine-readable");
    c->callback([this, c] {
      for (const CLI::Option* option : c->get_options())
        if (option->count() > 0) tune.given.insert(option->get_name());
      result = tune_command(tune);
    });
  }

  void add_checks(CLI::App& app) {
    auto* v = app.add_subcommand("verify",
                                 "every sampler on every target against the truth; exit 1 if a check fails");
    add_common(*v, verify);
    v->add_option("id", verify.ids, "samplers and targets to check; none: all");
    v->add_option("--backend", verify.backend, "cpu, gpu, all");
    add_count(*v, "--seed", verify.seed, 0, UINT64_MAX, "seed of the check; default 1");
    v->add_flag("--json", verify.json, "machine-readable");
    v->callback([this] { result = verify_command(verify); });
    auto* b = app.add_subcommand("bench", "chain-steps per second");
    add_common(*b, bench);
    b->add_option("id", bench.words,
                  "samplers and targets to measure, none: all; and path=value for all of their runs");
    b->add_option("--backend", bench.backend, "cpu, gpu, all");
    add_count(*b, "--chains", bench.chains, chains_min, chains_max, "number of chains; default 100000");
    add_count(*b, "--steps-per-dispatch", bench.steps_per_dispatch, 1, 1'000'000,
              "steps of one dispatch; default 16");
    add_number(*b, "--seconds", bench.seconds, 0.001, 600, "time for one measurement; default 0.3");
    b->add_flag("--json", bench.json, "machine-readable");
    b->callback([this] { result = bench_command(bench); });
    auto* p =
        app.add_subcommand("compile",
                           "compile the GPU programs of all pairs and kinds of gradient noise once: drivers "
                           "keep them on disk, and no switch to another waits for its compiler");
    add_common(*p, compile);
    p->add_option("id", compile.ids, "samplers and targets to compile; none: all");
    p->callback([this] { result = compile_command(compile); });
  }
};

int report(const Error& error) {
  std::fprintf(stderr, "ergo: %s\n", error.what());
  return error.blame == Blame::user ? exit_user : exit_machine;
}

int run(int argc, char** argv) {
  CLI::App app("Ergoscope without a display: run, export, check and picture samplers");
  app.set_version_flag("--version", version());
  app.require_subcommand(1);
  app.footer(exit_help);
  CommandLine line;
  line.add_information(app);
  line.add_run(app);
  line.add_render(app);
  line.add_map(app);
  line.add_exact(app);
  line.add_tune(app);
  line.add_checks(app);
  check_words(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw in_own_words(app, error);
    app.exit(error);  // prints the help or the version
  }
  return line.result;
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then an error of write()
  try {
    const int code = run(argc, argv);
    finish_standard_output();
    return code;
  } catch (const Error& error) {
    return report(error);
  } catch (const Interrupted&) {
    std::fprintf(stderr, "ergo: interrupted; nothing was written\n");
    return exit_interrupted;
  } catch (const std::bad_alloc&) {
    return report(machine_error("not enough memory", "", "fewer chains, or fewer kept steps (--every)"));
  } catch (const std::exception& error) {
    return report(machine_error("the command failed:", error.what(), ""));
  }
}

}  // namespace ergo

int main(int argc, char** argv) { return ergo::main(argc, argv); }
