#include "widgets/export/files.h"

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

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/files/described_runs.h"
#include "core/files/trajectory.h"
#include "core/live/panes.h"
#include "core/settings/preset_edit.h"
#include "core/settings/provenance.h"
#include "core/settings/share_string.h"
#include "widgets/base/details_dialog.h"
#include "widgets/export/picture_menu.h"
#include "widgets/picture/picture.h"
#include "widgets/plots/plots.h"
#include "widgets/presets/preset_view.h"

namespace ergo {
namespace {

using What = ExportRequest::What;

constexpr int keep_interval = 60'000, edit_interval = 1000, follow_interval = 200;  // ms

const QString session_suffix = ".ergo.json";  // as in app/install/ergoscope.xml

}  // namespace

Files::Files(FilesHost host, const std::map<QString, QAction*>& actions)
    : QObject(&host.window), host_(std::move(host)) {
  setObjectName("files");
  connect_actions(actions);
  // Queued, as the signal comes in the middle of a frame.
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
  follower_.setInterval(follow_interval);
  connect(&follower_, &QTimer::timeout, this, &Files::follow_runs);
  edit_keeper_.setInterval(edit_interval);
  connect(&edit_keeper_, &QTimer::timeout, this, &Files::keep_edits);
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
  connect(actions.at("record"), &QAction::toggled, this,
          [this, action = actions.at("record")](bool recording) {
            action->setText(recording ? tr("■ Stop") : tr("◉ Record"));
            host_.post([this, recording] { record(recording); });
          });
  on("save_session", [this] {
    const QString path = QFileDialog::getSaveFileName(&host_.window, tr("Save session"),
                                                      "session" + session_suffix, tr("Sessions (*.json)"));
    const QString whole = QFileInfo(path).suffix().isEmpty() ? path + session_suffix : path;
    if (!path.isEmpty()) host_.post([this, whole] { save_session(whole); });
  });
  on("reopen", [this] { host_.post([this] { open_session(previous_session_path()); }); });
  on("share", later(&Files::share));
  on("open_shared", later(&Files::open_shared));
  on("details", later(&Files::show_details));
}

void Files::ask(What what, const QString& plot, bool all_runs, const Record& record) {
  delete dialog_;
  std::vector<std::pair<QString, QString>> plots;
  for (const Plot* shown : plots_on_screen()) plots.emplace_back(shown->subject().id, shown->subject().title);
  const RunsOnScreen extent = record ? record->extent : host_.panes() ? runs_on_screen() : RunsOnScreen();
  dialog_ = new ExportDialog(plots, extent, &host_.window);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  dialog_->choose(what, plot, all_runs);
  connect(dialog_, &ExportDialog::cancelled, this, &Files::cancel);
  connect(dialog_, &ExportDialog::wanted, this, [this, record](const ExportRequest& request) {
    host_.post([this, request, record] {
      try {
        if (record && request.what == What::clip)
          begin_clip(request, *record);
        else
          carry_out(request);
        if (dialog_ && !busy()) dialog_->show_result(tr("Written: %1").arg(request.path), true);
      } catch (const Error& error) {
        if (dialog_) dialog_->show_result(QString::fromUtf8(error.what()), false);
      }
    });
  });
  dialog_->show();
  follower_.start();
}

void Files::follow_runs() {
  if (!dialog_) return follower_.stop();
  if (host_.panes()) dialog_->follow(runs_on_screen());
}

void Files::record(bool on) {
  const Record was = std::exchange(recorded_, nullptr);
  const RunsOnScreen extent = was ? was->extent : runs_on_screen();
  recording_ = on;
  if (on) {
    recorded_one_ = extent.one.reached;
    recorded_all_ = extent.all.reached;
    return;
  }
  if (extent.all.first < extent.all.reached) {
    ask(What::clip, {}, extent.runs > 1, was);
    follower_.stop();  // what was recorded ends here
    if (was) dialog_->show_result(tr("The clip shows the run before it was restarted."), true);
  } else if (recorded_all_ > extent.all.reached) {
    host_.picture.toast("Nothing was recorded: the run is not beyond step " + std::to_string(recorded_all_) +
                        ", where the recording began.");
  } else {
    host_.picture.toast("Nothing was recorded: the run made no step.");
  }
  recorded_one_ = recorded_all_ = 0;
}

void Files::leave() {
  if (!recording_ || recorded_) return;
  const RunsOnScreen extent = runs_on_screen();
  if (extent.all.first == extent.all.reached)  // nothing yet: of what comes, then
    return host_.post([this] {
      if (recording_) record(true);
    });
  Panes& panes = *host_.panes();
  PictureExport now = picture();
  recorded_ = std::make_shared<const Recorded>(Recorded{.extent = extent,
                                                        .runs = runs_of(session()),
                                                        .focus = static_cast<std::size_t>(panes.focus()),
                                                        .pace = panes.pace(),
                                                        .backend = panes.focused().session().backend().kind(),
                                                        .one = now.shown(false),
                                                        .all = now.shown(true)});
  recorded_one_ = recorded_all_ = 0;
  host_.picture.toast("The run was restarted, so recording ended at step " + std::to_string(extent.all.reached) +
                      ". Stop (Ctrl+R) offers the clip.");
}

RunsOnScreen Files::runs_on_screen() {
  const Panes& panes = *host_.panes();
  const double share =
      panes.counts_gradients() ? panes.unit() / panes.focused().run()->gradients_per_step() : 1;
  const auto frame = static_cast<std::uint64_t>(panes.steps_per_frame);
  const auto of_one = static_cast<std::uint64_t>(std::llround(share * panes.steps_per_frame));
  const std::uint64_t one = panes.focused().session().step(), all = panes.steps();
  const auto bytes = [&](int pane) {
    const Session& session = panes.at(pane).session();
    return bytes_of_draw(session.config(), session.backend().kind());
  };
  std::uint64_t of_all = 0;
  for (int pane = 0; pane < panes.count(); ++pane) of_all += bytes(pane);
  return {.one = {std::min(recorded_one_, one), one, of_one, bytes(panes.focus())},
          .all = {std::min(recorded_all_, all), all, frame, of_all},
          .runs = panes.count(),
          .speed = panes.speed,
          .size = picture().clip_size()};
}

Preset Files::session() const {
  const Panes& panes = *host_.panes();
  Preset preset = panes.saved(shown_view(panes, host_.picture));
  preset.bookmarks = host_.bookmarks();
  return preset;
}

void Files::save_session(const QString& path) const {
  write_file(path.toStdString(), preset_text(session()));
}

void Files::open_session(const QString& path) { host_.open(load_runs(path.toStdString())); }

namespace {
QString kept_in(const char* name) {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).filePath(name);
}
}  // namespace

QString Files::kept_session_path() { return kept_in("last-session.json"); }

QString Files::previous_session_path() {
  const QString previous = kept_in("previous-session.json");
  return QFile::exists(previous) ? previous : kept_session_path();
}

void Files::keep_session() {
  if (QFile::exists(kept_session_path())) {  // this window's own goes there from now on
    const QString previous = kept_in("previous-session.json");
    QFile::remove(previous);
    QFile::rename(kept_session_path(), previous);
  }
  keeper_.start();
  edit_keeper_.start();
  host_.window.installEventFilter(this);
}

/// The runs that the window begins with do not replace the last session until they are edited.
void Files::keep_edits() {
  if (!host_.panes()) return;
  const std::vector<PresetSession> now = runs_of(host_.panes()->saved({}));
  if (kept_.empty()) kept_ = now;
  if (now != kept_) host_.post([this] { keep_now(); });
}

void Files::keep_now() {
  if (!host_.panes()) return;
  kept_ = runs_of(host_.panes()->saved({}));
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
  host_.picture.toast("Share string copied. Paste it with Ctrl+Shift+L, or give it to ergo and ergoscope as a preset.");
}

void Files::open_shared() { host_.open(parse_share_string(QApplication::clipboard()->text().toStdString())); }

QString Files::details() const {
  Panes& panes = *host_.panes();
  QString words;
  for (int i = 0; i < panes.count(); ++i) {
    Session& session = panes.at(i).session();
    words += QString("step %1, state %2 (%3)\n")
                 .arg(QString::number(session.step()), QString::fromStdString(session.state_hash()),
                      QString::fromStdString(session.hash_scope()));
    words += QString::fromStdString(provenance(session)) + "\n";
  }
  return words + QString::fromStdString(share_string(session())) + "\n";
}

void Files::show_details() { ergo::show_details(host_.window, details()); }

}  // namespace ergo
