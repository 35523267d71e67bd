#include "widgets/files.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QStandardPaths>
#include <algorithm>
#include <cmath>

#include "core/io/atomic_file.h"
#include "core/io/preset_edit.h"
#include "core/io/provenance.h"
#include "core/io/share_string.h"
#include "core/unit/error.h"
#include "widgets/details_dialog.h"
#include "widgets/panes.h"
#include "widgets/picture.h"
#include "widgets/picture_menu.h"
#include "widgets/plots.h"
#include "widgets/preset_view.h"

namespace ergo {
namespace {

using What = ExportRequest::What;

constexpr int keep_interval = 60'000;  // ms

}  // namespace

Files::Files(FilesHost host, const std::map<QString, QAction*>& actions)
    : QObject(&host.window), host_(std::move(host)) {
  setObjectName("files");
  connect_actions(actions);
  // Queued: the click is told of in the middle of a frame.
  connect(
      &host_.picture, &Picture::menu_wanted, this,
      [this, actions](QPointF place) {
        if (!host_.panes()) return;
        make_picture_menu(host_.window, actions, host_.panes()->count(), [this](What what, bool all_runs) {
          ask(what, {}, all_runs);
        })->popup(host_.picture.surface()->mapToGlobal(place.toPoint()));
      },
      Qt::QueuedConnection);
  connect(&host_.plots, &Plots::export_wanted, this, [this](const QString& id) { ask(What::plot, id); });
  keeper_.setInterval(keep_interval);
  connect(&keeper_, &QTimer::timeout, this, [this] { host_.post([this] { keep_now(); }); });
}

Files::~Files() = default;

void Files::connect_actions(const std::map<QString, QAction*>& actions) {
  const auto on = [&](const char* id, auto reaction) {
    connect(actions.at(id), &QAction::triggered, this, reaction);
  };
  const auto later = [this](auto command) {
    return [this, command] { host_.post([this, command] { (this->*command)(); }); };
  };
  on("export", [this] { ask(); });
  on("save_session", [this] {
    const QString path = QFileDialog::getSaveFileName(&host_.window, tr("Save session"), "session.json",
                                                      tr("Sessions (*.json)"));
    if (!path.isEmpty()) host_.post([this, path] { save_session(path); });
  });
  on("reopen", [this] { host_.post([this] { open_session(kept_session_path()); }); });
  on("share", later(&Files::share));
  on("open_shared", later(&Files::open_shared));
  on("details", later(&Files::show_details));
}

void Files::ask(What what, const QString& plot, bool all_runs) {
  delete dialog_;
  std::vector<std::pair<QString, QString>> plots;
  for (const Plot* shown : plots_on_screen()) plots.emplace_back(shown->subject().id, shown->subject().title);
  dialog_ = new ExportDialog(plots, host_.panes() ? runs_on_screen() : RunsOnScreen(), &host_.window);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  dialog_->choose(what, plot, all_runs);
  connect(dialog_, &ExportDialog::cancelled, this, [this] {
    if (job_) job_->cancel();
  });
  connect(dialog_, &ExportDialog::wanted, this, [this](const ExportRequest& request) {
    host_.post([this, request] {
      try {
        carry_out(request);
        if (dialog_ && !job_) dialog_->show_result(tr("Written: %1").arg(request.path), true);
      } catch (const Error& error) {
        if (dialog_) dialog_->show_result(QString::fromUtf8(error.what()), false);
      }
    });
  });
  dialog_->show();
}

RunsOnScreen Files::runs_on_screen() {
  const Panes& panes = *host_.panes();
  const auto whole = [](double steps) {
    return static_cast<std::uint64_t>(std::max(1LL, std::llround(steps)));
  };
  const double frame = panes.speed * panes.steps_per_frame;
  const double share = panes.counts_gradients() ? panes.unit() / panes.focused().gradients_per_step() : 1;
  return {.one = {panes.focused().session().step(), whole(share * frame)},
          .all = {panes.steps(), whole(frame)},
          .runs = panes.count(),
          .size = picture().clip_size()};
}

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
  const ExportNotes notes = this->notes();
  switch (request.what) {
    case What::picture:
      return export_image(picture().image(request.scale, request.interface, request.transparent),
                          request.path, notes);
    case What::figure:
      return picture().write_figure(request);
    case What::window:
      return export_window(host_.window, plots_on_screen(), *host_.picture.surface(),
                           picture().image(request.scale, request.interface, false), request.path,
                           request.scale, notes);
    case What::plot:
      if (Plot* plot = host_.plots.find(request.plot))
        return export_plots({plot}, request.path, request.scale, notes);
      throw Error("no such plot", request.plot.toStdString(), "one on screen", "");
    case What::plots:
      return export_plots(plots_on_screen(), request.path, request.scale, notes);
    case What::clip:
    case What::trajectory:
    case What::metrics:
      return begin_job(request);
  }
}

ExportJob::Record Files::record_of(const ExportRequest& request) {
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

void Files::begin_job(const ExportRequest& request) {
  if (job_) throw Error("an export is under way", "", "one at a time", "");
  const Panes& panes = *host_.panes();
  const ExportJob::Record record = record_of(request);
  const Session& run = panes.focused().session();
  const std::vector<PresetSession> all = runs_of(session()), one = {{run.initial(), run.journal()}};
  job_ =
      std::make_unique<ExportJob>(request.all_runs ? all : one, panes.pace(), run.backend().kind(), record);
  connect(job_.get(), &ExportJob::progressed, this, [this](double share) {
    if (dialog_) dialog_->show_progress(share);
  });
  connect(job_.get(), &ExportJob::finished, this,
          [this, written = written_by(request)](const QString& error, const QString& state) {
            job_.reset();
            if (dialog_)
              dialog_->show_result(error.isEmpty() ? tr("Written: %1, state %2").arg(written, state) : error,
                                   error.isEmpty());
            else if (!error.isEmpty())
              host_.post([this, error] { host_.picture.toast(error.toStdString()); });
          });
  if (dialog_) dialog_->show_progress(0);
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

Preset Files::session() const {
  const Panes& panes = *host_.panes();
  Preset preset = panes.saved(preset_view_of(host_.picture.view, panes.steps_per_frame));
  preset.bookmarks = host_.bookmarks();
  preset.view.graph = host_.picture.graph_panel().subject();
  return preset;
}

void Files::save_session(const QString& path) const {
  write_file(path.toStdString(), preset_text(session()));
}

void Files::open_session(const QString& path) { host_.open(load_preset(path.toStdString())); }

QString Files::kept_session_path() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
      .filePath("last-session.json");
}

void Files::keep_session() {
  keeper_.start();
  host_.window.installEventFilter(this);
}

void Files::keep_now() const {
  if (!host_.panes()) return;
  const QString path = kept_session_path();
  QDir().mkpath(QFileInfo(path).path());
  save_session(path);
}

bool Files::eventFilter(QObject*, QEvent* event) {
  if (event->type() == QEvent::Close) try {
      keep_now();
    } catch (const Error&) {  // a session that cannot be kept must not keep the window from closing
    }
  return false;
}

void Files::share() const {
  QApplication::clipboard()->setText(QString::fromStdString(share_string(session())));
  host_.picture.toast("This run is on the clipboard: ergoscope opens the word as a preset.");
}

void Files::open_shared() { host_.open(parse_share_string(QApplication::clipboard()->text().toStdString())); }

QString Files::details() const {
  Panes& panes = *host_.panes();
  QString words;
  for (int i = 0; i < panes.count(); ++i) {
    Session& session = panes.at(i).session();
    words +=
        QString("step %1, state %2\n").arg(session.step()).arg(QString::fromStdString(session.state_hash()));
    words += QString::fromStdString(provenance(session)) + "\n";
  }
  return words + QString::fromStdString(share_string(session())) + "\n";
}

void Files::show_details() { ergo::show_details(host_.window, details()); }

}  // namespace ergo
