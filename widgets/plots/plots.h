#pragma once

#include <QStringList>
#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/diagnostics/quantities.h"
#include "core/diagnostics/report.h"
#include "widgets/plots/plot.h"

class QLineEdit;
class QMenu;
class QScrollArea;
class QVBoxLayout;

namespace ergo {

class CurveLegend;

/// The live plots of the runs side by side. All quantities are recorded; a menu, which a right click opens
/// too, chooses the ones on screen, by group or by typing a part of their name. A choice holds for all
/// samplers.
class Plots : public QWidget {
  Q_OBJECT

 public:
  explicit Plots(QWidget* parent = nullptr);
  /// One curve for each of these configurations. Where a run has another sampler now, what the one before
  /// made stays, in plots that do not show the new one's quantities too: they are out of sight until it is
  /// back.
  void show_runs(const std::vector<RunConfig>& runs);
  /// Sets the run whose newest values and bands the plots show.
  void set_focus(int run);
  void set_theme(const Palette& palette, double factor);
  void append(int run, const DiagnosticReport& report);
  /// Adds the distance from the target of infinitely many of the run's chains.
  void append_infinite(int run, const Moment& at, double total_variation);
  void mark(int run, const Moment& at);
  void cut(int run, double gradients);
  /// Inserts a copy of a run after it, with the same past.
  void duplicate(int run);
  /// Removes a run. Call show_runs() without it next.
  void remove(int run);
  /// What is recorded of the runs, to be shown again when they are.
  struct Past {
    struct Recorded {
      PlotSubject subject;
      std::vector<PlotSeries::Past> runs;
    };
    std::vector<Recorded> quantities;
    std::vector<double> last_gradients;
    std::size_t bytes() const;
  };
  Past past() const;
  void set_past(const Past& past);
  /// Sets each run's present moment, so that plots can show when it has gone back.
  void show_now(const std::vector<Moment>& moments);
  void set_abscissa(Abscissa abscissa);
  Abscissa abscissa() const { return abscissa_; }
  /// Keeps all curves as they are, in grey, until the runs have another target.
  void freeze();
  void forget_ghosts();
  /// Entries of the legend: the runs, then the kept curves. Each name occurs once.
  std::vector<PlottedRun> keyed() const;
  void refresh();
  int runs() const { return static_cast<int>(runs_.size()); }
  const std::vector<Plot*>& all() const { return plots_; }
  /// Finds a plot by its quantity's name. If there is none, finds the first plot of that column.
  Plot* find(const QString& id) const;
  void show_plot(const QString& id, bool shown);
  /// These and no others, in this order, until the next proposal; none: what the user chose, or the usual
  /// ones.
  void propose(const std::optional<std::vector<std::string>>& ids);
  QMenu& menu() { return *menu_; }

 signals:
  void export_wanted(const QString& id);

 private:
  void paint_theme();
  void fill_menu();
  /// Leaves of the menu's entries those whose words or names hold this; all groups of them, where it is
  /// empty.
  void search(const QString& words);
  void begin_search();
  void add_abscissas();
  void add_search();
  void choose_plots();
  std::vector<Plot*> recording() const;  ///< plots_ and out_of_sight_
  bool wanted(const Plot& plot) const;
  /// Puts the proposed plots first, in their order.
  void arrange();
  /// Whether different samplers run side by side.
  bool mixed() const;
  /// The column of a run that a plot shows: its quantity's, none where that column is of another one; beside
  /// other samplers of a cyclical one's channel the mean over a cycle, as the channel itself would tell the
  /// phase that reports fall on.
  QString drawn_in(const Plot& plot, int run) const;
  /// Begins those curves anew, as what they show is another quantity from now on.
  void cut_cyclical();
  Plot* make_plot(const PlotSubject& subject);
  void open_menu(Plot& plot, QPoint at);
  void append_predictions(int run, const DiagnosticReport& report);

  CurveLegend* key_;
  QScrollArea* scroll_;
  QVBoxLayout* column_;
  QMenu* menu_;
  QLineEdit* search_ = nullptr;
  std::vector<QMenu*> groups_;
  QList<QAction*> found_;                ///< entries found by the search
  std::map<QString, bool> usual_;        ///< whether each quantity is shown by default
  std::map<QString, bool> chosen_;       ///< by the user
  std::optional<QStringList> proposed_;  ///< columns
  std::map<QString, bool> since_;        ///< chosen by the user since the proposal
  std::vector<Plot*> plots_;
  std::vector<Plot*> out_of_sight_;  ///< plots of earlier samplers' quantities only
  UnitChoice target_;
  std::vector<std::string> samplers_;  ///< of the runs
  std::vector<PlottedRun> runs_;
  std::vector<double> last_gradients_;  ///< gradient evaluations at each run's last report
  int focus_ = 0;
  Abscissa abscissa_ = Abscissa::gradients;
  const Palette* palette_ = nullptr;
  double factor_ = 1;
};

}  // namespace ergo
