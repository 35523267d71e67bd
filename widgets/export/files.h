#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <variant>

#include "widgets/base/portioned_task.h"
#include "widgets/export/export_dialog.h"
#include "widgets/export/picture_export.h"
#include "widgets/export/run_export.h"
#include "widgets/export/vector_export.h"

class QAction;

namespace ergo {

class Panes;
class Picture;
class Player;
class Plots;
struct Preset;

/// What Files needs of its window.
struct FilesHost {
  QWidget& window;
  Picture& picture;
  Plots& plots;
  std::function<Panes*()> panes;  ///< null until there are some
  /// Does something between two frames, where the context is current and an Error becomes a toast.
  std::function<void(std::function<void()>)> post;
  std::function<void()> lay_out;  ///< the overlay and the views of the runs, at once; the context is current
  std::function<void(const Preset&)> open;
  std::function<std::vector<double>()> bookmarks;
};

/// Everything that leaves the window and comes back: exports, sessions, share strings, and the session last
/// left, which is kept every minute and when the window closes.
class Files : public QObject {
  Q_OBJECT

 public:
  Files(FilesHost host, const std::map<QString, QAction*>& actions);
  ~Files() override;

  /// Opens the dialog; `all_runs`: of clips, trajectories and metrics.
  void ask(ExportRequest::What what = ExportRequest::What::picture, const QString& plot = {},
           bool all_runs = false) {
    ask(what, plot, all_runs, nullptr);
  }
  /// The runs are about to begin anew: what is being recorded ends here, and is to be had as it was.
  void leave();
  /// The dialog's last step goes on with the runs.
  void follow_runs();
  /// Exports at once, or begins to. Throws Error. The context is current.
  void carry_out(const ExportRequest& request);
  bool busy() const { return job_ || turns_; }  ///< an export is under way

  /// The run on screen as a preset that opens where it stands.
  Preset session() const;
  void save_session(const QString& path) const;
  void open_session(const QString& path);
  /// Keeps the session from now on: every minute, within a second or so of an edit, and at the end.
  void keep_session();
  static QString kept_session_path();
  /// Of the window before this one.
  static QString previous_session_path();

  /// "step, state hash, settings" in words, to copy.
  QString details() const;

 signals:
  /// A job has ended; `error` is empty where its file is written.
  void exported(const QString& error);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connect_actions(const std::map<QString, QAction*>& actions);
  /// Runs that were recorded and have given way to others, as the screen showed them.
  struct Recorded {
    RunsOnScreen extent;
    std::vector<PresetSession> runs;
    std::size_t focus;
    Pace pace;
    BackendKind backend;
    ClipRecord one, all;
  };
  using Record = std::shared_ptr<const Recorded>;
  /// Clips are of the record, where there is one.
  void ask(ExportRequest::What what, const QString& plot, bool all_runs, const Record& record);
  /// Notes where the runs are; then offers the clip from there to where they have come, or had come when
  /// they began anew.
  void record(bool on);
  void begin_clip(const ExportRequest& request, const Recorded& recorded);
  void keep_now();
  void keep_edits();  ///< where there are some since it was kept
  void share() const;
  void open_shared();
  void show_details();
  ExportNotes notes() const;
  PictureExport picture();
  /// What the dialog begins with.
  RunsOnScreen runs_on_screen();
  std::variant<RunRecord, ClipRecord> record_of(const ExportRequest& request);
  void begin_run_export(const ExportRequest& request);
  void begin_picture(const ExportRequest& request);
  void begin_figure(const ExportRequest& request);
  void begin_window(const ExportRequest& request);
  void begin_plots(const ExportRequest& request, const std::vector<Plot*>& plots);
  /// Paints the portions on the canvas; then `finish`, where there is one, does its part in another thread,
  /// and the PNG is written.
  void begin_painting(const ExportRequest& request, Portions portions, QImage canvas,
                      const ExportNotes& notes, std::function<void(QImage&)> finish);
  /// Paints the portions on the page; then another thread adds a picture, where there is one, and the file is
  /// written.
  void begin_page(const QString& path, std::shared_ptr<VectorPage> page, Portions portions,
                  ExportJob::Task add_picture);
  /// Throws Error where an export is under way or the file cannot be written.
  void check_free(const QString& path) const;
  /// `then` is done in the window's thread when the portions are, or the task is; it may begin more, and
  /// throw Error.
  void begin_turns(PortionedTask::Portion portion, std::function<void()> then);
  void go_on(QString error, const QString& words, const std::function<void()>& then);
  void cancel();
  void show_progress(double share);
  void begin_job(ExportJob::Task task, const QString& written, std::function<void()> then = {});
  void end_job(const QString& error, const QString& words);
  /// The names of the files that an export of runs writes.
  QString written_by(const ExportRequest& request) const;
  std::vector<Plot*> plots_on_screen() const;

  FilesHost host_;
  QPointer<ExportDialog> dialog_;
  std::unique_ptr<ExportJob> job_;  ///< at most one of these two
  std::unique_ptr<PortionedTask> turns_;
  double share_ = 0;                                   ///< of the export under way that is done
  std::uint64_t recorded_one_ = 0, recorded_all_ = 0;  ///< first steps of what is recorded
  bool recording_ = false;
  Record recorded_;       ///< null while what is recorded goes on
  bool runs_on_ = false;  ///< when the job is done
  QTimer keeper_, edit_keeper_, follower_;
  std::vector<PresetSession> kept_;  ///< the runs and their edits, as they were kept last
};

}  // namespace ergo
