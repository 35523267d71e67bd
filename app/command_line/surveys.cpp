#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace ergo {

void CommandLine::add_map(CLI::App& app) {
  auto* c = app.add_subcommand(
      "map", "acceptance, squared jump distance and exact gap over one or two sampler parameters, as CSV");
  add_common(*c, map_);
  c->add_option("run", map_.run, "[PRESET] [path=value ...]");
  c->footer(run_help);
  c->add_option(
      "--x", map_.axes.x,
      "parameter along x, over the range and scale of its slider; default the sampler's first numeric parameter");
  c->add_option("--y", map_.axes.y,
                "parameter along y; default the next numeric parameter, or none if there is only one");
  add_count(*c, "--columns", map_.columns, 1, 1000,
            "cells along x; default 24. Each value of a whole-number parameter is used only once");
  add_count(*c, "--rows", map_.rows, 1, 1000, "cells along y; default 16");
  add_count(*c, "--chains-per-cell", map_.chains_per_cell, 1, 10000, "chains per cell; default 16");
  add_count(*c, "--steps", map_.steps, 1, most_steps, "steps to average over; default 384");
  c->callback([this] {
    map_.axes.columns = static_cast<int>(map_.columns);
    map_.axes.rows = static_cast<int>(map_.rows);
    result_ = map_command(map_);
  });
}

void CommandLine::add_sweep(CLI::App& app) {
  auto* c = app.add_subcommand(
      "sweep", "a tuning curve: effective sample size per gradient evaluation over one of the sampler's numbers");
  add_common(*c, sweep_);
  c->add_option("run", sweep_.run, "[PRESET] [path=value ...]");
  c->footer(run_help);
  c->add_option("--parameter", sweep_.sweep.parameter,
                "number of the sampler to vary; default its first that has an effect");
  auto* values = c->add_option("--values", sweep_.values, "its values, with commas between");
  c->add_option("--from", sweep_.from,
                "lowest value; default 1/16 of a step size's default on the target, else the slider's end")
      ->excludes(values);
  c->add_option("--to", sweep_.to, "highest value; default 8 times a step size's default, else the slider's end")
      ->excludes(values);
  add_count(*c, "--count", sweep_.sweep.count, 2, 1000,
            "values between, evenly in the parameter's scale; default 22. Each whole number is used only once")
      ->excludes(values);
  c->add_option("--quantity", sweep_.sweep.quantity,
                "whose effective sample size: x, y, energy or least (the smallest of these; default)");
  add_count(*c, "--chains", sweep_.sweep.chains, 16, 1000000,
            "chains at each value, from exact draws; default 512. Errors fall with their root");
  add_count(*c, "--gradients", sweep_.sweep.gradients, 64, 1000000000,
            "most gradient evaluations of a chain at one value; default 16384. Values that would need more have not "
            "settled");
  c->add_option("--theme", sweep_.theme, "dark, light, projector; default light");
  add_look(*c, sweep_.look, "WxHmm or WxHin of the whole figure, or a width alone; default 85x60mm",
           "what the figure stands on: white (default), transparent or theme");
  c->add_option("--out", sweep_.file,
                "FILE.csv (with its settings in FILE.csv.json), or a figure: FILE.pdf, FILE.svg or FILE.png; without "
                "it the table is printed");
  c->callback([this] { result_ = sweep_command(sweep_); });
}

}  // namespace ergo
