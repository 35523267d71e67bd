#pragma once

#include <QLineEdit>

#include "core/config/run_config.h"

class QCompleter;
class QStringListModel;

namespace ergo {

/// A line to type assignments into, such as `sampler.step_size = 0.2`, completed as one types: every knob of
/// a run by keyboard alone.
class CommandLine : public QLineEdit {
  Q_OBJECT

 public:
  explicit CommandLine(QWidget* parent = nullptr);
  /// What there is to complete: the paths of this run, and values that can be listed.
  void offer(const RunConfig& config);
  /// Shows the line and takes the keyboard.
  void open();
  /// The line entered was understood: ready for the next one.
  void done();

 signals:
  void entered(const QString& line);
  void closed();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QStringListModel* words_;
  QStringList past_;
  int recalled_ = 0;  ///< how far back in the past the arrow keys have gone
};

}  // namespace ergo
