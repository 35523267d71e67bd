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
  /// The run whose newest values and bands the plots tell.
  void set_focus(int run);
  void set_theme(const Palette& palette, double factor);
  void append(int run, const DiagnosticReport& report);
  /// How far infinitely many of a run's chains are from the target.
  void append_infinite(int run, const Moment& at, double total_variation);
  void mark(int run, const Moment& at);
  void cut(int run, double gradients);
  /// A run like this one follows it, with the same past.
  void duplicate(int run);
  /// show_runs() comes next, without it.
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
  /// Where each run is now, so that plots can tell when it has gone back.
  void show_now(const std::vector<Moment>& moments);
  void set_abscissa(Abscissa abscissa);
  Abscissa abscissa() const { return abscissa_; }
  /// Keeps all curves as they are, in grey, until the runs have another target.
  void freeze();
  void forget_ghosts();
  /// Whose curves the plots show: runs, then what is kept of earlier ones, each name once.
  std::vector<PlottedRun> keyed() const;
  void refresh();
  int runs() const { return static_cast<int>(runs_.size()); }
  const std::vector<Plot*>& all() const { return plots_; }
  /// By the name of its quantity or, where there is none, the first of that column.
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
  /// Those that are proposed from the top on, in their order.
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
  QList<QAction*> found_;                ///< by the search
  std::map<QString, bool> usual_;        ///< of all quantities there are, shown or not
  std::map<QString, bool> chosen_;       ///< by the user
  std::optional<QStringList> proposed_;  ///< columns
  std::map<QString, bool> since_;        ///< chosen by the user since the proposal
  std::vector<Plot*> plots_;
  std::vector<Plot*> out_of_sight_;  ///< of no sampler of the runs, but of earlier ones
  UnitChoice target_;
  std::vector<std::string> samplers_;  ///< of the runs
  std::vector<PlottedRun> runs_;
  std::vector<double> last_gradients_;  ///< of each run's last report
  int focus_ = 0;
  Abscissa abscissa_ = Abscissa::gradients;
  const Palette* palette_ = nullptr;
  double factor_ = 1;
};

}  // namespace ergo
