#include <charconv>
#include <cmath>
#include <cstdio>

#include "app/command/ergo_commands.h"
#include "app/command/ergo_options.h"
#include "core/live/machine.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/config/run_names.h"
#include "core/figures/tuning_curve.h"
#include "core/files/csv_file.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

using Row = std::vector<std::string>;

std::string digits(double value, int count) {
  if (std::isnan(value)) return "NaN";
  char text[48];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, count).ptr};
}

/// The table's rows, the names of its columns first.
std::vector<Row> table_of(const ParameterSweep& sweep) {
  std::vector<Row> rows = {{sweep.parameter().id, "ess_per_gradient", "ess_per_gradient_error", "settled",
                            "slowest", "gradients_per_step", "acceptance", "acceptance_error", "bias", "bias_error",
                            "biased", "steps", "diverged"}};
  for (const SweepPoint& p : sweep.points())
    rows.push_back({value_text(sweep.parameter(), p.value), digits(p.ess_per_gradient.value, 6),
                    digits(p.ess_per_gradient.error, 3), p.settled ? "1" : "0", p.slowest,
                    digits(p.gradients_per_step, 6), digits(p.acceptance.value, 6), digits(p.acceptance.error, 3),
                    digits(p.bias.value, 6), digits(p.bias.error, 3), p.biased, std::to_string(p.steps),
                    std::to_string(p.diverged)});
  return rows;
}

/// How to make it again.
std::string settings_of(const ParameterSweep& sweep, const SweepOptions& options, const PresetSession& run) {
  std::string values;
  for (const SweepPoint& p : sweep.points())
    values += (values.empty() ? "" : ",") + value_text(sweep.parameter(), p.value);
  return provenance(run.config, run.journal, 0, sweep.backend(),
                    {{"sweep_parameter", sweep.parameter().id},
                     {"sweep_values", values},
                     {"sweep_quantity", options.quantity},
                     {"sweep_chains", std::to_string(options.chains)},
                     {"sweep_gradients", std::to_string(options.gradients)}});
}

void print(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      std::printf("%s%c", row[i].c_str(), i + 1 < row.size() ? ',' : '\n');
}

void write(const std::string& path, const std::vector<Row>& rows, const std::string& settings) {
  FileSet files;
  CsvFile file(files, path);
  file.describe(settings);
  for (const Row& row : rows) {
    for (const std::string& cell : row) file.add(cell);
    file.end_row();
  }
  files.commit();
}

/// The options with what was typed of values read as those of the parameter.
SweepOptions read_values(const SweepRequest& request, const UnitChoice& sampler) {
  SweepOptions options = request.sweep;
  const Parameter& number = swept_number(sampler, options.parameter);
  const auto read = [&](const std::string& text, const char* option) { return parse_value(number, text, option); };
  if (!request.values.empty())
    for (const std::string& word : words_between_commas(request.values))
      options.values.push_back(read(word, "--values"));
  if (!request.from.empty()) options.from = read(request.from, "--from");
  if (!request.to.empty()) options.to = read(request.to, "--to");
  return options;
}

bool is_table(const std::string& file) { return file.empty() || extension(file) == ".csv"; }

/// Throws Error for words that would otherwise be found wrong only after the sweep.
void check(const SweepRequest& request) {
  const std::string kind = extension(request.file);
  if (!is_table(request.file) && kind != ".png" && kind != ".svg" && kind != ".pdf")
    throw Error("unknown kind of file", request.file, "FILE.csv, FILE.pdf, FILE.svg, FILE.png", "--out");
  if (!request.file.empty()) check_writable(request.file);
}

}  // namespace

int sweep_command(const SweepRequest& request) {
  check(request);
  CurveFigure figure{.style = figure_style(request.look)};
  figure.palette = palette_on(figure.style.ground, palette(request.theme));
  const PresetSession run = parse_run(request.run, request.quiet);
  if (!request.quiet) print_remarks(run.config);
  const SweepOptions options = read_values(request, run.config.sampler);
  Machine machine(machine_choice(request));
  ParameterSweep sweep(run.config, machine.backends()(backend_for(run.config)), options);
  Progress progress("values", sweep.points().size(), request.quiet);
  while (!sweep.done()) {
    sweep.advance();
    progress.at(sweep.points_done());
  }
  figure.settings = settings_of(sweep, options, run);
  if (request.file.empty()) {
    print(table_of(sweep));
  } else if (is_table(request.file)) {
    write(request.file, table_of(sweep), figure.settings);
  } else {
    figure.panels = tuning_panels(sweep, run.config, figure.palette);
    figure.title = target_descriptor(run.config).title + ", " + run_name({run.config}, 0);
    write_curves(request.file, figure);
  }
  return 0;
}

}  // namespace ergo
