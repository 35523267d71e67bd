// What the plots show of the newest report.
#include <cmath>
#include <map>
#include <utility>

#include "core/unit/registry.h"
#include "widgets/plots/plots.h"

namespace ergo {

void Plots::measure_by(Yardstick yardstick) {
  if (yardstick == std::exchange(yardstick_, yardstick)) return;
  choice_.set_defaults(default_quantities(samplers_, yardstick, learn_));
  arrange();
  refresh();
  menu_->fill(plots_, abscissa_);
}

void Plots::tell(const DiagnosticReport& report) {
  measure_by(yardstick_of(report));
  std::map<QString, Metric> values;
  const QString of = chains_differ_ ? tr("%1 chains").arg(report.chains) : QString();
  for (const Metric& metric : metrics(report)) values.emplace(QString::fromStdString(metric.id), metric);
  for (Plot* plot : plots_) {
    if (!plot->subject().theory) continue;
    const QString& column = plot->subject().column;
    const auto low = column_for(*plot, focus_).isEmpty() ? values.end() : values.find(column + "_band_low");
    if (low == values.end()) {
      const bool other = plot->subject().band || values.contains(column + "_predicted");
      if (!other) plot->set_band(0, 0);
    } else if (std::isfinite(low->second.value)) {
      plot->set_band(low->second.value, values.at(column + "_band_high").value, of);
    }
  }
  if (report.normaliser && report.normaliser->truth)
    for (const char* id : {"log_z", "log_z_paper"})
      if (Plot* plot = find(id)) plot->set_reference(*report.normaliser->truth, tr("exact value"));
  if (report.learning)
    if (Plot* plot = find("learned_log_likelihood"))
      plot->set_reference(report.learning->model.best_log_likelihood, tr("target's own"));
  for (Plot* plot : plots_) {
    const auto found = values.find(column_for(*plot, focus_));
    const Estimate none;
    found == values.end() ? plot->tell(none.value, none.error)
                          : plot->tell(found->second.value, found->second.error);
  }
  tell_predictions(report);
}

void Plots::tell_predictions(const DiagnosticReport& report) {
  const Descriptor& sampler = sampler_unit(report.sampler).descriptor;
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const auto& prediction = report.predictions[c];
    const int channel = find_channel(sampler, report.channel_ids[c]);
    if (channel < 0 || !prediction) continue;
    const std::string& quantity = quantity_of(sampler.channels[static_cast<std::size_t>(channel)]);
    Plot* plot = find(QString::fromStdString(quantity));
    if (!plot || !plot->subject().theory) continue;
    if (std::isfinite(prediction->mean))
      plot->set_reference(prediction->mean, QString::fromStdString(prediction->label));
    else
      plot->forget_reference();
    plot->set_band(prediction->mean - prediction->sd, prediction->mean + prediction->sd);
  }
}

}  // namespace ergo
