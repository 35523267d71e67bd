#include "widgets/plots/plots.h"

#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/view/colour_vision.h"
#include "widgets/base/run_names.h"
#include "widgets/base/theme.h"
#include "widgets/plots/curve_legend.h"

namespace ergo {
namespace {

PlotSubject subject_of(const Quantity& quantity) {
  return {.id = QString::fromStdString(quantity.id),
          .title = QString::fromStdString(quantity.title),
          .ordinate = QString::fromStdString(quantity.symbol),
          .help = QString::fromStdString(quantity.doc),
          .column = QString::fromStdString(column_of(quantity)),
          .group = QString::fromStdString(quantity.group),
          .logarithmic = quantity.logarithmic,
          .reference = quantity.reference,
          .reference_label = QString::fromStdString(quantity.reference_label),
          .band = quantity.band,
          .band_label = QString::fromStdString(quantity.band_label)};
}

/// Colours by sampler, dashes where colours are not enough.
void tint(std::vector<PlottedRun>& runs, const std::vector<std::string>& samplers, const Palette& palette) {
  const std::vector<int> dashes = curve_dashes(samplers, palette);
  for (std::size_t i = 0; i < std::min(runs.size(), samplers.size()); ++i) {
    runs[i].colour = sampler_colour(samplers[i], palette);
    runs[i].dash = dashes[i];
  }
}

Moment moment_of(const DiagnosticReport& report) {
  return {report.gradient_evaluations, static_cast<double>(report.step), report.seconds};
}

}  // namespace

Plots::Plots(QWidget* parent) : QWidget(parent), menu_(new QMenu(tr("&Plots"), this)) {
  menu_->setToolTipsVisible(true);
  connect(menu_, &QMenu::aboutToShow, this, &Plots::begin_search);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addWidget(key_ = new CurveLegend);
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
  // Names tell runs of one sampler apart by the parameters in which they differ.
  std::vector<PlottedRun> named;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    named.push_back({.name = QString::fromStdString(run_name(runs, i)), .sampler = runs[i].sampler.id});
    ids.push_back(runs[i].sampler.id);
  }
  tint(named, ids, *palette_);
  const bool were_mixed = mixed();
  const std::vector<std::string> before = std::exchange(samplers_, ids);
  if (ids == before && named == runs_) return;
  runs_ = named;
  if (ids != before) choose_plots();
  key_->show_runs(keyed());
  for (Plot* plot : recording()) plot->show_runs(named);
  last_gradients_.resize(runs.size(), -1);
  if (mixed() != were_mixed) cut_cyclical();
  refresh();
}

namespace {
bool is_cycle_mean(const Descriptor& sampler, const std::string& column) {
  return std::ranges::any_of(sampler.channels, [&](const Channel& c) { return c.cycle_mean == column; });
}

const Channel* measuring(const Descriptor& sampler, const std::string& quantity) {
  const auto found = std::ranges::find(sampler.channels, quantity, quantity_of);
  return found == sampler.channels.end() ? nullptr : &*found;
}
}  // namespace

bool Plots::mixed() const {
  return std::ranges::any_of(samplers_, [&](const std::string& id) { return id != samplers_.front(); });
}

QString Plots::drawn_in(const Plot& plot, int run) const {
  const Descriptor& sampler = sampler_unit(samplers_.at(static_cast<std::size_t>(run))).descriptor;
  const Channel* channel = measuring(sampler, plot.subject().id.toStdString());
  if (!channel)
    return find_channel(sampler, plot.subject().column.toStdString()) < 0 ? plot.subject().column : "";
  if (!mixed()) return QString::fromStdString(channel->id);
  const auto shown = static_cast<std::size_t>(shown_channel(sampler, channel->id));
  return QString::fromStdString(sampler.channels[shown].id);
}

void Plots::cut_cyclical() {
  for (int run = 0; run < runs(); ++run) {
    const Descriptor& sampler = sampler_unit(samplers_[static_cast<std::size_t>(run)]).descriptor;
    for (Plot* plot : plots_) {
      const std::string id = plot->subject().column.toStdString();
      if (shown_channel(sampler, id) != find_channel(sampler, id)) plot->cut(run, -1);
    }
  }
}

std::vector<Plot*> Plots::recording() const {
  std::vector<Plot*> all = plots_;
  all.insert(all.end(), out_of_sight_.begin(), out_of_sight_.end());
  return all;
}

void Plots::choose_plots() {
  const std::vector<Plot*> before = recording();
  std::vector<Plot*> chosen;
  for (const std::string& id : samplers_)
    for (const Quantity& quantity : plotted_quantities(sampler_unit(id).descriptor)) {
      const auto same = [&](const Plot* plot) { return plot->subject().id.toStdString() == quantity.id; };
      const bool shown =
          quantity.shown && !(mixed() && is_cycle_mean(sampler_unit(id).descriptor, column_of(quantity)));
      if (std::ranges::any_of(chosen, same)) {
        usual_[QString::fromStdString(quantity.id)] |= shown;
        continue;
      }
      const auto old = std::ranges::find_if(before, same);
      chosen.push_back(old != before.end() ? *old : make_plot(subject_of(quantity)));
      chosen.back()->describe(subject_of(quantity));
      usual_[chosen.back()->subject().id] = shown;
    }
  out_of_sight_.clear();
  for (Plot* plot : before) {
    if (std::ranges::find(chosen, plot) != chosen.end()) continue;
    if (plot->recorded()) {
      plot->hide();
      out_of_sight_.push_back(plot);
    } else {
      delete plot;
    }
  }
  plots_ = chosen;
  arrange();
  fill_menu();
}

void Plots::arrange() {
  const auto place = [this](const Plot* plot) {
    const qsizetype listed = proposed_ ? proposed_->indexOf(plot->subject().column) : -1;
    return listed < 0 ? std::numeric_limits<qsizetype>::max() : listed;
  };
  std::vector<Plot*> order = plots_;
  std::ranges::stable_sort(order, {}, place);
  for (Plot* plot : order) {
    column_->removeWidget(plot);
    column_->addWidget(plot);
    plot->setVisible(wanted(*plot));
  }
}

Plot* Plots::make_plot(const PlotSubject& subject) {
  auto* plot = new Plot(subject);
  plot->set_abscissa(abscissa_);
  if (palette_) plot->set_theme(*palette_, factor_);
  plot->surface().setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&plot->surface(), &QWidget::customContextMenuRequested, this,
          [this, plot](QPoint at) { open_menu(*plot, plot->surface().mapToGlobal(at)); });
  return plot;
}

void Plots::set_abscissa(Abscissa abscissa) {
  abscissa_ = abscissa;
  for (Plot* plot : recording()) plot->set_abscissa(abscissa);
}

void Plots::set_focus(int run) {
  if (focus_ == run) return;
  focus_ = run;
  for (Plot* plot : recording()) plot->set_focus(run);
}

void Plots::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  paint_theme();
}

void Plots::paint_theme() {
  if (!palette_) return;
  tint(runs_, samplers_, *palette_);
  key_->set_theme(*palette_, factor_);
  for (Plot* plot : recording()) {
    plot->set_theme(*palette_, factor_);
    plot->show_runs(runs_);
  }
  key_->show_runs(keyed());
}

Plot* Plots::find(const QString& id) const {
  for (const auto name : {&PlotSubject::id, &PlotSubject::column})
    for (Plot* plot : plots_)
      if (plot->subject().*name == id) return plot;
  return nullptr;
}

void Plots::append(int run, const DiagnosticReport& report) {
  std::map<QString, Metric> values;
  for (const Metric& metric : metrics(report)) values.emplace(QString::fromStdString(metric.id), metric);
  if (run == focus_)
    for (Plot* plot : plots_) {
      const QString& column = plot->subject().column;
      const auto low = drawn_in(*plot, run).isEmpty() ? values.end() : values.find(column + "_band_low");
      if (low == values.end() || !std::isfinite(low->second.value)) continue;
      plot->set_band(low->second.value, values.at(column + "_band_high").value);
    }
  if (run == focus_ && report.normaliser && report.normaliser->truth)
    for (const char* id : {"log_z", "log_z_paper"})
      if (Plot* plot = find(id)) plot->set_reference(*report.normaliser->truth, tr("the target's own"));
  double& last = last_gradients_.at(static_cast<std::size_t>(run));
  const bool beyond = report.gradient_evaluations > last;
  last = std::max(last, report.gradient_evaluations);
  // Of a run that stands where its sampler was changed.
  const bool here = report.gradient_evaluations == last;
  bool lacked = false;
  for (Plot* plot : plots_) {
    const auto found = values.find(drawn_in(*plot, run));
    const double none = std::numeric_limits<double>::quiet_NaN();
    const Metric metric = found == values.end() ? Metric{.value = none, .error = none} : found->second;
    const bool lacks = here && plot->series(run).lacks(last);
    lacked |= lacks;
    if (beyond || lacks) plot->append(run, moment_of(report), metric.value, metric.error);
    if (run == focus_) plot->tell(metric.value, metric.error);
  }
  if (beyond || lacked) append_predictions(run, report);
}

void Plots::append_infinite(int run, const Moment& at, double total_variation) {
  // One line where there is no spread.
  if (Plot* plot = find("site_tv")) plot->append_spread(run, at, total_variation, 0);
}

void Plots::append_predictions(int run, const DiagnosticReport& report) {
  const Descriptor& sampler = sampler_unit(samplers_.at(static_cast<std::size_t>(run))).descriptor;
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const auto& prediction = report.predictions[c];
    const int channel = find_channel(sampler, report.channel_ids[c]);
    if (channel < 0) continue;
    Plot* plot =
        find(QString::fromStdString(quantity_of(sampler.channels[static_cast<std::size_t>(channel)])));
    if (!prediction || !plot) continue;
    if (run == focus_) {
      plot->set_reference(prediction->mean, QString::fromStdString(prediction->label));
      plot->set_band(prediction->mean - prediction->sd, prediction->mean + prediction->sd);
    }
    if (report.channels[c].count > 0)
      plot->append_spread(run, moment_of(report), report.channels[c].mean, report.spreads[c].value);
  }
}

void Plots::mark(int run, const Moment& at) {
  for (Plot* plot : recording()) plot->mark(run, at);
}

void Plots::cut(int run, double gradients) {
  double& last = last_gradients_.at(static_cast<std::size_t>(run));
  last = std::min(last, gradients);
  for (Plot* plot : recording()) plot->cut(run, gradients);
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
