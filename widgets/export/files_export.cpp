// Exports: small ones at once, the others as a job.
#include <QFileInfo>
#include <QPainter>
#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/figures/figure_form.h"
#include "core/live/panes.h"
#include "core/settings/preset_edit.h"
#include "core/settings/provenance.h"
#include "core/settings/view_json.h"
#include "widgets/export/files.h"
#include "widgets/picture/picture.h"
#include "widgets/plots/plots.h"
#include "widgets/presets/preset_view.h"

namespace ergo {

using What = ExportRequest::What;

namespace {

/// The share of the whole work when the picture is drawn and this share of its file is written.
double share_with_file(double share) { return drawn_share + (1 - drawn_share) * share; }

constexpr int bands = 8;  // of a window that is painted as an image of the screen's size

}  // namespace

PictureExport Files::picture() { return {host_.picture, *host_.panes(), host_.lay_out}; }

std::vector<Plot*> Files::plots_on_screen() const {
  std::vector<Plot*> shown;
  for (Plot* plot : host_.plots.all())
    if (!plot->isHidden()) shown.push_back(plot);
  return shown;
}

ExportNotes Files::notes() const {
  Panes& panes = *host_.panes();
  const Session& session = panes.focused().session();
  QStringList states;
  for (int i = 0; i < panes.count(); ++i)
    states << QString::fromStdString(panes.at(i).session().state_hash());
  return {
      QString::fromStdString(session.target_descriptor().title + ", " + session.sampler_descriptor().title +
                             ", step " + std::to_string(session.step())),
      QString::fromStdString(provenance(panes.sessions(), panes.time(), panes.steps(),
                                        {{"view", view_json(shown_view(panes, host_.picture)).dump()},
                                         {"theme", host_.picture.view.palette.id},
                                         {"state_hash", states.join(' ').toStdString()}}))};
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
      if (Plot* plot = host_.plots.find(request.plot)) return begin_plots(request, {plot});
      throw Error("no such plot", request.plot.toStdString(), "a plot on screen", "");
    case What::plots:
      return begin_plots(request, plots_on_screen());
    case What::runs:
      return begin_runs(request);
    case What::clip:
    case What::trajectory:
    case What::metrics:
      return begin_run_export(request);
  }
}

void Files::begin_picture(const ExportRequest& request) {
  kind_of(request.path, {"png"});
  check_free(request.path);
  begin_job(
      [still = picture().still(request.scale, request.interface, request.transparent), notes = notes(),
       path = request.path](Machine& machine, const ExportJob::Progress& progress) {
        export_image(draw(still, machine, progress), path, notes,
                     [&](double share) { progress(share_with_file(share)); });
        return QString();
      },
      request.path);
}

void Files::begin_figure(const ExportRequest& request) {
  check_free(request.path);
  const FigureForm form = FigureForm::paper(figure_style(request.look));
  RunSnapshot::Run shown = picture().focused();
  shown.view.palette = palette_on(form.style.ground, shown.view.palette);
  const Session& session = host_.panes()->focused().session();
  fit_to_page(shown.view, session.config(), shown.step, form);
  if (!host_.picture.navigation().chosen_camera())  // on screen it makes room for panels
    shown.view.camera = camera_for(projection(session, shown.view.coordinates).window,
                                   static_cast<double>(shown.view.width) / shown.view.height);
  begin_job(
      [run = std::move(shown), form, path = request.path.toStdString()](Machine& machine,
                                                                        const ExportJob::Progress& progress) {
        draw_run(run, machine, progress, [&](Session& session, Image image) {
          auto strips = RunStrips().of(session, run.view, {});
          write_sheet(path, page_of(figure_of(session, run.view, std::move(image), std::move(strips)), form));
        });
        return QString();
      },
      request.path);
}

void Files::begin_plots(const ExportRequest& request, const std::vector<Plot*>& plots) {
  const ExportNotes notes = this->notes();
  if (kind_of(request.path, plot_kinds()) == "csv") return export_csv(plots, request.path, notes);
  if (plots.empty()) throw_no_plot();
  CurveFigure figure{.style = figure_style(request.look),
                     .title = notes.title.toStdString(),
                     .settings = notes.settings.toStdString()};
  figure.palette = palette_on(figure.style.ground, host_.picture.view.palette);
  for (const Plot* plot : plots) figure.panels.push_back(plot->panel(figure.palette));
  check_free(request.path);
  begin_job(
      [figure = std::move(figure), path = request.path.toStdString()](Machine&,
                                                                      const ExportJob::Progress& progress) {
        progress(drawn_share);
        write_curves(path, figure);
        return QString();
      },
      request.path);
}

void Files::begin_window(const ExportRequest& request) {
  const bool png = kind_of(request.path, picture_kinds()) == "png";
  const auto page = png ? nullptr : std::make_shared<VectorPage>(request.path, host_.window.size(), notes());
  check_free(request.path);
  struct Drawn {
    QImage picture, canvas;
  };
  const auto drawn = std::make_shared<Drawn>();
  RunSnapshot still = picture().still(request.scale, request.interface, false);
  runs_on_ = std::exchange(host_.panes()->running, false);  // until the window is painted as it stands
  begin_job(
      [still = std::move(still), size = host_.window.size(), scale = request.scale, drawn, png](
          Machine& machine, const ExportJob::Progress& progress) {
        drawn->picture = draw(still, machine, progress);
        if (png) drawn->canvas = canvas_for(size, scale);
        return QString();
      },
      request.path,
      [this, request, page, drawn, notes = notes()] {
        QWidget& surface = *host_.picture.surface();
        const QRect place(surface.mapTo(&host_.window, QPoint()), surface.size());
        if (page)
          return begin_page(request.path, page, portions_of(host_.window, plots_on_screen(), surface, 1),
                            [page, drawn, place](Machine&, const ExportJob::Progress& progress) {
                              page->draw(drawn->picture, place,
                                         [&](double share) { progress(share_with_file(share)); });
                              return QString();
                            });
        const int scale = request.scale;
        const QSize size = host_.window.size();
        if (drawn->canvas.size() != size * scale) drawn->canvas = canvas_for(size, scale);
        const QRect pixels(place.topLeft() * scale, place.size() * scale);
        begin_painting(request, portions_of(host_.window, plots_on_screen(), surface, bands * scale),
                       std::move(drawn->canvas), notes, [drawn, pixels](QImage& canvas) {
                         QPainter(&canvas).drawImage(pixels, drawn->picture);
                       });
      });
}

void Files::begin_page(const QString& path, std::shared_ptr<VectorPage> page, Portions portions,
                       ExportJob::Task add_picture) {
  const auto end = [this, path, page] {
    page->end();
    begin_job(
        [page](Machine&, const ExportJob::Progress& progress) {
          progress(1);
          page->write();
          return QString();
        },
        path);
  };
  begin_turns(
      [page, portions = std::move(portions.portions), done = std::size_t{0}]() mutable {
        page->paint(portions[done++]);
        return done < portions.size();
      },
      [this, path, end, add_picture = std::move(add_picture)] {
        add_picture ? begin_job(add_picture, path, end) : end();
      });
}

void Files::begin_painting(const ExportRequest& request, Portions portions, QImage canvas,
                           const ExportNotes& notes, std::function<void(QImage&)> finish) {
  struct Painted {
    Portions what;
    QImage canvas;
    std::size_t done = 0;
  };
  const auto painted = std::make_shared<Painted>(Painted{std::move(portions), std::move(canvas)});
  begin_turns(
      [painted, scale = request.scale] {
        paint(painted->what.portions[painted->done++], scale, painted->canvas);
        return painted->done < painted->what.portions.size();
      },
      [this, painted, path = request.path, notes, finish = std::move(finish)] {
        begin_job(
            [painted, path, notes, finish](Machine&, const ExportJob::Progress& progress) {
              if (finish) finish(painted->canvas);
              progress(drawn_share);
              export_image(std::move(painted->canvas).convertToFormat(QImage::Format_RGBA8888), path, notes,
                           [&](double share) { progress(share_with_file(share)); });
              return QString();
            },
            path);
      });
}

void Files::check_free(const QString& path) const {
  if (busy()) throw Error("an export is under way", "", "one at a time", "");
  check_writable(path.toStdString());
}

void Files::begin_turns(PortionedTask::Portion portion, std::function<void()> then) {
  turns_ = std::make_unique<PortionedTask>(std::move(portion));
  connect(turns_.get(), &PortionedTask::finished, this, [this, then = std::move(then)](const QString& error) {
    turns_.release()->deleteLater();  // whose signal this is
    go_on(error, {}, then);
  });
  show_progress(0);
}

void Files::begin_job(ExportJob::Task task, const QString& written, std::function<void()> then) {
  job_ = std::make_unique<ExportJob>(std::move(task), host_.picture.presenter().renderer());
  connect(job_.get(), &ExportJob::progressed, this, &Files::show_progress);
  connect(job_.get(), &ExportJob::finished, this,
          [this, written, then = std::move(then)](const QString& error, const QString& words) {
            job_.reset();
            go_on(error, tr("Written: %1").arg(written) + words, then);
          });
  job_->start();
  show_progress(0);
}

void Files::show_progress(double share) {
  share_ = std::max(share_, share);
  if (dialog_) dialog_->show_progress(share_);
}

void Files::go_on(QString error, const QString& words, const std::function<void()>& then) {
  try {
    if (error.isEmpty() && then) then();
  } catch (const Error& failure) {
    error = QString::fromUtf8(failure.what());
  }
  if (!busy()) end_job(error, words);
}

void Files::cancel() {
  if (job_) job_->cancel();
  if (std::exchange(turns_, nullptr)) end_job(ExportJob::cancelled_words(), {});
}

void Files::end_job(const QString& error, const QString& words) {
  share_ = 0;
  if (std::exchange(runs_on_, false)) host_.panes()->running = true;
  if (dialog_)
    dialog_->show_result(error.isEmpty() ? words : error, error.isEmpty());
  else if (!error.isEmpty())
    host_.post([this, error] { host_.picture.toast(error.toStdString()); });
  emit exported(error);
}

}  // namespace ergo
