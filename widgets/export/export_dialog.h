#pragma once

#include <QDialog>
#include <QSize>
#include <QString>
#include <cstdint>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace ergo {

class SpeedBox;

/// What leaves the window, and how.
struct ExportRequest {
  enum class What { picture, figure, clip, window, plot, plots, trajectory, metrics };
  What what = What::picture;
  QString plot;  ///< id, of What::plot
  QString path;
  int scale = 1;  ///< pixels per pixel of the screen, 1 to 8
  bool interface = false, transparent = false;
  std::uint64_t steps = 0;                            ///< of clip, trajectory and metrics: the last one
  std::uint64_t every = 1;                            ///< of trajectory and metrics
  std::uint64_t first_step = 0, steps_per_frame = 4;  ///< of clip
  double speed = 1;                                   ///< of clip: times steps_per_frame
  int frames_per_second = 25;                         ///< of clip
  QSize size = {};                                    ///< of clip, in its pixels
  bool all_runs = false;  ///< of clip, trajectory and metrics; else of the run in focus
};

/// What an export of runs begins with.
struct RunsOnScreen {
  struct Steps {
    std::uint64_t first = 0, reached = 0, per_frame = 1;  ///< first: of what was recorded
    std::uint64_t bytes_of_draw = 0;                      ///< of all chains, in a trajectory
  };
  Steps one, all;  ///< of the run in focus; of all runs, by the dearest sampler
  int runs = 1;
  double speed = 1;
  QSize size = {2, 2};  ///< of the picture in physical pixels, even numbers
};

/// Asks what to export, in which form and where, and shows how far a long export is.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `plots`: ids and titles of those on screen.
  ExportDialog(const std::vector<std::pair<QString, QString>>& plots, const RunsOnScreen& runs,
               QWidget* parent);
  void choose(ExportRequest::What what, const QString& plot = {}, bool all_runs = false);
  ExportRequest request() const;
  /// The runs have gone on: so does the last step proposed, until it is typed.
  void follow(const RunsOnScreen& runs);
  /// While an export is under way nothing can be changed.
  void show_progress(double share);
  void show_result(const QString& words, bool done);

 signals:
  void wanted(const ExportRequest& request);
  void cancelled();

 protected:
  void reject() override;

 private:
  void build_form(const std::vector<std::pair<QString, QString>>& plots);
  void build_options();
  void build_clip_options();
  void build_buttons();
  void follow_what();
  void follow_runs();
  void show_extent();
  void follow_kind();
  void follow_name(const QString& name);  ///< typed by the user
  void browse();
  QString path() const;  ///< absolute
  void begin();          ///< where no file is in the way; else asks
  bool in_the_way() const;
  void stop_asking();
  ExportRequest::What what() const;

  RunsOnScreen runs_;
  QFormLayout* form_;
  QComboBox *what_, *kind_;
  QSpinBox *scale_, *frames_per_second_, *width_, *height_;
  QCheckBox *interface_, *transparent_, *all_runs_;
  SpeedBox* speed_;
  QLineEdit *first_step_, *steps_, *every_, *steps_per_frame_, *path_;
  QWidget *size_, *place_;
  QProgressBar* progress_;
  QLabel *result_, *extent_;
  QPushButton *export_, *overwrite_, *close_;
  bool busy_ = false;
  bool named_ = false;  ///< by the user
};

}  // namespace ergo
