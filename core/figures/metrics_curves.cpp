#include "core/figures/metrics_curves.h"

#include <algorithm>
#include <cmath>

#include "core/base/marked_text.h"
#include "core/config/learning_settings.h"
#include "core/config/run_names.h"
#include "core/config/run_paths.h"
#include "core/unit/registry.h"
#include "core/view/colour_vision.h"

namespace ergo {
namespace {

/// The configuration of a run at its end.
RunConfig last_config(const RunMetrics& run) {
  RunConfig config = run.config;
  for (const JournalEntry& entry : run.journal) apply(config, entry.assignment);
  return config;
}

std::vector<RunConfig> last_configs(const std::vector<RunMetrics>& runs) {
  std::vector<RunConfig> configs;
  for (const RunMetrics& run : runs) configs.push_back(last_config(run));
  return configs;
}

const Descriptor& sampler_of(const RunConfig& config) { return sampler_unit(config.sampler.id).descriptor; }

/// The value in a column of a row; NaN where there is none.
Estimate value_in(const MetricsRow& row, const std::string& column) {
  const auto found = std::ranges::find(row.values, column, &Metric::id);
  return found == row.values.end() ? Estimate{} : Estimate{found->value, found->error};
}

double cost_of(const MetricsRow& row, CostAxis axis) {
  return axis == CostAxis::steps ? static_cast<double>(row.step) : row.gradient_evaluations;
}

/// The cost at a step, between those of the rows around it.
double cost_at(const std::vector<MetricsRow>& rows, std::uint64_t step, CostAxis axis) {
  const auto after = std::ranges::lower_bound(rows, step, {}, &MetricsRow::step);
  if (after == rows.end()) return cost_of(rows.back(), axis);
  if (after == rows.begin() || after->step == step) return cost_of(*after, axis);
  const MetricsRow& before = *(after - 1);
  const double share = static_cast<double>(step - before.step) / static_cast<double>(after->step - before.step);
  return cost_of(before, axis) + share * (cost_of(*after, axis) - cost_of(before, axis));
}

void add_thin_lines(CurvePanel::Curve& curve, const std::vector<MetricsRow>& rows, const std::string& column,
                    CostAxis axis) {
  for (const MetricsRow& row : rows) {
    const double x = cost_of(row, axis), spread = value_in(row, column + "_sd").value,
                 mean = value_in(row, column).value;
    if (std::isfinite(mean + spread)) {
      curve.low.push_back({x, mean - spread});
      curve.high.push_back({x, mean + spread});
    }
    for (const char* beside : {"_infinite", "_averaged"})
      if (const double other = value_in(row, column + beside).value; std::isfinite(other))
        curve.low.push_back({x, other});
  }
}

/// The band of a quantity, and the values that theory predicts.
void add_theory(CurvePanel& panel, const std::vector<MetricsRow>& rows, const std::string& column, CostAxis axis) {
  const std::string exact = column.starts_with("log_z")                ? "log_z_truth"
                            : column == "learned_log_likelihood" ? column + "_best"
                                                                 : column + "_predicted";
  for (const MetricsRow& row : rows) {
    const double x = cost_of(row, axis), mean = value_in(row, exact).value,
                 sd = value_in(row, column + "_predicted_sd").value,
                 low = value_in(row, column + "_band_low").value, high = value_in(row, column + "_band_high").value;
    if (std::isfinite(mean)) panel.reference.push_back({x, mean});
    if (std::isfinite(mean + sd)) panel.band.push_back({x, mean - sd, mean + sd});
    if (std::isfinite(low + high)) panel.band.push_back({x, low, high});
  }
}

/// Whether the value that theory has for a quantity is the exact one of any right sampler.
bool knows_exactly(const Quantity& quantity, const std::vector<RunConfig>& configs) {
  return column_of(quantity).starts_with("log_z") || target_descriptor(configs.front()).space == Space::sites;
}

}  // namespace

std::vector<Quantity> quantities_of(const std::vector<RunMetrics>& runs) {
  std::vector<std::string> samplers;
  for (const RunConfig& config : last_configs(runs)) samplers.push_back(config.sampler.id);
  const bool learn = std::ranges::any_of(runs, [](const RunMetrics& run) { return learns(run.config); });
  return plotted_quantities(samplers, learn);
}

std::string words_of(CostAxis axis) { return axis == CostAxis::steps ? "steps" : "gradient evaluations"; }

CurvePanel panel_of(const std::vector<RunMetrics>& runs, const Quantity& wanted, CostAxis axis,
                    const Palette& palette) {
  const std::vector<RunConfig> configs = last_configs(runs);
  const Quantity quantity =
      std::ranges::any_of(configs, has_sampled_truth) ? of_sampled_truth(wanted) : wanted;
  std::vector<std::string> ids;
  for (const RunConfig& config : configs) ids.push_back(config.sampler.id);
  const bool mixed = std::ranges::any_of(ids, [&](const std::string& id) { return id != ids.front(); });
  std::vector<Colour> colours;
  const auto places = run_places(configs);
  for (std::size_t i = 0; i < ids.size(); ++i) colours.push_back(run_colour(ids[i], places[i], palette));
  const std::vector<int> dashes = curve_dashes(colours);
  CurvePanel panel{.title = plain_text(quantity.title),
                   .abscissa = words_of(axis),
                   .ordinate = plain_text(quantity.symbol),
                   .logarithmic_y = quantity.logarithmic,
                   .base = quantity.base,
                   .bend = quantity.bend};
  panel.band_label = quantity.band_label;
  panel.reference_label = !quantity.reference_label.empty()                ? quantity.reference_label
                          : knows_exactly(quantity, configs) ? "exact" : "predicted";
  panel.thin_label = thin_words(quantity.id);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::vector<MetricsRow>& rows = runs[i].rows;
    const std::string column = column_in(sampler_of(configs[i]), quantity.id, column_of(quantity), mixed);
    CurvePanel::Curve curve{.name = run_name(configs, i),
                            .colour = colours[i],
                            .dash = dashes[i]};
    for (const MetricsRow& row : rows)
      if (const auto [value, error] = value_in(row, column); std::isfinite(value))
        curve.values.push_back({cost_of(row, axis), value, error});
    add_thin_lines(curve, rows, column, axis);
    for (const JournalEntry& entry : runs[i].journal)
      if (!rows.empty() && entry.step <= rows.back().step) curve.marks.push_back(cost_at(rows, entry.step, axis));
    if (quantity.theory && panel.band.empty() && panel.reference.empty()) {
      add_theory(panel, rows, column, axis);
      if (!panel.band.empty() && differ_in(configs, "chains"))
        panel.band_label += ", " + std::to_string(configs[i].chains) + " chains";
    }
    panel.curves.push_back(std::move(curve));
  }
  if (panel.band.empty() && quantity.band) panel.band = {{0, quantity.band->low, quantity.band->high}};
  if (panel.reference.empty() && quantity.reference) panel.reference = {{0, *quantity.reference}};
  return panel;
}

std::string thin_words(const std::string& quantity) {
  if (quantity == "site_tv") return "infinitely many chains";
  return quantity.starts_with("learned_") ? "averaged weights" : "±1 SD across chains";
}

std::string title_of(const std::vector<RunMetrics>& runs) {
  const std::vector<RunConfig> configs = last_configs(runs);
  std::string title = target_descriptor(configs.front()).title;
  for (std::size_t i = 0; i < configs.size(); ++i) title += ", " + run_name(configs, i);
  return title;
}

}  // namespace ergo
