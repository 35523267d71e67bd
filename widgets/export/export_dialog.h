#pragma once

#include <QDialog>
#include <QSize>
#include <QString>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/figures/figure_style.h"

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

/// What to export, and how.
struct ExportRequest {
  /// runs: pictures of all runs above the plots on screen, as a figure or a clip.
  enum class What { picture, figure, clip, window, plot, plots, trajectory, metrics, runs };
  What what = What::picture;
  QString plot;  ///< id of the plot, for What::plot
  QString path;
  int scale = 1;  ///< pixels per pixel of the screen, 1 to 8: of a picture or window
  FigureWords look = {};  ///< of a figure, runs or plots
  bool interface = false, transparent = false;
  std::uint64_t steps = 0;                            ///< last step of a clip, trajectory or metrics
  std::uint64_t every = 1;                            ///< steps between rows of a trajectory or metrics
  std::uint64_t first_step = 0, steps_per_frame = 4;  ///< for a clip
  double speed = 1;                                   ///< for a clip: factor on steps_per_frame
  int frames_per_second = 25;                         ///< for a clip
  QSize size = {};                                    ///< size of a clip in pixels
  bool all_runs = false;  ///< clip, trajectory or metrics of all runs; else of the run in focus
};

/// Initial values for an export of runs.
struct RunsOnScreen {
  struct Steps {
    std::uint64_t first = 0, reached = 0, per_frame = 1;  ///< first: the first recorded step
    std::uint64_t bytes_of_draw = 0;                      ///< size of one draw of all chains in a trajectory
  };
  Steps one, all;  ///< for the run in focus; for all runs, in steps of the costliest sampler
  int runs = 1;
  double speed = 1;
  QSize size = {2, 2};  ///< size of the picture in physical pixels, even numbers
};

/// Dialog for what to export, in which form and where. Shows the progress of a long export.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `plots`: ids and titles of the plots on screen.
  ExportDialog(const std::vector<std::pair<QString, QString>>& plots, const RunsOnScreen& runs,
               QWidget* parent);
  void choose(ExportRequest::What what, const QString& plot = {}, bool all_runs = false);
  ExportRequest request() const;
  /// Updates the proposed last step to where the runs are, unless the user has typed one.
  void follow(const RunsOnScreen& runs);
  /// Disables all fields while an export is under way.
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
  void build_look();
  void follow_look();
  FigureWords look() const;
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
  bool runs_clip() const;  ///< whether a clip of pictures above plots is chosen

  static constexpr int clip_rate_max = 120;  ///< frames per second

  RunsOnScreen runs_;
  QFormLayout* form_;
  QComboBox *what_, *kind_, *paper_, *ground_;
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
