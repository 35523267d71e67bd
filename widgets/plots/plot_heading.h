#pragma once

#include <QFont>
#include <QObject>
#include <QStringList>

#include "core/view/palette.h"

class QCustomPlot;
class QCPTextElement;

namespace ergo {

/// The rows above a plot's axes: its title, the current value beside it, and what its line and band mean. Words
/// on the axes would hide the curves, which come near to what theory says.
class PlotHeading : public QObject {
 public:
  /// Adds the rows to a canvas that has only its axes. The canvas owns this object.
  explicit PlotHeading(QCustomPlot* canvas);
  void set_title(const QString& title);
  void set_value(const QString& words);
  /// Without the words for the line and the band.
  void set_brief(bool on);
  QString value() const;
  /// Words for the line and the band: on one row if there is room, else one row each, shortened if need be.
  void set_legend(const QStringList& words);
  const QStringList& legend() const { return legend_words_; }
  void set_theme(const Palette& palette, double factor, const QFont& face);
  /// Marks in the title whether the plot has the keyboard focus.
  void set_highlighted(bool on);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();
  void fit_title();
  void fit_legend();

  QCustomPlot* canvas_;
  QCPTextElement *title_, *value_, *legend_;
  QString title_words_;
  QStringList legend_words_;
  bool brief_ = false;
  const Palette* palette_ = nullptr;
};

}  // namespace ergo
