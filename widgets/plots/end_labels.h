#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <vector>

class QCustomPlot;
class QCPItemText;

namespace ergo {

/// Words at the ends of a plot's curves, in a margin right of its axes: what tells runs of one sampler apart.
class EndLabels {
 public:
  struct Label {
    QString words;
    QColor colour;
    double place = 0;  ///< of the curve's last value on the vertical axis
  };
  explicit EndLabels(QCustomPlot& canvas);
  /// Shows these in place of the former ones. Words that are longer than a quarter of the plot are cut; where that makes
  /// two of them alike, there are none.
  void show(std::vector<Label> labels, const QFont& face);
  const std::vector<Label>& labels() const { return labels_; }  ///< as they are shown
  /// The places of the words in the plot, from above.
  std::vector<QRectF> places() const;

 private:
  void place();
  void set_margin(int width);

  QCustomPlot& canvas_;
  std::vector<Label> labels_;
  std::vector<QCPItemText*> items_;
};

}  // namespace ergo
