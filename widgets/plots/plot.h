#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/figures/curve_figure.h"
#include "core/maths/estimate.h"
#include "widgets/plots/end_labels.h"
#include "widgets/plots/plot_axes.h"
#include "widgets/plots/plot_heading.h"
#include "widgets/plots/plot_series.h"

class QCustomPlot;
class QCPItemRect;
class QCPItemStraightLine;

namespace ergo {

/// What one plot shows.
struct PlotSubject {
  QString id, title, ordinate, help;
  QString column;  ///< column of the metrics file
  QString group;   ///< kind of quantity
  bool logarithmic = false;
  double base = 0, bend = 0;  ///< as in Quantity
  std::optional<double> reference;
  QString reference_label;
  std::optional<Interval> band = {};  ///< band that always holds
  QString band_label;
  bool theory = true;  ///< as in Quantity
};

/// A run shown in a plot.
struct PlottedRun {
  QString name;
  QString distinction = {};  ///< what tells it from the other runs of its sampler; empty if there are none
  Colour colour = 0;
  int dash = 0;              ///< dash pattern: 0 for a solid line, or kept_dash for a kept curve
  std::string sampler = {};  ///< id of the run's present sampler; empty if it does not matter
  std::optional<double> place = {};  ///< run_places()
  std::shared_ptr<const RunHistory> history = std::make_shared<RunHistory>();
  bool operator==(const PlottedRun&) const = default;
};

/// A number that a plot draws, for a table.
struct PlotRow {
  QString run;
  Moment at;
  double value, error;
};

class Plot;
/// Adds the plot's kept curves whose names are not yet in `key`.
void add_kept(const Plot& plot, std::vector<PlottedRun>& key);

/// Plot of one quantity of one or several runs against gradient evaluations, steps or seconds. A band around
/// each curve shows its Monte Carlo error. The newest value of the run in focus is shown as text. Dragging
/// pans and the wheel zooms, also while the run advances. A double click follows the data again. Hovering
/// shows the values of all curves. A logarithmic axis is linear up to the band of exact draws, where there is one.
/// Without a band, values that are not above zero leave a gap in the curve and a tick at the lower edge.
class Plot : public QWidget {
  Q_OBJECT

 public:
  Plot(PlotSubject subject, QWidget* parent = nullptr);
  ~Plot() override;
  const PlotSubject& subject() const { return subject_; }
  /// Sets other samplers' title, reference and band for the same quantity. Curves stay.
  void describe(const PlotSubject& subject);
  QString reference_words() const;  ///< description of the dashed line; empty if there is none
  /// Text under the title that explains the line and the band.
  QString legend() const { return heading_->legend().join("   "); }
  /// Shows one curve per run. `over_a_cycle`: cyclical samplers' channels are shown by their means over a cycle.
  void show_runs(const std::vector<PlottedRun>& runs, bool over_a_cycle = false);
  /// Shows these curves in grey, where they have values.
  void show_kept(const std::vector<KeptCurves>& kept);
  void set_focus(int run);
  virtual void set_theme(const Palette& palette, double factor);
  /// On a stage it may be as low as its words need. The last one there names the x-axis.
  void set_stage(bool on, bool last);
  void set_abscissa(Abscissa abscissa);
  void set_logarithmic_x(bool on);
  void set_logarithmic_y(bool on);
  bool logarithmic_x() const { return logarithmic_x_; }
  bool logarithmic_y() const { return logarithmic_y_; }

  /// Shows the current value of the run in focus beside the title.
  virtual void tell(double value, double error);
  QString told() const { return heading_->value(); }
  /// Band of values predicted by theory, as named in subject().band_label, which may hold for some runs only (`of`).
  /// An empty range removes the band.
  void set_band(double low, double high, const QString& of = {});
  void set_reference(double value, const QString& label);
  void forget_reference();
  /// Follows the data again, without the last report's band, if the run in focus has begun anew since the
  /// last call.
  void follow_beginning();
  /// Sets the present moment of the run in focus. A line marks it if the curve continues after it.
  void show_now(const Moment& at);
  virtual void refresh();  ///< draws what the histories have gained; at most some ten times a second

  bool following() const { return following_; }
  int runs() const { return static_cast<int>(series_.size()); }
  int ghosts() const { return static_cast<int>(ghosts_.size()); }
  const PlotSeries& ghost(int number) const { return *ghosts_.at(static_cast<std::size_t>(number)); }
  const std::vector<PlottedRun>& shown_runs() const { return runs_; }
  const Palette* palette() const { return palette_; }
  double factor() const { return factor_; }
  /// Name of the run, or of its earlier sampler that produced the value.
  QString maker(int run, const CurvePoint& value) const;
  const PlotSeries& series(int run) const { return *series_.at(static_cast<std::size_t>(run)); }
  int points() const { return series(focus_).points(); }
  int marks() const { return series(focus_).marks(); }
  double last_value() const { return series(focus_).last().value; }
  QCustomPlot& canvas() { return *canvas_; }
  const QCustomPlot& canvas() const { return *canvas_; }
  const PlotAxes& axes() const { return axes_; }
  const EndLabels& end_labels() const { return end_labels_; }
  QWidget& surface();  ///< the same, as a widget
  /// The plot as a figure in these colours. The axes show what they show on screen once the user has moved them.
  virtual CurvePanel panel(const Palette& palette) const;
  virtual std::vector<PlotRow> rows() const;  ///< all values drawn
  /// Text shown when the pointer is at the abscissa `x`, as HTML.
  virtual QString reading(double x) const;
  /// Entries of its own for the plots' menu.
  virtual QList<QAction*> own_entries() const { return {}; }

 protected:
  /// Shows whether the plot has the keyboard focus.
  bool eventFilter(QObject* watched, QEvent* event) override;
  virtual void follow_data();
  virtual QString abscissa_name() const;
  /// Whether the horizontal axis is another one than that of the plots beside it.
  virtual bool has_own_abscissa() const { return false; }
  bool on_stage() const { return on_stage_; }
  virtual QString ordinate_name() const { return subject_.ordinate; }
  virtual double end() const { return series(focus_).end(); }  ///< abscissa of the last value of the run in focus
  int focus() const { return focus_; }
  Abscissa abscissa() const { return abscissa_; }
  PlotHeading& heading() { return *heading_; }
  void set_following(bool on) { following_ = on; }
  void label_axes();
  /// Of the axes where the user has moved them.
  void keep_ranges(CurvePanel& panel) const;

 private:
  using Series = std::vector<std::unique_ptr<PlotSeries>>;
  void colour_series();
  void add_items();
  void show_subject();
  void show_legend();
  void label_ends();
  QString band_words() const;
  void set_axes();
  void set_series_axes();
  void remove_band();
  void place_items();  ///< puts the band and the dashed line at the places of their values
  void hover(QPoint at, QPoint on_screen);
  QString value_words(double value, double error) const;
  void show_value();

  PlotSubject subject_;
  QCustomPlot* canvas_;
  PlotAxes axes_;
  EndLabels end_labels_;
  PlotHeading* heading_;
  QCPItemRect* band_;
  QCPItemStraightLine *reference_, *now_;
  Series series_, ghosts_;
  std::vector<PlottedRun> runs_;
  int focus_ = 0;
  QString band_of_;
  const Palette* palette_ = nullptr;
  double factor_ = 1, band_low_ = 0, band_high_ = 0, now_at_ = 0;
  Abscissa abscissa_ = Abscissa::gradients;
  bool following_ = true, banded_ = false, logarithmic_x_ = false, logarithmic_y_, over_a_cycle_ = false;
  bool on_stage_ = false, names_abscissa_ = true;
};

}  // namespace ergo
