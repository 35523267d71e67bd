#include "widgets/plots.h"

#include <qcustomplot.h>

#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <cmath>

#include "core/diagnostics/quantities.h"

namespace ergo {
namespace {

PlotSubject subject_of(const Quantity& quantity) {
  PlotSubject subject{.id = QString::fromStdString(quantity.id),
                      .title = QString::fromStdString(quantity.title),
                      .ordinate = QString::fromStdString(quantity.symbol),
                      .help = QString::fromStdString(quantity.doc),
                      .logarithmic = quantity.logarithmic,
                      .reference = quantity.reference,
                      .reference_label = QString::fromStdString(quantity.reference_label),
                      .band = {},
                      .band_label = QString::fromStdString(quantity.band_label)};
  if (quantity.tolerance > 0)
    subject.band = {*quantity.reference - quantity.tolerance, *quantity.reference + quantity.tolerance};
  return subject;
}

}  // namespace

Plots::Plots(QWidget* parent) : QWidget(parent), menu_(new QMenu(tr("&Plots"), this)) {
  menu_->setToolTipsVisible(true);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  outer->addWidget(scroll);
  auto* side = new QWidget;
  side->setObjectName("side");
  column_ = new QVBoxLayout(side);
  column_->setContentsMargins(4, 4, 4, 4);
  column_->setSpacing(2);
  scroll->setWidget(side);
}

void Plots::show_sampler(const Descriptor& sampler) {
  if (sampler.id == sampler_) return;
  sampler_ = sampler.id;
  for (Plot* plot : plots_) delete plot;
  plots_.clear();
  for (const Quantity& quantity : plotted_quantities(sampler)) {
    auto* plot = new Plot(subject_of(quantity));
    plots_.push_back(plot);
    column_->addWidget(plot);
    QWidget* canvas = &plot->canvas();
    canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(canvas, &QWidget::customContextMenuRequested, this,
            [this, canvas](QPoint at) { menu_->popup(canvas->mapToGlobal(at)); });
    const auto choice = chosen_.find(plot->subject().id);
    plot->setVisible(choice == chosen_.end() ? quantity.shown : choice->second);
  }
  last_gradients_ = -1;
  fill_menu();
  paint_theme();
}

void Plots::fill_menu() {
  menu_->clear();
  for (const Plot* plot : plots_) {
    const QString id = plot->subject().id;
    QAction* action = menu_->addAction(plot->subject().title);
    action->setObjectName("plot." + id);
    action->setToolTip(plot->subject().help);
    action->setCheckable(true);
    action->setChecked(!plot->isHidden());
    connect(action, &QAction::toggled, this, [this, id](bool shown) { show_plot(id, shown); });
  }
}

void Plots::show_plot(const QString& id, bool shown) {
  chosen_[id] = shown;
  if (auto* action = menu_->findChild<QAction*>("plot." + id)) action->setChecked(shown);
  Plot* plot = find(id);
  if (!plot) return;
  plot->setVisible(shown);
  plot->refresh();
}

void Plots::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  paint_theme();
}

void Plots::paint_theme() {
  if (!palette_) return;
  for (Plot* plot : plots_) plot->set_theme(*palette_, sampler_colour(sampler_, *palette_), factor_);
}

Plot* Plots::find(const QString& id) const {
  for (Plot* plot : plots_)
    if (plot->subject().id == id) return plot;
  return nullptr;
}

void Plots::append(const DiagnosticReport& report) {
  std::map<QString, Metric> values;
  for (const Metric& metric : metrics(report)) values.emplace(QString::fromStdString(metric.id), metric);
  for (Plot* plot : plots_) {
    const auto low = values.find(plot->subject().id + "_band_low");
    if (low == values.end() || !std::isfinite(low->second.value)) continue;
    plot->set_band(low->second.value, values.at(plot->subject().id + "_band_high").value);
  }
  if (report.gradient_evaluations <= last_gradients_) return;
  last_gradients_ = report.gradient_evaluations;
  for (Plot* plot : plots_)
    if (const auto found = values.find(plot->subject().id); found != values.end())
      plot->append(report.gradient_evaluations, found->second.value, found->second.error);
  append_predictions(report);
  // One line where there is no spread.
  if (Plot* plot = find("site_tv"); plot && report.sites && report.sites->infinite)
    plot->append_spread(report.gradient_evaluations, report.sites->infinite->total_variation, 0);
}

void Plots::append_predictions(const DiagnosticReport& report) {
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const auto& prediction = report.predictions[c];
    Plot* plot = find(QString::fromStdString(report.channel_ids[c]));
    if (!prediction || !plot) continue;
    plot->set_reference(prediction->mean, QString::fromStdString(prediction->label));
    plot->set_band(prediction->mean - prediction->sd, prediction->mean + prediction->sd);
    plot->append_spread(report.gradient_evaluations, report.channels[c].mean, report.spreads[c].value);
  }
}

void Plots::mark(double gradients, bool same_edit) {
  for (Plot* plot : plots_) same_edit ? plot->move_last_mark(gradients) : plot->mark(gradients);
}

void Plots::cut(double gradients) {
  last_gradients_ = gradients;
  for (Plot* plot : plots_) gradients < 0 ? plot->clear() : plot->truncate(gradients);
}

void Plots::refresh() {
  for (Plot* plot : plots_)
    if (!plot->isHidden()) plot->refresh();
}

}  // namespace ergo
