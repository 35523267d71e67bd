// What plots have recorded: taken over, taken away, kept beside what comes, put back.
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "widgets/plots/curve_legend.h"
#include "widgets/plots/plots.h"

namespace ergo {

void Plot::duplicate(int run) {
  auto copy = std::make_unique<PlotSeries>(canvas_, "");
  copy->copy(series(run));
  series_.insert(series_.begin() + run + 1, std::move(copy));
  runs_.insert(runs_.begin() + run + 1, runs_.at(static_cast<std::size_t>(run)));
}

void Plot::remove(int run) {
  series_.erase(series_.begin() + run);
  runs_.erase(runs_.begin() + run);
  focus_ = std::clamp(focus_, 0, static_cast<int>(runs_.size()) - 1);
  show_value();
}

void Plot::freeze() {
  for (const auto& series : series_) {
    if (series->points() == 0) continue;
    ghosts_.push_back(std::make_unique<PlotSeries>(canvas_, tr("%1, kept").arg(series->name())));
    ghosts_.back()->copy(*series);
  }
  tint();
}

void Plot::forget_ghosts() {
  ghosts_.clear();
  refresh();
}

std::vector<PlotSeries::Past> Plot::past() const {
  std::vector<PlotSeries::Past> runs;
  for (const auto& series : series_) runs.push_back(series->past());
  return runs;
}

void Plot::set_past(const std::vector<PlotSeries::Past>& runs) {
  for (std::size_t i = 0; i < series_.size(); ++i)
    series_[i]->set_past(i < runs.size() ? runs[i] : PlotSeries::Past());
  show_value();
}

void Plots::duplicate(int run) {
  samplers_.insert(samplers_.begin() + run + 1, samplers_.at(static_cast<std::size_t>(run)));
  last_gradients_.insert(last_gradients_.begin() + run + 1,
                         last_gradients_.at(static_cast<std::size_t>(run)));
  for (Plot* plot : recording()) plot->duplicate(run);
}

void Plots::remove(int run) {
  last_gradients_.erase(last_gradients_.begin() + run);
  for (Plot* plot : recording()) plot->remove(run);
}

void Plots::freeze() {
  for (Plot* plot : plots_) plot->freeze();
  key_->show_runs(keyed());
  refresh();
}

void Plots::forget_ghosts() {
  for (Plot* plot : recording()) plot->forget_ghosts();
  key_->show_runs(keyed());
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

std::size_t Plots::Past::bytes() const {
  std::size_t sum = 0;
  for (const Recorded& quantity : quantities)
    for (const PlotSeries::Past& run : quantity.runs)
      sum += sizeof(PlotSeries::Value) * (run.values.size() + run.spreads.size()) +
             sizeof(Moment) * run.marks.size();
  return sum;
}

Plots::Past Plots::past() const {
  Past past{{}, last_gradients_};
  for (const Plot* plot : recording()) past.quantities.push_back({plot->subject(), plot->past()});
  return past;
}

void Plots::set_past(const Past& past) {
  last_gradients_ = past.last_gradients;
  last_gradients_.resize(runs_.size(), -1);
  std::map<QString, const Past::Recorded*> of;
  for (const Past::Recorded& quantity : past.quantities) of.emplace(quantity.subject.id, &quantity);
  for (Plot* plot : recording()) {
    const auto found = of.extract(plot->subject().id);
    plot->set_past(found ? found.mapped()->runs : std::vector<PlotSeries::Past>());
  }
  for (const auto& [id, quantity] : of) {  // of earlier samplers
    Plot* plot = out_of_sight_.emplace_back(make_plot(quantity->subject));
    column_->addWidget(plot);
    plot->hide();
    plot->show_runs(runs_);
    plot->set_past(quantity->runs);
  }
  refresh();
}

}  // namespace ergo
