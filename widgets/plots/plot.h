#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/maths/estimate.h"
#include "core/view/palette.h"
#include "widgets/plots/plot_series.h"

class QCustomPlot;
class QCPItemRect;
class QCPItemStraightLine;
class QCPTextElement;

namespace ergo {

/// What one plot shows.
struct PlotSubject {
  QString id, title, ordinate, help;
  QString column;  ///< column of the metrics file
  QString group;   ///< kind of quantity
  bool logarithmic = false;
  std::optional<double> reference;
  QString reference_label;
  std::optional<Interval> band = {};  ///< band that always holds
  QString band_label;
};

/// A run shown in a plot.
struct PlottedRun {
  QString name;
  Colour colour = 0;
  int dash = 0;              ///< dash pattern: 0 for a solid line, or kept_dash for a kept curve
  std::string sampler = {};  ///< sampler id; empty if it does not matter
  bool operator==(const PlottedRun&) const = default;
};

class Plot;
/// Adds the plot's kept curves whose names are not yet in `key`.
void add_kept(const Plot& plot, std::vector<PlottedRun>& key);

/// Plot of one quantity of one or several runs against gradient evaluations, steps or seconds. A band around
/// each curve shows its Monte Carlo error. The newest value of the run in focus is shown as text. Dragging
/// pans and the wheel zooms, also while the run advances. A double click follows the data again. Hovering
/// shows the values of all curves. Where values are not above zero, a logarithmic plot has a gap in the curve
/// and a tick at the lower edge.
class Plot : public QWidget {
  Q_OBJECT

 public:
  Plot(PlotSubject subject, QWidget* parent = nullptr);
  ~Plot() override;
  const PlotSubject& subject() const { return subject_; }
  /// Sets other samplers' title, reference and band for the same quantity. Curves stay.
  void describe(const PlotSubject& subject);
  QString reference_words() const;  ///< description of the dashed line; empty if there is none
  QString legend() const;           ///< text under the title that explains the line and the band
  /// One curve per run with these names and colours; further runs have empty ones. What an earlier sampler
  /// of a run made stays.
  void show_runs(const std::vector<PlottedRun>& runs);
  void duplicate(int run);
  void remove(int run);
  void set_focus(int run);
  void set_theme(const Palette& palette, double factor);
  void set_abscissa(Abscissa abscissa);
  void set_logarithmic_x(bool on);
  void set_logarithmic_y(bool on);
  bool logarithmic_x() const { return logarithmic_x_; }
  bool logarithmic_y() const { return logarithmic_y_; }

  void append(int run, const Moment& at, double value, double error);
  /// Shows the current value of the run in focus beside the title.
  void tell(double value, double error);
  QString told() const;
  /// Adds the spread over chains: thin lines one standard deviation above and below the mean.
  void append_spread(int run, const Moment& at, double mean, double sd);
  /// Band of values predicted by theory, as named in subject().band_label. An empty range removes the band.
  void set_band(double low, double high);
  void set_reference(double value, const QString& label);
  /// Adds a vertical line where a parameter of the run changed.
  void mark(int run, const Moment& at);
  /// Removes a run's points and marks after `gradients`. A negative value removes all of them.
  void cut(int run, double gradients);
  /// Returns what is recorded for each run. set_past() replaces it, for as many runs.
  std::vector<PlotSeries::Past> past() const;
  void set_past(const std::vector<PlotSeries::Past>& runs);
  /// Sets the present moment of the run in focus. A line marks it if the curve continues after it.
  void show_now(const Moment& at);
  /// Keeps a copy of the present curves, in grey, beside later ones.
  void freeze();
  void forget_ghosts();
  void refresh();  ///< redraws; at most some ten times a second

  bool following() const { return following_; }
  int runs() const { return static_cast<int>(series_.size()); }
  int ghosts() const { return static_cast<int>(ghosts_.size()); }
  const PlotSeries& ghost(int number) const { return *ghosts_.at(static_cast<std::size_t>(number)); }
  const std::vector<PlottedRun>& shown_runs() const { return runs_; }
  const Palette* palette() const { return palette_; }
  double factor() const { return factor_; }
  bool recorded() const;  ///< whether there are points
  /// Name of the run, or of its earlier sampler that produced the value.
  QString maker(int run, const PlotSeries::Value& value) const;
  const PlotSeries& series(int run) const { return *series_.at(static_cast<std::size_t>(run)); }
  int points() const { return series(focus_).points(); }
  int marks() const { return series(focus_).marks(); }
  double last_value() const { return series(focus_).last_value(); }
  QCustomPlot& canvas() { return *canvas_; }
  QWidget& surface();  ///< the same, as a widget
  /// Text shown when the pointer is at `x` on the horizontal axis, as HTML.
  QString reading(double x) const;

 protected:
  /// Marks in the title that the plot has the keyboard focus.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using Series = std::vector<std::unique_ptr<PlotSeries>>;
  void follow_data();
  void add_title();
  void tint_axes(const QFont& face, const QColor& words, const QColor& grid, double factor);
  void tint();
  void label_axes();
  void add_items();
  void show_subject();
  void show_legend();
  void fit_legend();
  void set_axes();
  void hover(QPoint at, QPoint on_screen);
  QString value_words(double value, double error) const;
  void show_value();

  PlotSubject subject_;
  QCustomPlot* canvas_;
  QCPTextElement *title_, *value_, *legend_;
  QCPItemRect* band_;
  QCPItemStraightLine *reference_, *now_;
  QStringList legend_words_;
  Series series_, ghosts_;
  std::vector<PlottedRun> runs_;
  int focus_ = 0;
  const Palette* palette_ = nullptr;
  double factor_ = 1, band_low_ = 0, band_high_ = 0;
  Abscissa abscissa_ = Abscissa::gradients;
  bool following_ = true, banded_ = false, logarithmic_x_ = false, logarithmic_y_;
};

}  // namespace ergo
