// Exports: small ones at once, the others as a job.
#include <QFileInfo>

#include "core/io/atomic_file.h"
#include "core/io/figure.h"
#include "core/io/preset_edit.h"
#include "core/io/provenance.h"
#include "core/unit/error.h"
#include "widgets/files.h"
#include "widgets/panes.h"
#include "widgets/picture.h"
#include "widgets/plots.h"

namespace ergo {

using What = ExportRequest::What;

namespace {

/// Of the whole, once the picture is drawn and this share of its file is.
double share_with_file(double share) { return drawn_share + (1 - drawn_share) * share; }

}  // namespace

PictureExport Files::picture() { return {host_.picture, *host_.panes(), host_.lay_out}; }

std::vector<Plot*> Files::plots_on_screen() const {
  std::vector<Plot*> shown;
  for (Plot* plot : host_.plots.all())
    if (!plot->isHidden()) shown.push_back(plot);
  return shown;
}

ExportNotes Files::notes() const {
  const Session& session = host_.panes()->focused().session();
  const Panes& panes = *host_.panes();
  return {
      QString::fromStdString(session.target_descriptor().title + ", " + session.sampler_descriptor().title +
                             ", step " + std::to_string(session.step())),
      QString::fromStdString(provenance(panes.sessions(), panes.time(), panes.steps()))};
}

void Files::carry_out(const ExportRequest& request) {
  if (request.scale < 1 || request.scale > 8)
    throw Error("illegal scale", std::to_string(request.scale), "1 to 8", "export");
  switch (request.what) {
    case What::picture:
      return begin_picture(request);
    case What::figure:
      return begin_figure(request);
    case What::window:
      return begin_window(request);
    case What::plot:
      if (Plot* plot = host_.plots.find(request.plot))
        return export_plots({plot}, request.path, request.scale, notes());
      throw Error("no such plot", request.plot.toStdString(), "one on screen", "");
    case What::plots:
      return export_plots(plots_on_screen(), request.path, request.scale, notes());
    case What::clip:
    case What::trajectory:
    case What::metrics:
      return begin_run_export(request);
  }
}

void Files::begin_picture(const ExportRequest& request) {
  check_free(request.path);
  begin_job(
      [still = picture().still(request.scale, request.interface, request.transparent), notes = notes(),
       path = request.path](Workshop& workshop, const ExportJob::Progress& progress) {
        const QImage image = draw(still, workshop, progress);
        export_image(image, path, notes, [&](double share) { progress(share_with_file(share)); });
        return QString();
      },
      request.path);
}

void Files::begin_figure(const ExportRequest& request) {
  check_free(request.path);
  begin_job(
      [run = picture().focused(request.scale), path = request.path.toStdString()](
          Workshop& workshop, const ExportJob::Progress& progress) {
        draw_run(run, workshop, progress, [&](Session& session, Image image) {
          write_figure(path,
                       figure_of(session, run.view, std::move(image), RunStrips().of(session, run.view, {})));
        });
        return QString();
      },
      request.path);
}

void Files::begin_window(const ExportRequest& request) {
  check_free(request.path);
  struct Drawn {
    QImage image;
    QByteArray png;
  };
  const auto drawn = std::make_shared<Drawn>();
  const bool encode = QFileInfo(request.path).suffix().toLower() == "svg";
  Still still = picture().still(request.scale, request.interface, false);
  runs_on_ = std::exchange(host_.panes()->running, false);  // until the window is painted as it stands
  begin_job(
      [still = std::move(still), drawn, encode](Workshop& workshop, const ExportJob::Progress& progress) {
        drawn->image = draw(still, workshop, progress);
        if (encode)
          drawn->png = png_of(drawn->image, [&](double share) { progress(share_with_file(share)); });
        return QString();
      },
      request.path,
      [this, request, drawn, notes = notes()] { paint_window(request, drawn->image, drawn->png, notes); });
}

void Files::paint_window(const ExportRequest& request, const QImage& picture, const QByteArray& png,
                         const ExportNotes& notes) {
  const std::vector<Plot*> plots = plots_on_screen();
  const WindowPainting painting{host_.window, plots, *host_.picture.surface(), picture, png};
  if (QFileInfo(request.path).suffix().toLower() != "png")
    return export_window(painting, request.path, notes);
  begin_job(
      [image = image_of(painting, request.scale), path = request.path, notes](
          Workshop&, const ExportJob::Progress& progress) {
        export_image(image, path, notes, [&](double share) { progress(share_with_file(share)); });
        return QString();
      },
      request.path);
}

std::variant<RunRecord, ClipRecord> Files::record_of(const ExportRequest& request) {
  if (request.what == What::clip) {
    const ClipRecord clip = picture().clip(request);
    check_clip(clip);
    return clip;
  }
  RunRecord record{.steps = request.steps, .every = request.every, .draws = host_.picture.view.draws};
  (request.what == What::metrics ? record.metrics : record.out) = request.path.toStdString();
  check_outputs(record);
  return record;
}

void Files::begin_run_export(const ExportRequest& request) {
  if (job_) throw Error("an export is under way", "", "one at a time", "");
  const Panes& panes = *host_.panes();
  const Session& run = panes.focused().session();
  const std::vector<PresetSession> all = runs_of(session()), one = {{run.initial(), run.journal()}};
  begin_job(task_of({.runs = request.all_runs ? all : one,
                     .pace = panes.pace(),
                     .backend = run.backend().kind(),
                     .record = record_of(request)}),
            written_by(request));
}

void Files::check_free(const QString& path) const {
  if (job_) throw Error("an export is under way", "", "one at a time", "");
  AtomicFile(path.toStdString());  // throws at once where it cannot be written
}

void Files::begin_job(ExportJob::Task task, const QString& written, std::function<void()> then) {
  job_ = std::make_unique<ExportJob>(std::move(task));
  connect(job_.get(), &ExportJob::progressed, this, [this](double share) {
    if (dialog_) dialog_->show_progress(share);
  });
  connect(job_.get(), &ExportJob::finished, this,
          [this, written, then = std::move(then)](QString error, const QString& words) {
            job_.reset();
            try {
              if (error.isEmpty() && then) then();
            } catch (const Error& failure) {
              error = QString::fromUtf8(failure.what());
            }
            if (!job_) end_job(error, tr("Written: %1").arg(written) + words);
          });
  if (dialog_) dialog_->show_progress(0);
}

void Files::end_job(const QString& error, const QString& words) {
  if (std::exchange(runs_on_, false)) host_.panes()->running = true;
  if (dialog_)
    dialog_->show_result(error.isEmpty() ? words : error, error.isEmpty());
  else if (!error.isEmpty())
    host_.post([this, error] { host_.picture.toast(error.toStdString()); });
  emit exported(error);
}

QString Files::written_by(const ExportRequest& request) const {
  const Panes& panes = *host_.panes();
  if (!request.all_runs || panes.count() == 1 || request.what != What::trajectory) return request.path;
  const auto path_of = [&](int pane) {
    return QString::fromStdString(
        path_of_run(request.path.toStdString(), pane, panes.at(pane).session().initial().sampler.id));
  };
  return tr("%1 to %2").arg(path_of(0), path_of(panes.count() - 1));
}

}  // namespace ergo
