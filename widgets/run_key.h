#pragma once

#include <QWidget>
#include <vector>

#include "widgets/plot.h"

namespace ergo {

/// Which curve is whose, where several have one colour: a stroke and a name for each run, in as many columns
/// as the width has room for.
class RunKey : public QWidget {
  Q_OBJECT

 public:
  explicit RunKey(QWidget* parent = nullptr);
  /// Hidden where colours tell the runs apart.
  void show_runs(const std::vector<PlottedRun>& runs);
  void set_theme(const Palette& palette, double factor);

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override { fit(); }

 private:
  void fit();
  int height_for(int width) const;
  int columns(int width) const;
  int row_height() const { return fontMetrics().height(); }
  int stroke() const { return qRound(26 * factor_); }

  std::vector<PlottedRun> runs_;
  const Palette* palette_ = nullptr;
  double factor_ = 1;
};

}  // namespace ergo
