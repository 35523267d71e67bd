#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/diagnostics/report.h"
#include "core/unit/descriptor.h"
#include "widgets/plot.h"

class QVBoxLayout;

namespace ergo {

/// The live plots of one run: MMD^2 to the target, then one plot per channel of the sampler.
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

 private:
  void paint_theme();

  QVBoxLayout* column_;
  std::vector<Plot*> plots_;
  std::string sampler_;
  const Palette* palette_ = nullptr;
  double factor_ = 1, last_gradients_ = -1;
};

}  // namespace ergo
