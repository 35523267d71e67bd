// Axes of figures have three numbers at least: of every plot of every sampler, and of the presets' plots.
#include <gtest/gtest.h>

#include "core/figures/metrics_curves.h"
#include "core/files/run_recorder.h"
#include "core/run_figures/picture_axes.h"
#include "core/run_figures/runs_layout.h"
#include "core/settings/preset_edit.h"
#include "tests/machine_fixture.h"
#include "tests/sample.h"

namespace ergo::axis_numbers_test {
namespace {

std::vector<RunMetrics> measured(const std::vector<PresetSession>& runs, std::uint64_t steps) {
  Comparison::Sessions sessions;
  std::vector<RunMetrics> all;
  for (PresetSession run : runs) {
    run.config.backend = BackendKind::cpu;
    run.config.chains = std::min<std::uint64_t>(run.config.chains, 40);
    sessions.push_back(std::make_unique<Session>(run.config, test_factory(), run.journal, 0));
    all.push_back({run.config, run.journal, {}});
  }
  Comparison comparison(std::move(sessions), Pace::gradients);
  RunRecord record{.steps = steps, .every = 2};
  record.take_metrics = [&](const std::vector<MetricsRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) all[i].rows.push_back(rows[i]);
  };
  RunRecorder recorder(comparison, record, {});
  while (recorder.advance()) {
  }
  return all;
}

/// The numbers of a panel at this place in a figure, as it is drawn there.
void expect_numbers(const CurveFigure& figure, const CurvePanel& panel, const Box& place) {
  const auto [along, upwards] = panel_numbers(figure, panel, place);
  EXPECT_GE(along.size(), 3u) << "abscissa";
  EXPECT_GE(upwards.size(), 3u) << "ordinate";
  const Interval up = ordinate_range(panel);
  std::vector<std::string> labels;
  for (const AxisTick& tick : upwards) {
    EXPECT_TRUE(tick.place >= up.low - 1e-9 && tick.place <= up.high + 1e-9) << tick.label;
    labels.push_back(tick.label);
  }
  EXPECT_EQ(std::ranges::adjacent_find(labels), labels.end()) << labels.front();
}

/// All plots of the runs: alone on the journals' pages, and below pictures.
void expect_numbers(const std::vector<RunMetrics>& runs) {
  for (const Quantity& quantity : quantities_of(runs)) {
    CurvePanel panel = panel_of(runs, quantity, CostAxis::gradients, palette("light"));
    const auto empty = [](const CurvePanel::Curve& curve) { return curve.values.empty(); };
    if (std::ranges::all_of(panel.curves, empty)) continue;
    for (const bool logarithmic : {false, true})
      for (const char* journal : {"", "single", "double"}) {
        SCOPED_TRACE(quantity.id + " " + journal + (logarithmic ? " over a logarithmic axis" : ""));
        panel.logarithmic_x = logarithmic;
        CurveFigure figure{.panels = {panel}, .style = figure_style({.journal = journal})};
        figure.palette = palette("light");
        const Position size = points_per_mm * size_of(figure);
        expect_numbers(figure, panel, {3, 3, size.x - 3, size.y - 3});
        figure.panels = {panel, panel, panel};  // as narrow as they get
        for (const CurvePanel::Curve& curve : panel.curves) figure.named.push_back(curve.name);
        const PicturePlan plan{.names = {"a"}, .titles = {"a"}, .dashes = {0}, .window = {{-1, -1}, {1, 1}}};
        for (const Box& place : runs_layout(plan, figure, picture_resolution).panels)
          expect_numbers(figure, panel, place);
      }
  }
}

TEST(AxisNumbers, AreThreeOfEveryPlotOfEverySampler) {
  std::size_t tried = 0;
  for (const SamplerUnit& unit : samplers()) {
    if (!in_sample(tried++, 2)) continue;
    SCOPED_TRACE(unit.descriptor.id);
    expect_numbers(measured({{pair_config(unit.descriptor.id, home_of(unit.descriptor), BackendKind::cpu), {}}}, 12));
  }
}

// CI takes every eighth preset, and of a lecture's or a sampler's plots every second.
TEST(AxisNumbers, AreThreeOfThePlotsOfPresets) {
  std::size_t tried = 0;
  for (const std::string& name : preset_names()) {
    if (!in_sample(tried++, name.starts_with("classroom") ? 2 : 8)) continue;
    const std::vector<PresetSession> runs = runs_of(load_preset(name));
    SCOPED_TRACE(name);
    expect_numbers(measured(runs, 24));
  }
}

// Axes of pictures: lattices count sites.
TEST(AxisNumbers, AreThreeOfPictures) {
  const auto fits = [](const std::vector<AxisTick>& ticks) { return ticks.size() <= 5; };
  for (const TargetUnit& unit : targets()) {
    SCOPED_TRACE(unit.descriptor.id);
    RunConfig config;
    config.target = {unit.descriptor.id, initial_values(unit.descriptor.parameters)};
    const auto target = make_target(config);
    const Window window = target->window();
    const bool sites = target->lattice() != nullptr;
    for (const auto& [low, high] : {std::pair(window.low.x, window.high.x), std::pair(window.low.y, window.high.y)}) {
      const auto ticks = picture_ticks(low, high, sites, fits);
      const double there = sites ? std::floor(high) - std::ceil(low) + 1 : 3;
      EXPECT_GE(static_cast<double>(ticks.size()), std::min(3.0, there)) << low << " to " << high;
      for (const AxisTick& tick : ticks)
        if (sites) {
          EXPECT_EQ(tick.place, std::round(tick.place));
        }
    }
  }
}

}  // namespace
}  // namespace ergo::axis_numbers_test
