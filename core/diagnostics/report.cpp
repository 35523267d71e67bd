#include "core/diagnostics/report.h"

#include <cmath>
#include <limits>

namespace ergo {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double standard_error(const ChannelMean& m) {
  return m.count > 1 ? std::sqrt(m.variance / static_cast<double>(m.count)) : nothing;
}

/// Welford's recurrence.
void add(ChannelMean& m, double value) {
  const double n = static_cast<double>(++m.count), before = value - m.mean;
  m.mean += before / n;
  if (m.count > 1) m.variance += (before * (value - m.mean) - m.variance) / (n - 1);
}

}  // namespace

std::string to_string(DrawsUsed draws) {
  switch (draws) {
    case DrawsUsed::raw:
      return "raw";
    case DrawsUsed::weighted:
      return "weighted";
    case DrawsUsed::reservoir:
      return "reservoir";
  }
  return {};
}

std::vector<Metric> metrics(const DiagnosticReport& report) {
  std::vector<Metric> all = {{"chains", static_cast<double>(report.chains), nothing},
                             {"diverged", static_cast<double>(report.diverged), nothing}};
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const ChannelMean& m = report.channels[c];
    all.push_back({report.channel_ids[c], m.count ? m.mean : nothing, standard_error(m)});
  }
  const auto& mmd = report.mmd;
  const auto& band = report.band;
  all.push_back({"mmd2", mmd ? mmd->mmd2 : nothing, mmd ? mmd->error : nothing});
  all.push_back({"mmd2_band_low", band ? band->low : nothing, nothing});
  all.push_back({"mmd2_band_high", band ? band->high : nothing, nothing});
  all.push_back({"effective_draws", report.effective_draws, nothing});
  all.push_back({"mean_x", report.mean.x, report.mean_error.x});
  all.push_back({"mean_y", report.mean.y, report.mean_error.y});
  all.push_back({"variance_x", report.variance.x, nothing});
  all.push_back({"variance_y", report.variance.y, nothing});
  if (report.modes) {
    all.push_back({"modes_visited", static_cast<double>(report.modes->now), nothing});
    all.push_back({"modes_ever_visited", static_cast<double>(report.modes->ever), nothing});
    all.push_back({"modes_expected", report.modes->expected, nothing});
  }
  return all;
}

void add_moments(DiagnosticReport& report, const WeightedPoints& points) {
  const auto weight = [&](std::size_t i) { return points.weights.empty() ? 1.0 : points.weights[i]; };
  report.mean = report.variance = report.mean_error = {nothing, nothing};
  double total = 0;
  Position sum, square, weighted;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    total += weight(i);
    sum = sum + weight(i) * points.x[i];
  }
  if (!(total > 0)) return;
  const Position mean = sum / total;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    const double w = weight(i);
    const Position d = points.x[i] - mean, d2 = {d.x * d.x, d.y * d.y};
    square = square + w * d2;
    weighted = weighted + w * w * d2;
  }
  report.mean = mean;
  report.variance = square / total;
  // Delta method for a ratio of sums.
  if (points.x.size() > 1) report.mean_error = {std::sqrt(weighted.x) / total, std::sqrt(weighted.y) / total};
}

void add_channels(DiagnosticReport& report, const ChainData& data, std::span<const std::size_t> chains,
                  const Descriptor& sampler) {
  report.channel_ids.clear();
  report.channels.assign(sampler.channels.size(), {});
  for (std::size_t c = 0; c < sampler.channels.size(); ++c) {
    report.channel_ids.push_back(sampler.channels[c].id);
    if (data.step == 0 && sampler.channels[c].of_transition) continue;
    for (const std::size_t chain : chains) {
      const double value = data.report[chain * data.report_size + c];
      if (std::isfinite(value)) add(report.channels[c], value);
    }
  }
}

}  // namespace ergo
