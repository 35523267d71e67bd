#pragma once

#include <QMenu>
#include <vector>

#include "core/live/moment.h"

class QLineEdit;

namespace ergo {

class Plot;

/// Menu of the plots: the horizontal axis, a search field, and an entry for each plot by group. It opens from the
/// menu bar, and for one plot at the pointer with entries for that plot.
class PlotsMenu : public QMenu {
  Q_OBJECT

 public:
  explicit PlotsMenu(QWidget* parent);
  /// Lists these plots. Those that are not hidden are checked.
  void fill(const std::vector<Plot*>& plots, Abscissa abscissa);
  void check(const QString& id, bool shown);
  /// Opens at a place on the screen, with entries for this plot first.
  void open_for(Plot& plot, QPoint at);

 signals:
  void plot_toggled(const QString& id, bool shown);
  void abscissa_chosen(ergo::Abscissa abscissa);
  void export_wanted(const QString& id);

 private:
  void add_abscissas(Abscissa present);
  void add_search();
  /// Shows the entries whose title or id contains these words in place of the groups; the groups for no words.
  void search(const QString& words);
  void begin_search();

  QLineEdit* search_ = nullptr;
  std::vector<QMenu*> groups_;
  QList<QAction*> found_;    ///< entries found by the search
  QList<QAction*> of_plot_;  ///< entries of the plot that it last opened for
};

}  // namespace ergo
