#include <algorithm>

#include "app/command/ergo_commands.h"
#include "app/command/ergo_options.h"
#include "core/live/machine.h"
#include "app/command/preset_picture.h"
#include "app/command/progress.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/figures/metrics_curves.h"
#include "core/files/described_runs.h"
#include "core/files/metrics_table.h"
#include "core/files/run_recorder.h"
#include "core/run_figures/runs_clip.h"
#include "core/settings/preset_edit.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

constexpr std::uint64_t usual_rows = 200;

/// Metrics, and what made them.
struct MeasuredRuns {
  std::vector<RunMetrics> runs;
  std::string settings;
};

/// Whether `word` is the second of two words; throws Error if it is neither.
bool is_second(const std::string& option, const std::string& word, const std::string& first,
               const std::string& second) {
  if (word != first && word != second) throw illegal_value(option, word, first + ", " + second, "");
  return word == second;
}

MeasuredRuns read_runs(const PlotRequest& request) {
  if (request.pictures)
    throw Error("a metrics file has no pictures:", request.from, "a run in place of --from", "--pictures");
  if (!request.run.empty() || request.run_given)
    throw Error("a metrics file has its own runs and steps:", request.from, "--from alone, or a run", "--from");
  const std::string beside = request.from + ".json";
  MetricsTable table = read_metrics(request.from);
  MeasuredRuns measured{.settings = read_file(beside, std::size_t{16} << 20)};
  const std::vector<PresetSession> runs = runs_of(parse_description(measured.settings, beside));
  if (runs.size() != table.size())
    throw Error("the description is not of this file:", std::to_string(runs.size()) + " runs",
                std::to_string(table.size()), beside);
  for (std::size_t i = 0; i < runs.size(); ++i)
    measured.runs.push_back({runs[i].config, runs[i].journal, std::move(table[i])});
  return measured;
}

/// The quantities that the option names, by id or by column.
std::vector<Quantity> chosen(const PlotRequest& request, const std::vector<RunMetrics>& runs) {
  const std::vector<Quantity> all = quantities_of(runs);
  if (request.quantity.empty()) return {all.front()};
  std::vector<std::string> ids;
  for (const Quantity& quantity : all) ids.push_back(quantity.id);
  std::vector<Quantity> list;
  for (const std::string& word : words_between_commas(request.quantity)) {
    const auto named = [&](const Quantity& q) { return q.id == word || column_of(q) == word; };
    const auto found = std::ranges::find_if(all, named);
    if (found == all.end()) throw illegal_value("--quantity", word, legal_words(word, ids), "");
    list.push_back(*found);
  }
  return list;
}

MeasuredRuns make_runs(const PlotRequest& request) {
  MeasuredRuns measured;
  for (const PresetSession& run : parse_runs(request.run).runs)
    measured.runs.push_back({run.config, run.journal, {}});
  chosen(request, measured.runs);  // before the run, so that a wrong name is told at once
  RunRecord record{.steps = request.steps,
                   .every = request.every > 0 ? request.every : std::max<std::uint64_t>(1, request.steps / usual_rows),
                   .init = request.init,
                   .weights = request.weights};
  record.take_metrics = [&](const std::vector<MetricsRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) measured.runs[i].rows.push_back(rows[i]);
  };
  record_runs(request, record, [&](Comparison& runs, const RunRecorder& recorder) {
    for (int i = 0; i < runs.count(); ++i) {
      RunMetrics& run = measured.runs[static_cast<std::size_t>(i)];
      run.config = runs.session(i).initial();
      run.journal = runs.session(i).journal();
    }
    measured.settings = recorder.description_of_metrics();
  });
  return measured;
}

CostAxis axis_of(const PlotRequest& request) {
  return is_second("--over", request.over, "gradients", "steps") ? CostAxis::steps : CostAxis::gradients;
}

CurvePanel panel_for(const PlotRequest& request, const MeasuredRuns& measured, const Quantity& quantity,
                     const Palette& palette) {
  CurvePanel panel = panel_of(measured.runs, quantity, axis_of(request), palette);
  if (std::ranges::all_of(panel.curves, [](const auto& curve) { return curve.values.empty(); }))
    throw Error("nothing to plot: the run has no values of", quantity.id, "another quantity", "--quantity");
  panel.logarithmic_x = is_second("--x-axis", request.x_axis, "linear", "log");
  if (request.y_axis != "auto") panel.logarithmic_y = is_second("--y-axis", request.y_axis, "linear", "log");
  return panel;
}

/// The clip of pictures above curves that the options ask for.
ClipRecord clip_of(const PlotRequest& request, const PresetView& preset) {
  return {.path = request.file,
          .view = view_of(preset),
          .looks = {},
          .end = request.steps,
          .steps_per_frame = steps_per_frame(request.steps_per_frame, preset),
          .speed = speed(request.speed, preset),
          .frames_per_second = static_cast<int>(request.frames_per_second)};
}

/// Throws Error for words that would otherwise be found wrong only after the run.
void check(const PlotRequest& request, const FigureStyle& style) {
  const std::string kind = extension(request.file);
  const bool clip = is_clip(request.file);
  if (clip && !request.pictures)
    throw Error("a clip is of pictures above curves:", request.file, "--pictures, or FILE.pdf, FILE.svg, FILE.png",
                "--out");
  if (!clip && kind != ".png" && kind != ".svg" && kind != ".pdf")
    throw Error("unknown kind of file", request.file,
                std::string("FILE.pdf, FILE.svg, FILE.png") + (request.pictures ? ", FILE.mp4, FILE.gif" : ""), "--out");
  if (request.pictures) {
    const RunsRequest wanted = parse_runs(request.run);
    if (clip) check_runs_clip(clip_of(request, wanted.view), style);
  }
  is_second("--over", request.over, "gradients", "steps");
  is_second("--x-axis", request.x_axis, "linear", "log");
  if (request.y_axis != "auto" && request.y_axis != "linear" && request.y_axis != "log")
    throw illegal_value("--y-axis", request.y_axis, "auto, linear, log", "");
  check_writable(request.file);
}

/// Draws the pictures of the runs, which are simulated again, above the curves.
void write_with_pictures(const PlotRequest& request, CurveFigure curves) {
  RunsRequest wanted = parse_runs(request.run);
  Machine machine(machine_choice(request));
  Comparison runs = begin_runs(request, wanted, machine);
  Progress bar("pictures", request.steps, request.quiet);
  const auto progress = [&](std::uint64_t step) { bar.at(step); };
  ClipRecord record = clip_of(request, wanted.view);
  record.view.palette = curves.palette;
  record.looks = looks_of(runs, record.view, wanted.view);
  if (is_clip(request.file))
    return write_runs_clip(runs, record, std::move(curves), axis_of(request), machine.scenes(), progress);
  const PicturePlan plan = picture_plan(runs.sessions(), record.view.coordinates, record.view.palette);
  RunsFigure figure = runs_figure(std::move(curves), plan);
  ComparisonScene scene(runs, view_in(record.view, figure.layout), figure.layout.cells(), machine.scenes(),
                        record.looks);
  scene.watch(request.steps, record.speed * static_cast<double>(record.steps_per_frame), progress);
  figure.pictures = run_pictures(runs, scene, plan.titles);
  write_runs(request.file, figure);
}

}  // namespace

int plot_command(const PlotRequest& request) {
  CurveFigure figure{.style = figure_style(request.look)};
  figure.palette = palette_on(figure.style.ground, palette(request.theme));
  check(request, figure.style);
  const MeasuredRuns measured = request.from.empty() ? make_runs(request) : read_runs(request);
  for (const Quantity& quantity : chosen(request, measured.runs))
    figure.panels.push_back(panel_for(request, measured, quantity, figure.palette));
  figure.title = title_of(measured.runs);
  figure.settings = measured.settings;
  if (request.pictures)
    write_with_pictures(request, std::move(figure));
  else
    write_curves(request.file, figure);
  return 0;
}

}  // namespace ergo
