#include "widgets/plots/plots.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/marked_text.h"
#include "core/config/learning_settings.h"
#include "core/config/run_names.h"
#include "core/config/run_paths.h"
#include "core/diagnostics/quantities.h"
#include "core/view/colour_vision.h"
#include "widgets/base/theme.h"
#include "widgets/plots/curve_legend.h"
#include "widgets/plots/trace_plot.h"

namespace ergo {
namespace {

PlotSubject subject_of(const Quantity& quantity) {
  return {.id = QString::fromStdString(quantity.id),
          .title = QString::fromStdString(plain_text(quantity.title)),
          .ordinate = QString::fromStdString(plain_text(quantity.symbol)),
          .help = QString::fromStdString(plain_text(full_doc(quantity))),
          .column = QString::fromStdString(column_of(quantity)),
          .group = QString::fromStdString(quantity.group),
          .logarithmic = quantity.logarithmic,
          .base = quantity.base,
          .bend = quantity.bend,
          .reference = quantity.reference,
          .reference_label = QString::fromStdString(quantity.reference_label),
          .band = quantity.band,
          .band_label = QString::fromStdString(quantity.band_label),
          .theory = quantity.theory};
}

/// Colours by sampler and place, dashes where colours are not enough.
void tint(std::vector<PlottedRun>& runs, const Palette& palette) {
  std::vector<Colour> colours;
  for (PlottedRun& run : runs) colours.push_back(run.colour = run_colour(run.sampler, run.place, palette));
  const std::vector<int> dashes = curve_dashes(colours);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].dash = dashes[i];
}

}  // namespace

Plots::Plots(QWidget* parent) : QWidget(parent), menu_(new PlotsMenu(this)), chains_(new ChainView(this)) {
  connect(menu_, &PlotsMenu::plot_toggled, this, &Plots::show_plot);
  connect(menu_, &PlotsMenu::abscissa_chosen, this, &Plots::set_abscissa);
  connect(menu_, &PlotsMenu::export_wanted, this, &Plots::export_wanted);
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
  make_chain_plots();
}

void Plots::show_runs(const std::vector<RunConfig>& runs,
                      const std::vector<std::shared_ptr<const RunHistory>>& histories) {
  for (Plot* plot : plots_) plot->follow_beginning();
  // Names tell runs of one sampler apart by the parameters in which they differ.
  std::vector<PlottedRun> named;
  std::vector<std::string> ids;
  chains_differ_ = differ_in(runs, "chains");
  const auto places = run_places(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    named.push_back({.name = QString::fromStdString(run_name(runs, i)),
                     .distinction = places[i] ? QString::fromStdString(plain_text(distinction(runs, i))) : QString(),
                     .sampler = runs[i].sampler.id,
                     .place = places[i],
                     .history = histories[i]});
    ids.push_back(runs[i].sampler.id);
  }
  tint(named, *palette_);
  const std::vector<std::string> before = std::exchange(samplers_, ids);
  const bool learn = std::ranges::any_of(runs, learns), learned = std::exchange(learn_, learn);
  const bool sampled = std::ranges::any_of(runs, has_sampled_truth), was = std::exchange(sampled_, sampled);
  const bool other_plots = ids != before || learn != learned || sampled != was;
  if (!other_plots && named == runs_) return;
  runs_ = named;
  if (other_plots) choose_plots();
  key_->show_runs(keyed());
  for (Plot* plot : plots_) {
    plot->show_runs(named, mixed());
    plot->set_focus(std::min(focus_, this->runs() - 1));
  }
  refresh();
}

void Plots::show_kept(const std::vector<KeptCurves>& kept) {
  const auto same = [](const KeptCurves& a, const KeptCurves& b) { return a.history == b.history; };
  if (std::ranges::equal(kept, kept_, same)) return;
  kept_ = kept;
  for (Plot* plot : plots_) plot->show_kept(kept_);
  key_->show_runs(keyed());
  refresh();
}

bool Plots::mixed() const {
  return std::ranges::any_of(samplers_, [&](const std::string& id) { return id != samplers_.front(); });
}

QString Plots::column_for(const Plot& plot, int run) const {
  const Descriptor& sampler = sampler_unit(samplers_.at(static_cast<std::size_t>(run))).descriptor;
  const PlotSubject& subject = plot.subject();
  return QString::fromStdString(
      column_in(sampler, subject.id.toStdString(), subject.column.toStdString(), mixed()));
}

void Plots::make_chain_plots() {
  for (const Quantity& quantity : chain_plots()) {
    const PlotSubject subject = subject_of(quantity);
    const bool trace = quantity.id == "chain_trace";
    chain_plots_.push_back(trace ? new TracePlot(subject, *chains_) : new ChainPlot(subject, *chains_));
    add_menu(*chain_plots_.back());
  }
}

void Plots::choose_plots() {
  std::vector<Plot*> before = plots_;
  before.insert(before.end(), unused_.begin(), unused_.end());
  std::vector<Plot*> chosen;
  choice_.set_defaults(default_quantities(samplers_, yardstick_, learn_));
  for (const Quantity& plotted : plotted_quantities(samplers_, learn_)) {
    const Quantity quantity = sampled_ ? of_sampled_truth(plotted) : plotted;
    const auto same = [&](const Plot* plot) { return plot->subject().id.toStdString() == quantity.id; };
    const auto old = std::ranges::find_if(before, same);
    chosen.push_back(old != before.end() ? *old : make_plot(subject_of(quantity)));
    chosen.back()->describe(subject_of(quantity));
  }
  chosen.insert(chosen.end(), chain_plots_.begin(), chain_plots_.end());
  unused_.clear();
  for (Plot* plot : before) {
    if (std::ranges::find(chosen, plot) != chosen.end()) continue;
    plot->hide();
    plot->show_kept({});
    plot->show_runs({PlottedRun{}});
    unused_.push_back(plot);
  }
  plots_ = chosen;
  for (Plot* plot : plots_) {
    plot->set_abscissa(abscissa_);
    if (palette_) plot->set_theme(*palette_, factor_);
    plot->show_kept(kept_);
  }
  arrange();
  menu_->fill(plots_, abscissa_);
}

void Plots::propose(const std::optional<std::vector<std::string>>& columns) {
  choice_.propose(columns);
  arrange();
  scroll_->verticalScrollBar()->setValue(0);
  refresh();
  menu_->fill(plots_, abscissa_);
}

void Plots::show_plot(const QString& id, bool shown) {
  choice_.choose(id, shown);
  menu_->check(id, shown);
  Plot* plot = find(id);
  if (!plot) return;
  arrange();
  plot->refresh();
}

void Plots::arrange() {
  std::vector<Plot*> order = plots_;
  std::ranges::stable_sort(order, {}, [this](const Plot* plot) { return choice_.place(plot->subject()); });
  int count = 0;
  const Plot* last = nullptr;
  for (Plot* plot : order) {
    column_->removeWidget(plot);
    column_->addWidget(plot);
    const bool room = !most_ || count < *most_;
    plot->setVisible(choice_.shown(plot->subject()) && room);
    if (plot->isHidden()) continue;
    ++count;
    last = plot;
  }
  for (Plot* plot : order) plot->set_stage(most_.has_value(), plot == last);
}

void Plots::set_stage(std::optional<int> most) {
  most_ = most;
  scroll_->setVerticalScrollBarPolicy(most ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  arrange();
  refresh();
}

int Plots::shown() const {
  return static_cast<int>(std::ranges::count_if(plots_, [](const Plot* plot) { return !plot->isHidden(); }));
}

Plot* Plots::make_plot(const PlotSubject& subject) {
  auto* plot = new Plot(subject);
  add_menu(*plot);
  return plot;
}

void Plots::add_menu(Plot& plot) {
  plot.surface().setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&plot.surface(), &QWidget::customContextMenuRequested, this,
          [this, &plot](QPoint at) { menu_->open_for(plot, plot.surface().mapToGlobal(at)); });
}

void Plots::set_abscissa(Abscissa abscissa) {
  abscissa_ = abscissa;
  for (Plot* plot : plots_) plot->set_abscissa(abscissa);
}

void Plots::set_focus(int run) {
  if (focus_ == run) return;
  focus_ = run;
  for (Plot* plot : plots_) plot->set_focus(run);
  refresh();
}

void Plots::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  paint_theme();
}

void Plots::paint_theme() {
  if (!palette_) return;
  tint(runs_, *palette_);
  key_->set_theme(*palette_, factor_);
  for (Plot* plot : plots_) {
    plot->set_theme(*palette_, factor_);
    plot->show_runs(runs_, mixed());
  }
  key_->show_runs(keyed());
}

Plot* Plots::find(const QString& id) const {
  for (const auto name : {&PlotSubject::id, &PlotSubject::column})
    for (Plot* plot : plots_)
      if (plot->subject().*name == id) return plot;
  return nullptr;
}

void add_kept(const Plot& plot, std::vector<PlottedRun>& key) {
  for (int i = 0; i < plot.ghosts(); ++i) {
    const QString& name = plot.ghost(i).name();
    if (plot.palette() && std::ranges::find(key, name, &PlottedRun::name) == key.end())
      key.push_back({.name = name, .colour = plot.palette()->secondary, .dash = kept_dash});
  }
}

std::vector<PlottedRun> Plots::keyed() const {
  std::vector<PlottedRun> key = runs_;
  for (const Plot* plot : plots_) add_kept(*plot, key);
  return key;
}

void Plots::show_now(const std::vector<Moment>& moments) {
  if (static_cast<int>(moments.size()) != runs()) return;
  for (Plot* plot : plots_) plot->show_now(moments[static_cast<std::size_t>(focus_)]);
}

namespace {
/// Changes whenever one of the histories does: revisions only grow.
std::uint64_t revision_of(const std::vector<PlottedRun>& runs) {
  std::uint64_t sum = 0;
  for (const PlottedRun& run : runs) sum += run.history->revision();
  return sum;
}
}  // namespace

bool Plots::outdated() const { return drawn_ != revision_of(runs_); }

void Plots::refresh() {
  drawn_ = revision_of(runs_);
  for (Plot* plot : plots_)
    if (!plot->isHidden()) plot->refresh();
}

}  // namespace ergo
