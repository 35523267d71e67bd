#pragma once

#include <QAction>
#include <QToolBar>
#include <map>

class QLabel;
class QLineEdit;
class QMenu;
class QSpinBox;
class QToolButton;

namespace ergo {

class SpeedBox;

/// The toolbar: run, step, back, reset, pace, chains, seed, the counter of gradient evaluations, and what
/// stands in the menus too: which runs there are, recording and export.
class RunBar : public QToolBar {
  Q_OBJECT

 public:
  /// "More" also offers `panels`, which a narrow window hides.
  RunBar(const std::map<QString, QAction*>& actions, QMenu& compare, const QList<QAction*>& panels,
         QWidget* parent = nullptr);
  /// Sizes the fields for text at `scale` times the design's size.
  void set_scale(double scale);
  /// Moves what a bar of this width has no room for behind its last button, "More": what stands in the menus,
  /// then chains and seed, then the pace. Before them the words go, which tooltips say too; after them those
  /// of the buttons, which keep their signs, and at last the counter.
  void fit(int width);
  /// Shows the run's state without emitting signals. A field being typed in is unchanged.
  void show_run(bool running, double speed, int steps_per_frame, quint64 chains, quint64 seed,
                double gradients);

 protected:
  bool event(QEvent* event) override;

 signals:
  void pace_changed(double speed, int steps_per_frame);
  /// The text as typed, unchecked.
  void edited(QString path, QString text);

 private:
  QToolButton* button(QAction* action, const char* name);
  void add_menus(const std::map<QString, QAction*>& actions, QMenu& compare);
  QLineEdit* field(const char* path, const QString& tooltip);
  int width_of(const QList<QAction*>& parts) const;
  /// Width that the run's buttons would gain by showing their words.
  int width_of_words() const;
  /// Shows words on the run's buttons, or only their icons.
  void show_words(bool shown);
  void fold(const QList<QAction*>& parts);
  /// As wide as the menu behind "More", or as in the bar.
  void size_fields();

  QAction* run_;
  QList<QToolButton*> buttons_;  ///< buttons of the run
  QList<QAction*> always_, pace_, fields_, menus_, words_, panels_;
  QList<QAction*> in_order_;  ///< all actions of the bar, in order
  QList<QAction*> of_menus_;  ///< those of the buttons `menus_`
  QList<QAction*> folded_;
  QMenu* more_;
  QAction* more_button_;
  SpeedBox* speed_;
  QSpinBox* steps_;
  QLineEdit *chains_, *seed_;
  std::map<QWidget*, int> widths_;  ///< widths of the fields in the bar
  QLabel* counter_;
  QAction* counter_part_;
  bool worded_ = true;
  int room_ = 0;  ///< width that the bar was fitted to
};

}  // namespace ergo
