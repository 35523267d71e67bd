#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/diagnostics/estimate.h"
#include "core/picture/palette.h"

class QCustomPlot;
class QCPGraph;
class QCPItemRect;
class QCPItemText;
class QCPItemStraightLine;
class QCPTextElement;

namespace ergo {

/// What one plot shows.
struct PlotSubject {
  QString id, title, ordinate, help;
  bool logarithmic = false;
  std::optional<double> reference;
  QString reference_label;
  std::optional<Interval> band = {};  ///< one that always holds
  QString band_label;
};

/// One quantity against gradient evaluations, with its Monte-Carlo error as a band around the curve and its
/// newest value in words. Drag
/// pans, the wheel zooms, both while it runs; a double click follows the data again. Where values are not
/// above zero the curve of a logarithmic plot has a gap and its floor a tick.
class Plot : public QWidget {
  Q_OBJECT

 public:
  Plot(PlotSubject subject, QWidget* parent = nullptr);
  const PlotSubject& subject() const { return subject_; }
  void set_theme(const Palette& palette, Colour curve, double factor);
  void append(double gradients, double value, double error);
  /// One standard deviation over the chains either side of their mean, as thin lines.
  void append_spread(double gradients, double mean, double sd);
  /// The range where theory has the values; subject().band_label says which. No band where it is empty.
  void set_band(double low, double high);
  void set_reference(double value, const QString& label);
  /// A vertical line: a parameter changed here.
  void mark(double gradients);
  void move_last_mark(double gradients);
  /// Forgets points and marks beyond `gradients`.
  void truncate(double gradients);
  void clear();
  void refresh();  ///< redraws; at most some ten times a second

  bool following() const { return following_; }
  int points() const;
  int marks() const { return static_cast<int>(marks_.size()); }
  double last_value() const { return last_value_; }
  QCustomPlot& canvas() { return *canvas_; }

 private:
  std::vector<QCPGraph*> graphs() const { return {curve_, low_, high_, below_, spread_low_, spread_high_}; }
  void follow_data();
  void thin();
  void tint();
  void add_title();
  void tint_axes(const QFont& face, const QColor& words, const QColor& grid, double factor);
  void label_axes();
  void add_items();

  PlotSubject subject_;
  QCustomPlot* canvas_;
  QCPTextElement *title_, *value_;
  QCPGraph *curve_, *low_, *high_, *spread_low_, *spread_high_;
  QCPGraph* below_;  ///< ticks on the floor where a logarithmic axis has no place for the value
  QCPItemRect* band_;
  QCPItemText *reference_text_, *band_text_;
  QCPItemStraightLine* reference_;
  struct Mark {
    double gradients;
    QCPItemStraightLine* line;
  };
  std::vector<Mark> marks_;
  const Palette* palette_ = nullptr;
  Colour curve_colour_ = 0;
  double band_low_ = 0, band_high_ = 0, last_value_ = 0;
  bool following_ = true, banded_ = false;
};

}  // namespace ergo
