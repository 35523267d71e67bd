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
  QString column;  ///< of the metrics file
  QString group;   ///< a word for what kind of quantity it is
  bool logarithmic = false;
  std::optional<double> reference;
  QString reference_label;
  std::optional<Interval> band = {};  ///< one that always holds
  QString band_label;
};

/// One run of those that a plot shows.
struct PlottedRun {
  QString name;
  Colour colour = 0;
  int dash = 0;              ///< pattern of its line, 0 for a whole one; kept_dash
  std::string sampler = {};  ///< id; empty where it does not matter
  bool operator==(const PlottedRun&) const = default;
};

class Plot;
/// Those that a plot keeps, with names that are not listed yet.
void add_kept(const Plot& plot, std::vector<PlottedRun>& key);

/// One quantity of one or several runs against gradient evaluations, steps or seconds, each with its
/// Monte-Carlo error as a band around the curve; the newest value of the run in focus in words. Drag pans,
/// the wheel zooms, both while it runs; a double click follows the data again; hovering reads all curves.
/// Where values are not above zero the curve of a logarithmic plot has a gap and its floor a tick.
class Plot : public QWidget {
  Q_OBJECT

 public:
  Plot(PlotSubject subject, QWidget* parent = nullptr);
  ~Plot() override;
  const PlotSubject& subject() const { return subject_; }
  /// The same quantity of other samplers: their words for it, their reference and band. Curves stay.
  void describe(const PlotSubject& subject);
  QString reference_words() const;  ///< what the dashed line is; empty where there is none
  QString legend() const;           ///< under the title: what the line and the band are
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
  /// Beside the title: of the run in focus, where it is now.
  void tell(double value, double error);
  QString told() const;
  /// One standard deviation over the chains either side of their mean, as thin lines.
  void append_spread(int run, const Moment& at, double mean, double sd);
  /// The range where theory has the values; subject().band_label says which. No band where it is empty.
  void set_band(double low, double high);
  void set_reference(double value, const QString& label);
  /// A vertical line: a parameter of the run changed here.
  void mark(int run, const Moment& at);
  /// Forgets a run's points and marks beyond `gradients`; below 0, all of them.
  void cut(int run, double gradients);
  /// What is recorded of each run; and shows that of as many runs instead.
  std::vector<PlotSeries::Past> past() const;
  void set_past(const std::vector<PlotSeries::Past>& runs);
  /// The run in focus is here: a line, where its curve goes on beyond.
  void show_now(const Moment& at);
  /// Keeps the curves as they are, in grey, beside what comes.
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
  bool recorded() const;  ///< there are points
  /// Of the run, or of its earlier sampler that made the value.
  QString maker(int run, const PlotSeries::Value& value) const;
  const PlotSeries& series(int run) const { return *series_.at(static_cast<std::size_t>(run)); }
  int points() const { return series(focus_).points(); }
  int marks() const { return series(focus_).marks(); }
  double last_value() const { return series(focus_).last_value(); }
  QCustomPlot& canvas() { return *canvas_; }
  QWidget& surface();  ///< the same, as a widget
  /// What hovering over a place of the horizontal axis says, as HTML.
  QString reading(double x) const;

 protected:
  /// The title tells that the keyboard is here.
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
