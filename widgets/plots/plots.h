#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/diagnostics/quantities.h"
#include "core/diagnostics/report.h"
#include "widgets/plots/plot.h"
#include "widgets/plots/plot_choice.h"
#include "widgets/plots/plots_menu.h"

class QScrollArea;
class QVBoxLayout;

namespace ergo {

class ChainView;
class CurveLegend;

/// The live plots of the runs side by side. They draw the runs' histories. A menu, which a right click opens
/// too, chooses the ones on screen, by group or by typing a part of their name. A choice holds for all
/// samplers.
class Plots : public QWidget {
  Q_OBJECT

 public:
  explicit Plots(QWidget* parent = nullptr);
  /// Shows one curve for each of these runs. `configs` and `histories` are of the same runs.
  void show_runs(const std::vector<RunConfig>& configs,
                 const std::vector<std::shared_ptr<const RunHistory>>& histories);
  /// Shows these curves in grey beside those of the runs.
  void show_kept(const std::vector<KeptCurves>& kept);
  /// Sets the run whose newest values and bands the plots show.
  void set_focus(int run);
  void set_theme(const Palette& palette, double factor);
  /// Shows the values, bands and references of the newest report of the run in focus.
  void tell(const DiagnosticReport& report);
  /// Sets each run's present moment, so that plots can show when it has gone back.
  void show_now(const std::vector<Moment>& moments);
  void set_abscissa(Abscissa abscissa);
  Abscissa abscissa() const { return abscissa_; }
  /// Entries of the legend: the runs, then the kept curves. Each name occurs once.
  std::vector<PlottedRun> keyed() const;
  /// Whether the histories have changed since the last refresh().
  bool outdated() const;
  void refresh();
  int runs() const { return static_cast<int>(runs_.size()); }
  const std::vector<Plot*>& all() const { return plots_; }
  /// Finds a plot by its quantity's name. If there is none, finds the first plot of that column.
  Plot* find(const QString& id) const;
  void show_plot(const QString& id, bool shown);
  /// Shows the plots of these columns and no others, in this order, until the next proposal. Nothing: the plots
  /// that the user chose, or the default ones.
  void propose(const std::optional<std::vector<std::string>>& columns);
  /// On a stage the first `most` of the chosen plots share the height, with the name of the x-axis below the last.
  void set_stage(std::optional<int> most);
  int shown() const;  ///< number of plots on screen
  PlotsMenu& menu() { return *menu_; }
  /// What the plots of chains show alike.
  ChainView& chains() { return *chains_; }

 signals:
  void export_wanted(const QString& id);

 private:
  void paint_theme();
  /// Makes the plots that the samplers have quantities for.
  void choose_plots();
  /// Shows the chosen plots, the proposed ones first, in their order.
  void arrange();
  /// Whether different samplers run side by side.
  bool mixed() const;
  /// Column of a report with the values of a plot's quantity; empty if the run's sampler does not have it. Beside
  /// other samplers, a cyclical sampler's channel is shown by its mean over a cycle: its value depends on the
  /// phase of the report.
  QString column_for(const Plot& plot, int run) const;
  Plot* make_plot(const PlotSubject& subject);
  void make_chain_plots();
  void add_menu(Plot& plot);
  void tell_predictions(const DiagnosticReport& report);
  void measure_by(Yardstick yardstick);

  CurveLegend* key_;
  QScrollArea* scroll_;
  QVBoxLayout* column_;
  PlotsMenu* menu_;
  ChainView* chains_;
  PlotChoice choice_;
  std::vector<Plot*> plots_;           ///< plots of the present samplers' quantities
  std::vector<Plot*> chain_plots_;     ///< always among the present ones
  std::vector<Plot*> unused_;          ///< plots of earlier samplers' quantities: they keep their axes
  std::vector<std::string> samplers_;  ///< sampler id of each run
  bool learn_ = false;                 ///< whether the runs learn
  bool sampled_ = false;               ///< whether what they are compared with is sampled
  Yardstick yardstick_ = Yardstick::distribution;  ///< of the newest report
  std::vector<PlottedRun> runs_;
  std::vector<KeptCurves> kept_;
  std::uint64_t drawn_ = 0;  ///< revisions of the histories at the last refresh()
  int focus_ = 0;
  bool chains_differ_ = false;  ///< among the runs
  std::optional<int> most_;  ///< on a stage
  Abscissa abscissa_ = Abscissa::gradients;
  const Palette* palette_ = nullptr;
  double factor_ = 1;
};

}  // namespace ergo
