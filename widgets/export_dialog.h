#pragma once

#include <QDialog>
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

/// What leaves the window, and how.
struct ExportRequest {
  enum class What { picture, figure, window, plot, plots, trajectory, metrics };
  What what = What::picture;
  QString plot;  ///< id, of What::plot
  QString path;
  int scale = 1;  ///< pixels per pixel of the screen, 1 to 8
  bool interface = false, transparent = false;
  std::uint64_t steps = 0, every = 1;  ///< of trajectory and metrics
  bool all_runs = false;               ///< of trajectory and metrics; else of the run in focus
};

/// Where the run in focus stands, and all of them by the steps of the dearest sampler.
struct ExportSteps {
  std::uint64_t one = 0, all = 0;
  int runs = 1;
};

/// Asks what to export, in which form and where, and shows how far a long export is.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `plots`: ids and titles of those on screen.
  ExportDialog(const std::vector<std::pair<QString, QString>>& plots, const ExportSteps& steps,
               QWidget* parent);
  void choose(ExportRequest::What what, const QString& plot = {}, bool all_runs = false);
  ExportRequest request() const;
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
  void build_buttons();
  void follow_what();
  void follow_kind();
  void browse();
  ExportRequest::What what() const;

  ExportSteps reached_;
  QFormLayout* form_;
  QComboBox *what_, *kind_;
  QSpinBox* scale_;
  QCheckBox *interface_, *transparent_, *all_runs_;
  QLineEdit *steps_, *every_, *path_;
  QWidget* place_;
  QProgressBar* progress_;
  QLabel* result_;
  QPushButton *export_, *close_;
  bool busy_ = false;
};

}  // namespace ergo
