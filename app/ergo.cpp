#include <cstdio>

#include "app/command/ergo_commands.h"
#include "app/command/ergo_manual.h"
#include "app/command/ergo_options.h"
#include "app/command/ergo_output.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/platform/file.h"
#include "core/platform/streams.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

constexpr int exit_user = 2, exit_machine = 3, exit_interrupted = 130;

constexpr std::uint64_t most_steps = 1'000'000'000'000;

const char* const run_help =
    "A run is [PRESET] [path=value ...]: a built-in preset, a preset file or a share string, followed by assignments.\n"
    "Paths: target, target.<parameter>, sampler, sampler.<parameter>, start, start.<parameter>, chains, seed, backend\n"
    "(auto, gpu, simd, cpu), gradient_noise.kind, gradient_noise.sigma or gradient_noise.B = h sigma^2/2, learn.model and\n"
    "learn.<parameter>. `ergo list` and `ergo describe` show units and their parameters, `ergo describe gradient_noise` the\n"
    "kinds of noise, `ergo describe learn` how a model learns the target while chains run on it.\n"
    "backend=simd steps in single precision on the processor's vectors, cpu in double precision, gpu by OpenGL. auto, the\n"
    "default, takes a graphics card if there is one, else simd; for sites it is cpu.\n"
    "To compare several runs: sessions.N.sampler, sessions.N.sampler.<parameter>, with N from 0 to at most 5. They\n"
    "share target and seed. Start, chains and gradient noise are those of all runs, or of one: sessions.N.start,\n"
    "sessions.N.start.<parameter>, sessions.N.chains, sessions.N.gradient_noise.kind. session=N selects one run.";
const char* const run_sites_help =
    "\nA target of `ergo list site_targets` takes samplers of `ergo list site_samplers`. auto is cpu for them; simd and gpu\n"
    "step those that have kernels.\n"
    "Its chains start at any start, as lowest, highest, uniform or exact. Trajectories have x [chain, draw, site]. The\n"
    "means of the second half are printed beside the exact ones, where these can be summed up.";
const char* const render_help =
    "\nview.<key>=value sets the view, as in presets. Only the window draws panels, read-outs and the followed chain:\n"
    "use its Export (Ctrl+E), or `ergoscope ... --screenshot FILE.png`.";
const char* const pace_help =
    "what a comparison keeps equal: gradients (gradient evaluations; default) or steps. --steps and --every count "
    "steps of the most expensive sampler";
const char* const weights_help =
    ".npz file with the weights that the model begins with, of `ergo learn --out`: the averaged ones where it has both";
const char* const exit_codes =
    "0 success, 1 a check failed, 2 wrong input, 3 a problem of the machine, 130 interrupted.";

void add_common(CLI::App& command, CommonOptions& options) {
  add_integer(command, "--gl-device", options.gl_device, -1, 255,
              "number of the EGL device; -1: the first that works");
  command.add_option("--shaders", options.shaders,
                     "read the shaders from this folder instead of the built-in ones");
  command.add_flag("--quiet", options.quiet,
                   "print only results and errors: no progress bar, no remarks, no summary");
}

void add_renderer(CLI::App& command, CommonOptions& options) {
  command.add_option("--renderer", options.renderer,
                     "what draws pictures: gl, software or auto, which is OpenGL on a graphics card, else software");
}

/// What a run whose diagnostics are wanted needs besides its words.
void add_diagnostics(CLI::App& command, RunOptions& run) {
  command.add_option("--init", run.init, ".npz file with start positions x [chain, dim] and optional state arrays");
  command.add_option("--weights", run.weights, weights_help);
  command.add_option("--pace", run.pace, pace_help);
  command.add_option("--draws", run.draws,
                     "draws used by the diagnostics: raw, weighted, reservoir, ergodic. Default: the preset's, else the "
                     "first of reservoir, weighted and raw that the sampler has");
  command.add_option("--mmd", run.mmd,
                     "estimator of MMD²: closed_form, against the exact target (default), or paper, against 10000 "
                     "draws as in Ver Steeg & Galstyan 2021");
}

struct CommandLine {
  std::string list, describe;
  bool list_json = false, list_markdown = false, describe_json = false;
  RunOptions run;
  RenderRequest render;
  PlotRequest plot;
  VerifyOptions verify;
  BenchOptions bench;
  TuneOptions tune;
  MapOptions map;
  SweepRequest sweep;
  ExactOptions exact;
  CompileOptions compile;
  ReproduceOptions reproduce;
  LearnOptions learn;
  std::string manual_form, word_kind;
  std::vector<std::string> words;
  int result = 0;

  void add_information(CLI::App& app) {
    auto* list_app = app.add_subcommand(
        "list", "list targets, samplers, starts, presets, lectures, diagnostics, or targets and samplers on sites");
    list_app
        ->add_option("what", list,
                     "targets, samplers, starts, presets, lectures, diagnostics, site_targets, site_samplers")
        ->required();
    list_app->footer("For the kinds of gradient noise: ergo describe gradient_noise. For models that learn: ergo describe learn");
    list_app->add_flag("--json", list_json, "machine-readable");
    list_app->add_flag("--markdown", list_markdown, "a Markdown table");
    list_app->callback([this] {
      result = list_command(list, list_json ? "json" : list_markdown ? "markdown" : "text");
    });
    auto* describe_app = app.add_subcommand("describe",
                                            "describe a unit (equations, parameters, ranges, channels, source), the "
                                            "cues of a lecture, or the story and settings of a preset");
    describe_app
        ->add_option("id", describe,
                     "a target, sampler or start; gradient_noise; learn; lectures/NAME, or NAME if no unit has that name; a "
                     "lecture file FILE.json; 'formula: TEXT' for what a typed density is taken for")
        ->required();
    describe_app->add_flag("--json", describe_json, "machine-readable");
    describe_app->callback([this] { result = describe_command(describe, describe_json); });
  }

  void add_run(CLI::App& app) {
    auto* c = app.add_subcommand("run", "run chains and export their trajectories");
    add_common(*c, run);
    c->add_option("run", run.run, "[PRESET] [path=value ...]");
    c->footer(std::string(run_help) + run_sites_help);
    add_count(*c, "--steps", run.steps, 0, most_steps, "steps to run")->required();
    add_count(*c, "--every", run.every, 1, most_steps, "keep the start and every N-th step; default 1");
    c->add_option(
        "--out", run.out,
        "trajectories: FILE.npz, FILE.csv, FILE.nc (for ArviZ and xarray), or FOLDER/ for trajectory.npz, metrics.csv "
        "and preset.json. A comparison writes one file per run: FILE.0-esh.npz and so on. FILE.npz of a run that learns "
        "has the last weights too, for --weights");
    c->add_option(
        "--metrics", run.metrics,
        "diagnostics: FILE.csv, one row per kept step, or in a comparison one per step and run; `ergo list "
        "diagnostics` explains the columns");
    add_diagnostics(*c, run);
    c->callback([this] { result = run_command(run); });
  }

  void add_render(CLI::App& app) {
    auto* c = app.add_subcommand("render", "render a picture, a figure with axes, or a clip");
    add_common(*c, render);
    add_renderer(*c, render);
    c->add_option("run", render.run, "[PRESET] [path=value ...]");
    c->footer(std::string(run_help) + render_help);
    add_count(*c, "--steps", render.steps, 0, most_steps, "steps to run before drawing; default 200");
    add_look(*c, render.look,
             "WxH in pixels of the whole file (SVG and PDF use 96 pixels per inch), or on paper WxHmm or WxHin; default "
             "1280x800",
             "what the figure stands on: white, transparent or theme (default)");
    add_number(*c, "--scale", render.scale, 0.25, 16, "size of points and lines; default 1");
    c->add_option("--pace", render.pace, pace_help);
    c->add_option("--theme", render.theme, "dark, light, projector; default dark, and light on white or without a ground");
    c->add_option("--draws", render.draws, "raw, weighted, reservoir, ergodic");
    c->add_option("--axes", render.axes,
                  "position, phase (x and p; for ESH its direction u), thermostat (p and xi), section");
    c->add_option(
        "--show", render.show,
        "on a lattice: target, histogram (share of chains on each site), difference (histogram minus target where it "
        "is significant, |z| >= 2), expected (distribution of infinitely many chains). On spins and other sites also "
        "configurations: those of up to 64 chains as tiles, with marks where the last step changed a site");
    c->add_option(
        "--colour-by", render.colour_by,
        "auto (with axes phase the thermostat, if there is one, else the sampler), sampler, energy, kinetic_energy, "
        "weight, thermostat, origin (the mode nearest to the start, or the direction from the mean of all starts), "
        "accepted (by the last step), divergence (marks where steps diverged)");
    c->add_flag("--contours,!--no-contours", render.contours, "draw contour lines");
    c->add_flag("--scales,!--no-scales", render.scales, "write numbers along the edges of a clip over the plane");
    c->add_flag("--trails,!--no-trails", render.trails, "draw trails of the last steps");
    c->add_flag("--transparent", render.transparent, "transparent background: chains and trails without the density");
    add_count(*c, "--steps-per-frame", render.steps_per_frame, 1, 1'000'000,
              "steps per frame of a clip, and length of the trails in a picture; default the preset's, else 4");
    c->add_flag("--words,!--no-words", render.words,
                "titles, step counts and axis numbers in a clip; titles in a picture of several runs without axes; on "
                "by default");
    auto* figure =
        c->add_flag("--figure", render.figure,
                    "draw axes, title and legend; default for SVG, PDF and sizes on paper");
    c->add_flag("--no-figure", render.no_figure, "draw no axes; default for PNG in pixels")->excludes(figure);
    add_number(
        *c, "--speed", render.speed, slowest, fastest,
        "factor on the steps per frame. Below one step per frame a clip shows the chains moving within a step. Default "
        "the preset's, else 1");
    add_count(*c, "--fps", render.frames_per_second, 1, 120, "frames per second of a clip; default 25");
    c->add_option("--out", render.out,
                  "FILE.png, FILE.svg or FILE.pdf; for a clip FILE.mp4 or FILE.gif (needs ffmpeg). The file contains "
                  "the settings; for a GIF they are in FILE.gif.json")
        ->required();
    c->callback([this] { result = render_command(render); });
  }

  void add_plot(CLI::App& app) {
    auto* c = app.add_subcommand("plot", "plot error, acceptance or another diagnostic against the cost of a run");
    add_common(*c, plot);
    add_renderer(*c, plot);
    c->add_option("run", plot.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    plot.steps = 200;
    plot.every = 0;
    add_count(*c, "--steps", plot.steps, 1, most_steps, "steps to run; default 200");
    add_count(*c, "--every", plot.every, 1, most_steps, "steps between two points; default a 200th of the steps");
    add_diagnostics(*c, plot);
    c->add_option("--from", plot.from, "plot this file of `ergo run --metrics` instead of a run");
    c->add_option("--quantity", plot.quantity,
                  "what to plot, several with commas between, one below the other. `ergo list diagnostics` explains "
                  "them. Default the distance from the target: mmd2, on a lattice site_tv");
    c->add_option("--over", plot.over, "horizontal axis: gradients (gradient evaluations; default) or steps");
    c->add_option("--x-axis", plot.x_axis, "scale of the horizontal axis: linear (default) or log");
    c->add_option("--y-axis", plot.y_axis, "scale of the vertical axis: auto (default), linear or log");
    c->add_option("--theme", plot.theme, "dark, light, projector; default light");
    add_look(*c, plot.look, "WxHmm or WxHin of the whole figure, or a width alone; default 85x60mm",
             "what the figure stands on: white (default), transparent or theme");
    c->add_flag("--pictures", plot.pictures, "draw the picture of each run above the plots; if only a width is given, the "
                "height follows from the contents");
    add_count(*c, "--steps-per-frame", plot.steps_per_frame, 1, 1'000'000,
              "steps per frame of a clip, and length of the trails in pictures; default the preset's, else 4");
    add_number(*c, "--speed", plot.speed, slowest, fastest,
               "factor on the steps per frame of a clip; default the preset's, else 1");
    add_count(*c, "--fps", plot.frames_per_second, 1, 120, "frames per second of a clip; default 25");
    c->add_option("--out", plot.file,
                  "FILE.pdf, FILE.svg or FILE.png; with --pictures also a clip, FILE.mp4 or FILE.gif (needs ffmpeg). The "
                  "file contains the settings; for a GIF they are in FILE.gif.json")
        ->required();
    c->callback([this, c] {
      for (const CLI::Option* option : c->get_options())
        for (const char* name : {"--steps", "--every", "--init", "--weights", "--pace", "--draws", "--mmd"})
          plot.run_given |= option->check_name(name) && option->count() > 0;
      result = plot_command(plot);
    });
  }

  void add_map(CLI::App& app) {
    auto* c = app.add_subcommand(
        "map", "acceptance, squared jump distance and exact gap over one or two sampler parameters, as CSV");
    add_common(*c, map);
    c->add_option("run", map.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    c->add_option(
        "--x", map.axes.x,
        "parameter along x, over the range and scale of its slider; default the sampler's first numeric parameter");
    c->add_option("--y", map.axes.y,
                  "parameter along y; default the next numeric parameter, or none if there is only one");
    add_count(*c, "--columns", map.columns, 1, 1000,
              "cells along x; default 24. Each value of a whole-number parameter is used only once");
    add_count(*c, "--rows", map.rows, 1, 1000, "cells along y; default 16");
    add_count(*c, "--chains-per-cell", map.chains_per_cell, 1, 10000, "chains per cell; default 16");
    add_count(*c, "--steps", map.steps, 1, most_steps, "steps to average over; default 384");
    c->callback([this] {
      map.axes.columns = static_cast<int>(map.columns);
      map.axes.rows = static_cast<int>(map.rows);
      result = map_command(map);
    });
  }

  void add_sweep(CLI::App& app) {
    auto* c = app.add_subcommand(
        "sweep", "a tuning curve: effective sample size per gradient evaluation over one of the sampler's numbers");
    add_common(*c, sweep);
    c->add_option("run", sweep.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    c->add_option("--parameter", sweep.sweep.parameter,
                  "number of the sampler to vary; default its first that has an effect");
    auto* values = c->add_option("--values", sweep.values, "its values, with commas between");
    c->add_option("--from", sweep.from,
                  "lowest value; default 1/16 of a step size's default on the target, else the slider's end")
        ->excludes(values);
    c->add_option("--to", sweep.to, "highest value; default 8 times a step size's default, else the slider's end")
        ->excludes(values);
    add_count(*c, "--count", sweep.sweep.count, 2, 1000,
              "values between, evenly in the parameter's scale; default 22. Each whole number is used only once")
        ->excludes(values);
    c->add_option("--quantity", sweep.sweep.quantity,
                  "whose effective sample size: x, y, energy or least (the smallest of these; default)");
    add_count(*c, "--chains", sweep.sweep.chains, 16, 1000000,
              "chains at each value, from exact draws; default 512. Errors fall with their root");
    add_count(*c, "--gradients", sweep.sweep.gradients, 64, 1000000000,
              "most gradient evaluations of a chain at one value; default 16384. Values that would need more have not "
              "settled");
    c->add_option("--theme", sweep.theme, "dark, light, projector; default light");
    add_look(*c, sweep.look, "WxHmm or WxHin of the whole figure, or a width alone; default 85x60mm",
             "what the figure stands on: white (default), transparent or theme");
    c->add_option("--out", sweep.file,
                  "FILE.csv (with its settings in FILE.csv.json), or a figure: FILE.pdf, FILE.svg or FILE.png; without "
                  "it the table is printed");
    c->callback([this] { result = sweep_command(sweep); });
  }

  void add_exact(CLI::App& app) {
    auto* c = app.add_subcommand("exact", "exact distributions and transition probabilities on a lattice or of small "
                                          "targets of sites, computed without chains");
    add_common(*c, exact);
    c->add_option("run", exact.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    c->add_option(
        "--what", exact.what,
        "distribution: the target; of configurations of sites also log Z and mean energy where they are known, and "
        "standard errors of what is sampled because configurations are too many. transition: probabilities of one "
        "step from site to site. bias: stationary distribution of the step, compared with the target. gap: spectral "
        "gap, acceptance and squared jump distance "
        "of the step; for a cycle, per step. tv: total variation to target of infinitely many chains, step by step; "
        "with long moves 2 to 4 s of processor time per step at 256 x 256 sites, 10 to 25 s at 450 x 450. flow: net "
        "flow of probability between sites. transition and flow allow up to 64 x 64 sites. gap and bias take seconds "
        "up to 1024 sites; beyond that the step is applied until they converge: some 20 s at 128 x 128 sites, minutes "
        "at 256 x 256. A cycle costs as much as all its steps. Of sites, states are all configurations, up to 4096: "
        "x has them, and flow's field is over the cells of the two statistics that show them");
    add_count(*c, "--steps", exact.steps, 0, most_steps, "for tv: steps from the start; default 100");
    c->add_option("--out", exact.out, "arrays: FILE.npz or FILE.csv");
    c->add_flag("--json", exact.json,
                "machine-readable, with arrays of up to 10000 numbers; use --out for larger ones");
    c->callback([this] {
      if (exact.what == "law") exact.what = "distribution";  // as it was called before 1.0.0
      result = exact_command(exact);
    });
  }

  void add_tune(CLI::App& app) {
    auto* c = app.add_subcommand("tune", "search for a cyclical schedule on a lattice or on sites");
    add_common(*c, tune);
    c->add_option("run", tune.run, "[PRESET] [path=value ...]");
    c->footer(run_help);
    add_number(*c, "--alpha-ceil", tune.tuning.alpha_ceil, 1e-3, 1e6,
               "start of the search for alpha_max; default the preset's, else 60");
    add_number(*c, "--alpha-floor", tune.tuning.alpha_floor, 1e-3, 1e6,
               "start of the search for alpha_min; default the preset's, else 0.05");
    add_number(*c, "--beta-max", tune.tuning.beta_max, 0, 2,
               "balance of the longest step; default the preset's, else 0.95");
    add_number(*c, "--beta-min", tune.tuning.beta_min, 0, 2,
               "balance of the shortest step; default the preset's, else 0.5");
    add_number(*c, "--acceptance", tune.tuning.acceptance, 0, 1,
               "target acceptance; default the preset's, else 0.5");
    add_number(*c, "--acceptance-long", tune.tuning.acceptance_long, 0, 1,
               "target acceptance of the longest step; default the preset's, else that of --acceptance");
    add_integer(*c, "--cycle-length", tune.tuning.cycle_length, 2, 65535,
                "steps per cycle; default the preset's, else 20");
    add_integer(*c, "--budget", tune.tuning.budget, 20, 1'000'000,
                "steps of each search; default the preset's, else 200");
    c->add_flag("--json", tune.json, "machine-readable");
    c->callback([this, c] {
      for (const CLI::Option* option : c->get_options())
        if (option->count() > 0) tune.given.insert(option->get_name());
      result = tune_command(tune);
    });
  }

  void add_checks(CLI::App& app) {
    auto* v = app.add_subcommand("verify",
                                 "check every sampler on every target against exact results; exit code 1 if a check "
                                 "fails");
    add_common(*v, verify);
    v->add_option("id", verify.ids, "samplers and targets to check; default all");
    v->add_option("--backend", verify.backend, "cpu, simd, gpu, all");
    add_count(*v, "--seed", verify.seed, 0, UINT64_MAX, "seed of the check; default 1");
    v->add_flag("--json", verify.json, "machine-readable");
    v->callback([this] { result = verify_command(verify); });
    auto* b = app.add_subcommand("bench", "measure chain-steps per second");
    add_common(*b, bench);
    b->add_option("id", bench.words,
                  "samplers and targets to measure (default all but those of sites), and path=value for all of these runs");
    b->add_option("--backend", bench.backend, "cpu, simd, gpu, all");
    add_count(*b, "--chains", bench.chains, chains_min, chains_max, "number of chains; default 100000");
    add_count(*b, "--steps-per-dispatch", bench.steps_per_dispatch, 1, 1'000'000,
              "steps per dispatch; default 16");
    add_number(*b, "--seconds", bench.seconds, 0.001, 600, "seconds per measurement; default 0.3");
    b->add_flag("--against", bench.against,
                "compare with NumPy, PyTorch and node, those that are installed: esh, mala, ula on banana, ring8");
    b->add_option("--python", bench.python, "the Python of NumPy and PyTorch; default python3");
    add_count(*b, "--rounds", bench.rounds, 1, 1000, "rounds of --against; default 5");
    b->add_flag("--json", bench.json, "machine-readable");
    b->callback([this] { result = bench_command(bench); });
    auto* p =
        app.add_subcommand("compile",
                           "compile the GPU programs of all sampler-target pairs and kinds of gradient noise once. "
                           "Drivers keep them on disk, so switching between them is fast");
    add_common(*p, compile);
    p->add_option("id", compile.words,
                  "samplers and targets to compile (default all), and path=value for all of these runs, which are then "
                  "compiled with their own noise alone");
    p->callback([this] { result = compile_command(compile); });
  }

  void add_learning(CLI::App& app) {
    auto* r = app.add_subcommand("reproduce",
                                 "run experiments of the papers on spins anew, and print their numbers beside ours; without "
                                 "names, list them");
    r->add_option("experiment", reproduce.ids, "names of experiments, or all");
    add_number(*r, "--effort", reproduce.effort, 0.001, 1000,
               "share of the usual number of steps; default 1, which takes seconds to minutes. Errors shrink with its "
               "square root");
    r->add_flag("--quiet", reproduce.quiet, "print only results and errors: no progress bar");
    r->add_flag("--json", reproduce.json, "machine-readable");
    r->callback([this] { result = reproduce_command(reproduce); });
    auto* l = app.add_subcommand("learn",
                                 "learn a distribution by persistent contrastive divergence: a restricted Boltzmann "
                                 "machine that of small pictures, a network's energy that of a target of the plane");
    l->add_option("setting", learn.words, "[path=value ...]");
    l->footer(
        "Settings are those of a run of `ergo run`; its target is what is learned. `ergo describe learn` has\n"
        "learn.<parameter>. learn.model=rbm (default) learns target=pictures target.set=bars4 target.beta=20 with\n"
        "sampler=block_gibbs chains=2000, learn.model=network target=ring8 with sampler=mala chains=2000, unless told\n"
        "otherwise. target.file=FILE.npy learns pictures of your own, zeros and ones [pictures, rows, columns].\n"
        "The same runs can be watched: ergoscope target=ring8 learn.model=network.\n"
        "Each row has the mean log likelihood of the pictures, or of exact draws held out, and the total variation\n"
        "distance to their distribution: of the weights as they are, and of their average over the iterations, t with\n"
        "weight t^3. They are exact, those of a network up to quadrature, and NaN for a machine with more than 16 units in\n"
        "both layers. mmd2 is MMD² of the network's chains from the data, gradients what each chain has used so far.");
    add_count(*l, "--iterations", learn.iterations, 1, 1'000'000'000, "iterations; default 2000");
    add_count(*l, "--every", learn.every, 1, 1'000'000'000, "print every N-th one; default 100");
    l->add_option("--weights", learn.weights, weights_help);
    l->add_option("--out", learn.out,
                  "FILE.npz with weights, their averages, the chains and the rows; of a network its grid too");
    l->add_option("--picture,--filters", learn.picture,
                  "FILE.png of the averaged weights and the chains. Of a machine the weights of each hidden unit, orange "
                  "above 0 and blue below; of a network its density, to the right of the data's");
    l->add_option("--theme", learn.theme, "of --picture: dark, light, projector; default light");
    l->add_flag("--quiet", learn.quiet, "print only results and errors: no progress bar");
    l->add_flag("--json", learn.json, "machine-readable");
    l->callback([this] { result = learn_command(learn); });
  }

  /// For the installation and the completions of shells: in no group, so that nobody is told of them.
  void add_hidden(CLI::App& app) {
    auto* m = app.add_subcommand("manual", "the manual page, or the completions of a shell")->group("");
    m->add_option("form", manual_form, "man, bash, zsh, fish")->required();
    m->callback([this, &app] {
      const std::string text = manual::text_of(described(app, exit_codes), manual_form);
      std::fputs(text.c_str(), stdout);
    });
    auto* w = app.add_subcommand("words", "what can stand in place of the last word")->group("");
    w->add_option("kind", word_kind, "run, unit, subject, lecture")->required();
    w->add_option("words", words, "the words so far");
    w->callback([this] { result = words_command(word_kind, words); });
  }
};

int report(const Error& error) {
  std::fprintf(stderr, "ergo: %s\n", error.what());
  return error.blame == Blame::user ? exit_user : exit_machine;
}

int run(int argc, char** argv) {
  CLI::App app("Ergoscope without a display: run, export, check and render MCMC samplers");
  app.set_version_flag("--version", version());
  app.require_subcommand(1);
  app.footer(std::string("Exit codes: ") + exit_codes);
  CommandLine line;
  line.add_information(app);
  line.add_run(app);
  line.add_render(app);
  line.add_plot(app);
  line.add_map(app);
  line.add_sweep(app);
  line.add_exact(app);
  line.add_tune(app);
  line.add_checks(app);
  line.add_learning(app);
  line.add_hidden(app);
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
  platform::hold_standard_streams();
  platform::report_size_limit();
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
