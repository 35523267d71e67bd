#pragma once

#include <QAction>
#include <QToolBar>
#include <map>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace ergo {

/// The toolbar: run, step, back, reset, pace, chains, seed and the counter of gradient evaluations.
class RunBar : public QToolBar {
  Q_OBJECT

 public:
  RunBar(const std::map<QString, QAction*>& actions, QWidget* parent = nullptr);
  /// Fits the fields to text `scale` times the design's size.
  void set_scale(double scale);
  /// Leaves out what a bar of this width has no room for: first chains and seed, then the pace, then the
  /// words.
  void fit(int width, double scale);
  /// Shows the run's state without emitting anything; a field being typed in stays.
  void show_run(bool running, double speed, int steps_per_frame, quint64 chains, quint64 seed,
                double gradients);

 signals:
  void pace_changed(double speed, int steps_per_frame);
  /// The text as typed, unchecked.
  void edited(QString path, QString text);

 private:
  QLineEdit* field(const char* path, const QString& tooltip);
  void show_speed(double speed);

  QAction* run_;
  QToolButton* run_button_;
  QList<QAction*> fields_, pace_, words_;
  QComboBox* speed_;
  QSpinBox* steps_;
  QLineEdit *chains_, *seed_;
  QLabel* counter_;
};

}  // namespace ergo
