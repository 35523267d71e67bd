#include "widgets/plots.h"

#include <QScrollArea>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

namespace ergo {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

PlotSubject mmd_subject() {
  return {.id = "mmd2",
          .title = QString::fromUtf8("MMD² to the target (log)"),
          .ordinate = QString::fromUtf8("MMD²"),
          .help = QString::fromUtf8(
              "Squared maximum mean discrepancy between the draws shown and the target. The grey "
              "band is what as many exact draws would give; estimates at or below zero "
              "have no place on the axis: gaps in the curve, ticks on the floor."),
          .logarithmic = true};
}

PlotSubject channel_subject(const Channel& channel) {
  const QString symbol = QString::fromStdString(channel.symbol);
  return {.id = QString::fromStdString(channel.id),
          .title = QString::fromStdString(channel.title),
          .ordinate = QString::fromUtf8("⟨%1⟩").arg(symbol),
          .help = QString::fromStdString(channel.doc) +
                  QString::fromUtf8(" Mean over all chains ± its standard error."),
          .reference = channel.reference,
          .reference_label = QString::fromStdString(channel.reference_label)};
}

}  // namespace

Plots::Plots(QWidget* parent) : QWidget(parent) {
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
  plots_ = {new Plot(mmd_subject())};
  for (const Channel& channel : sampler.channels) plots_.push_back(new Plot(channel_subject(channel)));
  for (Plot* plot : plots_) column_->addWidget(plot);
  last_gradients_ = -1;
  paint_theme();
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
  Plot* mmd = find("mmd2");
  if (mmd && report.band) mmd->set_band(report.band->low, report.band->high);
  if (report.gradient_evaluations <= last_gradients_) return;
  last_gradients_ = report.gradient_evaluations;
  if (mmd && report.mmd) mmd->append(report.gradient_evaluations, report.mmd->mmd2, report.mmd->error);
  for (std::size_t i = 0; i < report.channels.size(); ++i) {
    const ChannelMean& channel = report.channels[i];
    Plot* plot = find(QString::fromStdString(report.channel_ids[i]));
    if (!plot || channel.count == 0) continue;
    const double error =
        channel.count > 1 ? std::sqrt(channel.variance / static_cast<double>(channel.count)) : none;
    plot->append(report.gradient_evaluations, channel.mean, error);
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
  for (Plot* plot : plots_) plot->refresh();
}

}  // namespace ergo
