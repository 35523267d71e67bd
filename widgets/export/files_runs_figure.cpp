// Pictures of all runs above their plots: a figure of the present moment, or a clip that is simulated again.
#include "core/base/error.h"
#include "core/diagnostics/quantities.h"
#include "core/live/panes.h"
#include "core/settings/preset_edit.h"
#include "core/view/projection.h"
#include "widgets/export/files.h"
#include "widgets/picture/picture.h"
#include "widgets/plots/plots.h"

namespace ergo {
namespace {

/// The camera of a picture in a figure: all that it shows on screen where the user has moved it, else all that is worth
/// showing.
Camera camera_in_figure(const View& shown, const Cell& cell, bool moved, const Window& window) {
  const double aspect = static_cast<double>(cell.width) / cell.height;
  if (!moved) return camera_for(window, aspect);
  Camera camera = shown.camera;
  camera.height *= std::max(1.0, static_cast<double>(shown.width) / shown.height / aspect);
  return camera;
}

}  // namespace

void Files::begin_runs(const ExportRequest& request) {
  kind_of(request.path, {"pdf", "svg", "png", "mp4", "gif"});
  check_free(request.path);
  const ExportNotes notes = this->notes();
  CurveFigure curves{.style = figure_style(request.look),
                     .title = notes.title.toStdString(),
                     .settings = notes.settings.toStdString()};
  curves.palette = palette_on(curves.style.ground, host_.picture.view.palette);
  if (plots_on_screen().empty()) throw_no_plot();
  if (is_clip(request.path.toStdString()))
    begin_runs_clip(request, std::move(curves));
  else
    begin_runs_figure(request, std::move(curves));
}

void Files::begin_runs_figure(const ExportRequest& request, CurveFigure curves) {
  for (const Plot* plot : plots_on_screen()) curves.panels.push_back(plot->panel(curves.palette));
  const Palette colours = curves.palette;
  std::vector<RunSnapshot::Run> runs = picture().runs();
  const PicturePlan plan =
      picture_plan(std::as_const(*host_.panes()).sessions(), runs.front().view.coordinates, colours);
  RunsFigure figure = runs_figure(std::move(curves), plan);
  for (RunSnapshot::Run& run : runs) {
    const Camera camera = camera_in_figure(run.view, figure.layout.cells().front(),
                                           host_.picture.navigation().chosen_camera().has_value(), plan.window);
    run.view = view_in(run.view, figure.layout);
    run.view.palette = colours;
    run.view.camera = camera;
  }
  begin_job(
      [runs = std::move(runs), figure = std::move(figure), titles = plan.titles, path = request.path.toStdString()](
          Machine& machine, const ExportJob::Progress& progress) mutable {
        const double share = drawn_share / static_cast<double>(runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i)
          draw_run(
              runs[i], machine, [&](double part) { progress((static_cast<double>(i) + part) * share); },
              [&](Session& session, Image image) {
                auto strips = RunStrips().of(session, runs[i].view, {});
                figure.pictures.push_back(
                    run_picture(session, runs[i].view, std::move(image), std::move(strips), titles[i]));
              });
        write_runs(path, figure);
        return QString();
      },
      request.path);
}

void Files::begin_runs_clip(const ExportRequest& request, CurveFigure curves) {
  const Panes& panes = *host_.panes();
  RunsClipRecord record{.clip = picture().shown(true),
                        .curves = std::move(curves),
                        .axis = host_.plots.abscissa() == Abscissa::steps ? CostAxis::steps : CostAxis::gradients,
                        .plots = {},
                        .draws = host_.picture.view.draws};
  record.clip.path = request.path.toStdString();
  record.clip.begin = request.first_step;
  record.clip.end = request.steps;
  record.clip.steps_per_frame = request.steps_per_frame;
  record.clip.speed = request.speed;
  record.clip.frames_per_second = request.frames_per_second;
  record.clip.view.palette = record.curves.palette;
  check_runs_clip(record.clip, record.curves.style);
  for (const Plot* plot : plots_on_screen())
    record.plots.push_back({plot->subject().id.toStdString(), plot->logarithmic_x(), plot->logarithmic_y()});
  begin_job(task_of({.runs = runs_of(session()),
                     .pace = panes.pace(),
                     .backend = panes.focused().session().backend().kind(),
                     .record = std::move(record)}),
            request.path);
}

}  // namespace ergo
