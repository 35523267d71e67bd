#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace ergo {
namespace {

constexpr const char* run_sites_help =
    "\nA target of `ergo list site_targets` takes samplers of `ergo list site_samplers`. auto is cpu for "
    "them; simd and gpu\n"
    "step those that have kernels.\n"
    "Its chains start at any start, as lowest, highest, uniform or exact. Trajectories have x [chain, draw, "
    "site]. The\n"
    "means of the second half are printed beside the exact ones, where these can be summed up.";

}  // namespace

void CommandLine::add_run(CLI::App& app) {
  auto* c = app.add_subcommand("run", "run chains and export their trajectories");
  add_common(*c, run_);
  c->add_option("run", run_.run, "[PRESET] [path=value ...]");
  c->footer(std::string(run_help) + run_sites_help);
  add_count(*c, "--steps", run_.steps, 0, most_steps, "steps to run")->required();
  add_count(*c, "--every", run_.every, 1, most_steps, "keep the start and every N-th step; default 1");
  c->add_option(
      "--out", run_.out,
      "trajectories: FILE.npz, FILE.csv, FILE.nc (for ArviZ and xarray), or FOLDER/ for trajectory.npz, metrics.csv "
      "and preset.json. A comparison writes one file per run: FILE.0-esh.npz and so on. FILE.npz of a run "
      "that learns "
      "has the last weights too, for --weights");
  c->add_option(
      "--metrics", run_.metrics,
      "diagnostics: FILE.csv, one row per kept step, or in a comparison one per step and run; `ergo list "
      "diagnostics` explains the columns");
  add_diagnostics(*c, run_);
  c->callback([this] { result_ = run_command(run_); });
}

void CommandLine::add_exact(CLI::App& app) {
  auto* c = app.add_subcommand("exact", "exact distributions and transition probabilities on a lattice or of small "
                                        "targets of sites, computed without chains");
  add_common(*c, exact_);
  c->add_option("run", exact_.run, "[PRESET] [path=value ...]");
  c->footer(run_help);
  c->add_option(
      "--what", exact_.what,
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
  add_count(*c, "--steps", exact_.steps, 0, most_steps, "for tv: steps from the start; default 100");
  c->add_option("--out", exact_.out, "arrays: FILE.npz or FILE.csv");
  c->add_flag("--json", exact_.json,
              "machine-readable, with arrays of up to 10000 numbers; use --out for larger ones");
  c->callback([this] {
    if (exact_.what == "law") exact_.what = "distribution";  // as it was called before 1.0.0
    result_ = exact_command(exact_);
  });
}

void CommandLine::add_tune(CLI::App& app) {
  auto* c = app.add_subcommand("tune", "search for a cyclical schedule on a lattice or on sites");
  add_common(*c, tune_);
  c->add_option("run", tune_.run, "[PRESET] [path=value ...]");
  c->footer(run_help);
  add_number(*c, "--alpha-ceil", tune_.tuning.alpha_ceil, 1e-3, 1e6,
             "start of the search for alpha_max; default the preset's, else 60");
  add_number(*c, "--alpha-floor", tune_.tuning.alpha_floor, 1e-3, 1e6,
             "start of the search for alpha_min; default the preset's, else 0.05");
  add_number(*c, "--beta-max", tune_.tuning.beta_max, 0, 2,
             "balance of the longest step; default the preset's, else 0.95");
  add_number(*c, "--beta-min", tune_.tuning.beta_min, 0, 2,
             "balance of the shortest step; default the preset's, else 0.5");
  add_number(*c, "--acceptance", tune_.tuning.acceptance, 0, 1,
             "target acceptance; default the preset's, else 0.5");
  add_number(*c, "--acceptance-long", tune_.tuning.acceptance_long, 0, 1,
             "target acceptance of the longest step; default the preset's, else that of --acceptance");
  add_integer(*c, "--cycle-length", tune_.tuning.cycle_length, 2, 65535,
              "steps per cycle; default the preset's, else 20");
  add_integer(*c, "--budget", tune_.tuning.budget, 20, 1'000'000,
              "steps of each search; default the preset's, else 200");
  c->add_flag("--json", tune_.json, "machine-readable");
  c->callback([this, c] {
    for (const CLI::Option* option : c->get_options())
      if (option->count() > 0) tune_.given.insert(option->get_name());
    result_ = tune_command(tune_);
  });
}

}  // namespace ergo
