#include "widgets/plots.h"

#include <qcustomplot.h>

#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/readout_lines.h"
#include "widgets/run_key.h"
#include "widgets/theme.h"

namespace ergo {
namespace {

PlotSubject subject_of(const Quantity& quantity) {
  return {.id = QString::fromStdString(quantity.id),
          .title = QString::fromStdString(quantity.title),
          .ordinate = QString::fromStdString(quantity.symbol),
          .help = QString::fromStdString(quantity.doc),
          .logarithmic = quantity.logarithmic,
          .reference = quantity.reference,
          .reference_label = QString::fromStdString(quantity.reference_label),
          .band = quantity.band,
          .band_label = QString::fromStdString(quantity.band_label)};
}

/// Colours by sampler, dashes within a hue; names tell runs of one sampler apart by the parameters in which
/// they differ.
std::vector<PlottedRun> plotted_runs(const std::vector<RunConfig>& runs, const Palette& palette) {
  std::vector<PlottedRun> named;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Colour colour = sampler_colour(runs[i].sampler.id, palette);
    const auto earlier = std::count_if(runs.begin(), runs.begin() + i, [&](const RunConfig& run) {
      return same_hue(run.sampler.id, runs[i].sampler.id);
    });
    named.push_back({QString::fromStdString(run_name(runs, i)), colour, static_cast<int>(earlier)});
  }
  return named;
}

Moment moment_of(const DiagnosticReport& report) {
  return {report.gradient_evaluations, static_cast<double>(report.step), report.seconds};
}

}  // namespace

Plots::Plots(QWidget* parent) : QWidget(parent), menu_(new QMenu(tr("&Plots"), this)) {
  menu_->setToolTipsVisible(true);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addWidget(key_ = new RunKey);
  scroll_ = new QScrollArea;
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  outer->addWidget(scroll_);
  auto* side = new QWidget;
  side->setObjectName("side");
  column_ = new QVBoxLayout(side);
  column_->setContentsMargins(4, 4, 4, 4);
  column_->setSpacing(2);
  scroll_->setWidget(side);
}

void Plots::show_runs(const std::vector<RunConfig>& runs) {
  if (const UnitChoice& target = runs.front().target; target_ != target) {
    target_ = target;
    forget_ghosts();
  }
  const std::vector<PlottedRun> named = plotted_runs(runs, *palette_);
  std::vector<std::string> ids;
  for (const RunConfig& run : runs) ids.push_back(run.sampler.id);
  const bool were_mixed = mixed();
  const std::vector<std::string> before = std::exchange(samplers_, ids);
  if (ids == before && named == runs_) return;
  runs_ = named;
  key_->show_runs(named);
  if (ids != before) choose_plots();
  for (Plot* plot : plots_) plot->show_runs(named);
  last_gradients_.resize(runs.size(), -1);
  for (std::size_t i = 0; i < std::min(ids.size(), before.size()); ++i)
    if (ids[i] != before[i]) cut(static_cast<int>(i), -1);
  if (mixed() != were_mixed) cut_cyclical();
}

namespace {
bool is_cycle_mean(const Descriptor& sampler, const std::string& id) {
  return std::ranges::any_of(sampler.channels, [&](const Channel& c) { return c.cycle_mean == id; });
}
}  // namespace

bool Plots::mixed() const {
  return std::ranges::any_of(samplers_, [&](const std::string& id) { return id != samplers_.front(); });
}

QString Plots::drawn_in(const Plot& plot, int run) const {
  const Descriptor& sampler = sampler_unit(samplers_.at(static_cast<std::size_t>(run))).descriptor;
  const int channel = mixed() ? shown_channel(sampler, plot.subject().id.toStdString()) : -1;
  return channel < 0 ? plot.subject().id
                     : QString::fromStdString(sampler.channels[static_cast<std::size_t>(channel)].id);
}

void Plots::cut_cyclical() {
  for (int run = 0; run < runs(); ++run) {
    const Descriptor& sampler = sampler_unit(samplers_[static_cast<std::size_t>(run)]).descriptor;
    for (Plot* plot : plots_) {
      const std::string id = plot->subject().id.toStdString();
      if (shown_channel(sampler, id) != find_channel(sampler, id)) plot->cut(run, -1);
    }
  }
}

void Plots::choose_plots() {
  std::vector<Plot*> chosen;
  for (const std::string& id : samplers_)
    for (const Quantity& quantity : plotted_quantities(sampler_unit(id).descriptor)) {
      const auto same = [&](const Plot* plot) { return plot->subject().id.toStdString() == quantity.id; };
      const bool shown =
          quantity.shown && !(mixed() && is_cycle_mean(sampler_unit(id).descriptor, quantity.id));
      if (std::ranges::any_of(chosen, same)) {
        usual_[QString::fromStdString(quantity.id)] |= shown;
        continue;
      }
      const auto old = std::ranges::find_if(plots_, same);
      chosen.push_back(old != plots_.end() ? *old : make_plot(quantity));
      chosen.back()->describe(subject_of(quantity));
      usual_[chosen.back()->subject().id] = shown;
    }
  for (Plot* plot : plots_)
    if (std::ranges::find(chosen, plot) == chosen.end()) delete plot;
  plots_ = chosen;
  arrange();
  fill_menu();
}

void Plots::arrange() {
  const auto place = [this](const Plot* plot) {
    const qsizetype listed = proposed_ ? proposed_->indexOf(plot->subject().id) : -1;
    return listed < 0 ? std::numeric_limits<qsizetype>::max() : listed;
  };
  std::vector<Plot*> order = plots_;
  std::ranges::stable_sort(order, {}, place);
  for (Plot* plot : order) {
    column_->removeWidget(plot);
    column_->addWidget(plot);
    plot->setVisible(wanted(plot->subject().id));
  }
}

Plot* Plots::make_plot(const Quantity& quantity) {
  auto* plot = new Plot(subject_of(quantity));
  plot->set_abscissa(abscissa_);
  if (palette_) plot->set_theme(*palette_, factor_);
  plot->canvas().setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&plot->canvas(), &QWidget::customContextMenuRequested, this,
          [this, plot](QPoint at) { open_menu(*plot, plot->canvas().mapToGlobal(at)); });
  return plot;
}

void Plots::set_abscissa(Abscissa abscissa) {
  abscissa_ = abscissa;
  for (Plot* plot : plots_) plot->set_abscissa(abscissa);
}

void Plots::set_focus(int run) {
  if (focus_ == run) return;
  focus_ = run;
  for (Plot* plot : plots_) plot->set_focus(run);
}

void Plots::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  paint_theme();
}

void Plots::paint_theme() {
  if (!palette_) return;
  for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].colour = sampler_colour(samplers_[i], *palette_);
  key_->set_theme(*palette_, factor_);
  key_->show_runs(runs_);
  for (Plot* plot : plots_) {
    plot->set_theme(*palette_, factor_);
    plot->show_runs(runs_);
  }
}

Plot* Plots::find(const QString& id) const {
  for (Plot* plot : plots_)
    if (plot->subject().id == id) return plot;
  return nullptr;
}

void Plots::append(int run, const DiagnosticReport& report) {
  std::map<QString, Metric> values;
  for (const Metric& metric : metrics(report)) values.emplace(QString::fromStdString(metric.id), metric);
  if (run == focus_)
    for (Plot* plot : plots_) {
      const auto low = values.find(plot->subject().id + "_band_low");
      if (low == values.end() || !std::isfinite(low->second.value)) continue;
      plot->set_band(low->second.value, values.at(plot->subject().id + "_band_high").value);
    }
  if (run == focus_ && report.normaliser && report.normaliser->truth)
    for (const char* id : {"log_z", "log_z_paper"})
      if (Plot* plot = find(id)) plot->set_reference(*report.normaliser->truth, tr("the target's own"));
  double& last = last_gradients_.at(static_cast<std::size_t>(run));
  const bool beyond = report.gradient_evaluations > last;
  last = std::max(last, report.gradient_evaluations);
  for (Plot* plot : plots_)
    if (const auto found = values.find(drawn_in(*plot, run)); found != values.end()) {
      const auto& [value, error] = std::tie(found->second.value, found->second.error);
      if (beyond) plot->append(run, moment_of(report), value, error);
      if (run == focus_) plot->tell(value, error);
    }
  if (beyond) append_predictions(run, report);
}

void Plots::append_infinite(int run, const Moment& at, double total_variation) {
  // One line where there is no spread.
  if (Plot* plot = find("site_tv")) plot->append_spread(run, at, total_variation, 0);
}

void Plots::append_predictions(int run, const DiagnosticReport& report) {
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const auto& prediction = report.predictions[c];
    Plot* plot = find(QString::fromStdString(report.channel_ids[c]));
    if (!prediction || !plot) continue;
    if (run == focus_) {
      plot->set_reference(prediction->mean, QString::fromStdString(prediction->label));
      plot->set_band(prediction->mean - prediction->sd, prediction->mean + prediction->sd);
    }
    if (report.channels[c].count > 0)
      plot->append_spread(run, moment_of(report), report.channels[c].mean, report.spreads[c].value);
  }
}

void Plots::mark(int run, const Moment& at, bool same_edit) {
  for (Plot* plot : plots_) plot->mark(run, at, same_edit);
}

void Plots::cut(int run, double gradients) {
  last_gradients_.at(static_cast<std::size_t>(run)) = gradients;
  for (Plot* plot : plots_) plot->cut(run, gradients);
}

void Plots::show_now(const std::vector<Moment>& moments) {
  if (static_cast<int>(moments.size()) != runs()) return;
  for (Plot* plot : plots_) plot->show_now(moments[static_cast<std::size_t>(focus_)]);
}

void Plots::refresh() {
  for (Plot* plot : plots_)
    if (!plot->isHidden()) plot->refresh();
}

}  // namespace ergo
