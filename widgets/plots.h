#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/unit/descriptor.h"
#include "widgets/plot.h"

class QMenu;
class QVBoxLayout;

namespace ergo {

/// The live plots of one run. All quantities are recorded; a menu, which a right click opens too, chooses the
/// ones on screen. A choice holds for all samplers.
class Plots : public QWidget {
  Q_OBJECT

 public:
  explicit Plots(QWidget* parent = nullptr);
  /// Plots of this sampler, empty; the same ones stay where the sampler is the same.
  void show_sampler(const Descriptor& sampler);
  void set_theme(const Palette& palette, double factor);
  void append(const DiagnosticReport& report);
  void mark(double gradients, bool same_edit);
  void cut(double gradients);
  void refresh();
  const std::vector<Plot*>& all() const { return plots_; }
  Plot* find(const QString& id) const;
  void show_plot(const QString& id, bool shown);
  QMenu& menu() { return *menu_; }

 private:
  void paint_theme();
  void fill_menu();
  void append_predictions(const DiagnosticReport& report);

  QVBoxLayout* column_;
  QMenu* menu_;
  std::map<QString, bool> chosen_;  ///< by the user, shown or not
  std::vector<Plot*> plots_;
  std::string sampler_;
  const Palette* palette_ = nullptr;
  double factor_ = 1, last_gradients_ = -1;
};

}  // namespace ergo
