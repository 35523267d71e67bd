#include "core/live/chain_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/number_words.h"

namespace ergo {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double least_lags = 16;  // spacings along the axis of lags

/// A curve of one chain, without its values.
CurvePanel::Curve curve_of(const TracedRuns& runs, std::size_t run, std::size_t chain, const ChainSelection& selection) {
  const std::string name = "chain " + std::to_string(chain + 1);
  if (runs.size() > 1) return {.name = runs[run].name + ", " + name, .colour = runs[run].colour, .dash = runs[run].dash};
  return {.name = name, .colour = selection.colours[chain % traced_chains]};
}

std::size_t chains_drawn(const TracedRuns& runs) { return runs.size() > 1 ? 1 : traced_chains; }

std::string words_of(const Estimate& estimate) {
  const std::string value = significant(estimate.value, 3);
  return std::isfinite(estimate.error) ? value + " ± " + significant(estimate.error, 2) : value;
}

std::string abscissa_words(Abscissa abscissa) {
  const char* const words[] = {"gradient evaluations", "steps", "compute time (s)"};
  return words[static_cast<int>(abscissa)];
}

/// What a step costs on average over the states that are used.
Moment cost_of_a_step(const ChainTraces& traces, double burn_in) {
  const ChainsPoint *first = nullptr, *last = nullptr;
  for (const ChainsPoint& point : traces.points)
    if (point.at.gradients >= burn_in && !point.at_rest) (first ? last : first) = &point;
  if (!last) return {};
  const double steps = last->at.steps - first->at.steps;
  return {(last->at.gradients - first->at.gradients) / steps, 1, (last->at.seconds - first->at.seconds) / steps};
}

Moment operator*(double factor, const Moment& at) {
  return {factor * at.gradients, factor * at.steps, factor * at.seconds};
}

/// A histogram as a line with steps.
CurvePanel::Curve steps_of(CurvePanel::Curve curve, const std::vector<double>& draws, double expected,
                           std::vector<ChainFigure::Row>& rows) {
  const double width = 100 / static_cast<double>(draws.size());
  for (std::size_t bin = 0; bin < draws.size(); ++bin) {
    const double low = static_cast<double>(bin) * width, share = draws[bin] / expected;
    curve.values.push_back({low, share, nothing});
    curve.values.push_back({low + width, share, nothing});
    const std::string range = significant(low, 3) + "–" + significant(low + width, 3) + " %";
    rows.push_back({curve.name + ", ranks " + range, {nothing, nothing, nothing}, share});
  }
  return curve;
}

std::string none_words() { return "no states after the burn-in line yet"; }

/// Autocorrelation of one run with what is needed to draw it.
struct LaggedRun {
  ChainValues values;
  Autocorrelation found;
  Moment step;  ///< mean cost of a step
  /// Twice the lag at which the autocorrelation first is that of independent draws, rounded up to a power of 2 of
  /// spacings, and at most half of the states' range, beyond which few pairs are left.
  double end() const;
};

LaggedRun lagged(const ChainTraces& traces, const ChainSelection& selection) {
  LaggedRun run{.values = values_after(traces, selection.quantity, selection.burn_in)};
  run.found = autocorrelation(run.values, scale_of(traces, selection.quantity, run.values));
  run.step = cost_of_a_step(traces, selection.burn_in);
  return run;
}

double LaggedRun::end() const {
  if (found.lags.empty()) return 0;
  double reached = found.lags.back().steps;
  for (const Autocorrelation::Lag& lag : found.lags)
    if (lag.value < independent_autocorrelation(lag.pairs, values.chains)) {
      reached = lag.steps;
      break;
    }
  const double spacings = std::max(least_lags, std::exp2(std::ceil(std::log2(2 * reached / values.spacing()))));
  return std::min(spacings * values.spacing(), found.lags.back().steps / 2);
}

void tell(ChainFigure& figure, const LaggedRun& run) {
  const Autocorrelation& found = run.found;
  if (!std::isfinite(found.ess.value) || !(found.ess.value > 0)) return;
  figure.value = std::string("ESS ") + (found.at_least ? "≥ " : "") + words_of(found.ess);
  std::string words = std::string("τ ") + (found.at_least ? "≤ " : "") + significant(found.time, 3) + " steps";
  const double gradients = static_cast<double>(run.values.states()) * run.values.spacing() * run.step.gradients;
  if (gradients > 0) words += ", ESS/∇ " + significant(found.ess.value / gradients, 3);
  figure.words.push_back(words);
}

}  // namespace

Moment moment_at(const ChainTraces& traces, Abscissa abscissa, double value) {
  Moment before;
  for (const ChainsPoint& point : traces.points) {
    const double low = before.on(abscissa), high = point.at.on(abscissa);
    if (high >= value && high > low) {
      const double share = (value - low) / (high - low);
      return {std::lerp(before.gradients, point.at.gradients, share), std::lerp(before.steps, point.at.steps, share),
              std::lerp(before.seconds, point.at.seconds, share)};
    }
    before = point.at;
  }
  return before;
}

ChainFigure trace_figure(const TracedRuns& runs, const ChainSelection& selection) {
  ChainFigure figure;
  figure.panel.abscissa = abscissa_words(selection.abscissa);
  figure.panel.ordinate = symbol_of(selection.quantity);
  Interval range{HUGE_VAL, -HUGE_VAL};
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (std::size_t i = 0; i < chains_drawn(runs); ++i) {
      CurvePanel::Curve curve = curve_of(runs, run, i, selection);
      for (const ChainsPoint& point : runs[run].traces->points) {
        if (i >= point.states->size() || !(*point.states)[i].sound()) continue;
        const double value = value_of((*point.states)[i], selection.quantity, runs[run].traces->truth);
        range = {std::min(range.low, value), std::max(range.high, value)};
        curve.values.push_back({point.at.on(selection.abscissa), value, nothing});
        figure.end = std::max(figure.end, curve.values.back().x);
        figure.rows.push_back({curve.name, point.at, value});
      }
      if (!curve.values.empty()) figure.panel.curves.push_back(std::move(curve));
    }
  const ChainTraces& traces = *runs[selection.focus].traces;
  const double line = moment_at(traces, Abscissa::gradients, selection.burn_in).on(selection.abscissa);
  if (range.low <= range.high) figure.panel.reference = {{line, range.low}, {line, range.high}};
  figure.panel.reference_label = "burn-in line";
  const double rhat = split_rhat(values_after(traces, selection.quantity, selection.burn_in));
  if (std::isfinite(rhat)) figure.value = "R-hat " + significant(rhat, 4);
  return figure;
}

ChainFigure autocorrelation_figure(const TracedRuns& runs, const ChainSelection& selection) {
  ChainFigure figure;
  figure.panel.abscissa = "lag, " + abscissa_words(selection.abscissa);
  figure.panel.ordinate = "A(" + symbol_of(selection.quantity) + ")";
  std::vector<LaggedRun> all;
  for (const TracedRun& run : runs) {
    const LaggedRun& one = all.emplace_back(lagged(*run.traces, selection));
    figure.end = std::max(figure.end, (one.end() * one.step).on(selection.abscissa));
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    CurvePanel::Curve curve{.name = runs[r].name, .colour = runs[r].colour, .dash = runs[r].dash};
    for (const Autocorrelation::Lag& lag : all[r].found.lags) {
      const Moment at = lag.steps * all[r].step;
      const double x = at.on(selection.abscissa);
      if (x > figure.end) break;
      curve.values.push_back({x, lag.value, nothing});
      figure.rows.push_back({curve.name, at, lag.value});
      const double half = independent_autocorrelation(lag.pairs, all[r].values.chains);
      if (r == selection.focus && lag.steps > 0) figure.panel.band.push_back({x, -half, half});
    }
    if (!curve.values.empty()) figure.panel.curves.push_back(std::move(curve));
  }
  const LaggedRun& focused = all[selection.focus];
  if (focused.found.lags.empty()) figure.words = {none_words()};
  tell(figure, focused);
  return figure;
}

ChainFigure rank_figure(const TracedRuns& runs, const ChainSelection& selection) {
  ChainFigure figure;
  figure.panel.abscissa = "rank of " + symbol_of(selection.quantity) + " (%)";
  figure.panel.ordinate = "draws/uniform";
  figure.end = 100;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::vector<std::size_t> numbers;
    const ChainValues values = values_after(*runs[run].traces, selection.quantity, selection.burn_in, &numbers);
    const RankHistogram found = rank_histogram(values, chains_drawn(runs));
    for (std::size_t k = 0; k < found.draws.size(); ++k)
      figure.panel.curves.push_back(
          steps_of(curve_of(runs, run, numbers[k], selection), found.draws[k], found.expected, figure.rows));
    if (run != selection.focus || found.draws.empty()) continue;
    figure.panel.reference = {{0, 1}};
    figure.panel.reference_label = "uniform";
    figure.panel.band = {{0, found.band.low / found.expected, found.band.high / found.expected}};
    figure.value = std::to_string(values.states()) + " draws per chain";
  }
  if (figure.value.empty()) figure.words = {none_words()};
  return figure;
}

}  // namespace ergo
