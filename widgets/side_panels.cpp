#include "widgets/side_panels.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <algorithm>

#include "core/io/preset.h"

namespace ergo {

// Widths at scale 1; the picture's is the least that is useful.
constexpr double presets_width = 236, plots_width = 300, picture_width = 380;

SidePanels::SidePanels(QMainWindow& window, const std::vector<std::string>& presets)
    : QObject(&window), window_(window), presets_(new PresetBrowser), plots_(new Plots) {
  for (const std::string& name : presets) {
    const Preset preset = load_preset(name);
    presets_->add(QString::fromStdString(preset.title), QString::fromStdString(preset.story));
  }
  preset_dock_ = dock(tr("Presets"), presets_, Qt::LeftDockWidgetArea, presets_wanted_);
  plot_dock_ = dock(tr("Plots"), plots_, Qt::RightDockWidgetArea, plots_wanted_);
}

QDockWidget* SidePanels::dock(const QString& title, QWidget* content, Qt::DockWidgetArea area, bool& wanted) {
  auto* dock = new QDockWidget(title, &window_);
  dock->setObjectName(title);
  dock->setFeatures(QDockWidget::DockWidgetClosable);
  dock->setTitleBarWidget(new QWidget);
  dock->setWidget(content);
  window_.addDockWidget(area, dock);
  connect(dock->toggleViewAction(), &QAction::triggered, this, [&wanted](bool on) { wanted = on; });
  return dock;
}

QList<QAction*> SidePanels::toggles() const {
  return {preset_dock_->toggleViewAction(), plot_dock_->toggleViewAction()};
}

void SidePanels::make_room(double scale) {
  scale_ = std::max(scale_, scale);
  fit(window_.width());
}

void SidePanels::set_scale(double scale) {
  scale_ = scale;
  preset_dock_->setFixedWidth(qRound(presets_width * scale));
  plot_dock_->setMinimumWidth(qRound(0.8 * plots_width * scale));
  window_.resizeDocks({plot_dock_}, {qRound(plots_width * scale)}, Qt::Horizontal);
  fit(window_.width());
}

void SidePanels::fit(int window_width) {
  const double rest = window_width - picture_width * scale_;
  preset_dock_->setVisible(presets_wanted_ && rest >= (presets_width + plots_width) * scale_);
  plot_dock_->setVisible(plots_wanted_ && rest >= plots_width * scale_);
}

}  // namespace ergo
