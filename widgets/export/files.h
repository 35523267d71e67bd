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

/// The parts of the window that Files uses.
struct FilesHost {
  QWidget& window;
  Picture& picture;
  Plots& plots;
  std::function<Panes*()> panes;  ///< returns null before there are panes
  /// Queues a command for the time between two frames, where the context is current and an Error becomes a toast.
  std::function<void(std::function<void()>)> post;
  std::function<void()> lay_out;  ///< lays out the overlay and the views; the context must be current
  std::function<void(const Preset&)> open;
  std::function<std::vector<double>()> bookmarks;
};

/// Exports, sessions, share strings, and the last session, which is kept every minute and when the window closes.
class Files : public QObject {
  Q_OBJECT

 public:
  Files(FilesHost host, const std::map<QString, QAction*>& actions);
  ~Files() override;

  /// Opens the dialog. `all_runs`: clips, trajectories and metrics are of all runs.
  void ask(ExportRequest::What what = ExportRequest::What::picture, const QString& plot = {},
           bool all_runs = false) {
    ask(what, plot, all_runs, nullptr);
  }
  /// Call it before the runs start anew: a recording ends here, and can still be exported.
  void leave();
  /// Updates the dialog's proposed last step.
  void follow_runs();
  /// Exports at once, or starts a job. Throws Error. The context must be current.
  void carry_out(const ExportRequest& request);
  bool busy() const { return job_ || turns_; }  ///< whether an export is under way

  /// The runs on screen as a preset that opens them at their present step.
  Preset session() const;
  void save_session(const QString& path) const;
  void open_session(const QString& path);
  /// Keeps the session from now on: every minute, about a second after an edit, and at the end.
  void keep_session();
  static QString kept_session_path();
  /// The session kept by the window before this one.
  static QString previous_session_path();

  /// Text with step, state hash and settings, to copy.
  QString details() const;

 signals:
  /// A job has ended; `error` is empty if its file was written.
  void exported(const QString& error);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connect_actions(const std::map<QString, QAction*>& actions);
  /// Recorded runs that have been replaced by others, as they were on screen.
  struct Recorded {
    RunsOnScreen extent;
    std::vector<PresetSession> runs;
    std::size_t focus;
    Pace pace;
    BackendKind backend;
    ClipRecord one, all;
  };
  using Record = std::shared_ptr<const Recorded>;
  /// Clips show the recording, if there is one.
  void ask(ExportRequest::What what, const QString& plot, bool all_runs, const Record& record);
  /// The first call begins a recording at the present step. The second one offers the clip up to the present step, or
  /// up to where the runs were when they started anew.
  void record(bool on);
  void begin_clip(const ExportRequest& request, const Recorded& recorded);
  void keep_now();
  void keep_edits();  ///< keeps the session if there are edits since it was kept
  void share() const;
  void open_shared();
  void show_details();
  ExportNotes notes() const;
  PictureExport picture();
  /// Initial values of the dialog.
  RunsOnScreen runs_on_screen();
  std::variant<RunRecord, ClipRecord, RunsClipRecord> record_of(const ExportRequest& request);
  void begin_run_export(const ExportRequest& request);
  void begin_picture(const ExportRequest& request);
  void begin_figure(const ExportRequest& request);
  void begin_runs(const ExportRequest& request);
  void begin_runs_figure(const ExportRequest& request, CurveFigure curves);
  void begin_runs_clip(const ExportRequest& request, CurveFigure curves);
  void begin_window(const ExportRequest& request);
  void begin_plots(const ExportRequest& request, const std::vector<Plot*>& plots);
  /// Paints the portions on the canvas. Then `finish`, if given, runs in another thread, and the PNG is written.
  void begin_painting(const ExportRequest& request, Portions portions, QImage canvas,
                      const ExportNotes& notes, std::function<void(QImage&)> finish);
  /// Paints the portions on the page. Then another thread adds the picture, if there is one, and writes the file.
  void begin_page(const QString& path, std::shared_ptr<VectorPage> page, Portions portions,
                  ExportJob::Task add_picture);
  /// Throws Error if an export is under way or the file cannot be written.
  void check_free(const QString& path) const;
  /// `then` runs in the window's thread when the portions are painted or the task is done. It may start more work, and
  /// throw Error.
  void begin_turns(PortionedTask::Portion portion, std::function<void()> then);
  void go_on(QString error, const QString& words, const std::function<void()>& then);
  void cancel();
  void show_progress(double share);
  void begin_job(ExportJob::Task task, const QString& written, std::function<void()> then = {});
  void end_job(const QString& error, const QString& words);
  /// Names of the files that an export of runs writes.
  QString written_by(const ExportRequest& request) const;
  std::vector<Plot*> plots_on_screen() const;

  FilesHost host_;
  QPointer<ExportDialog> dialog_;
  std::unique_ptr<ExportJob> job_;  ///< at most one of these two
  std::unique_ptr<PortionedTask> turns_;
  double share_ = 0;                                   ///< share of the export that is done
  std::uint64_t recorded_one_ = 0, recorded_all_ = 0;  ///< first steps of the recording, for one run and for all
  bool recording_ = false;
  Record recorded_;       ///< null while the recorded runs go on
  bool runs_on_ = false;  ///< whether the runs go on when the job is done
  QTimer keeper_, edit_keeper_, follower_;
  std::vector<PresetSession> kept_;  ///< runs and edits as they were last kept
};

}  // namespace ergo
