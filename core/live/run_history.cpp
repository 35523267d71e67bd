#include "core/live/run_history.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_map>

#include "core/diagnostics/quantities.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

constexpr std::size_t points_kept = 4000;  // of one curve; beyond, every second point is removed

/// A number never given before: copies of histories can be told apart by their revisions.
std::uint64_t new_revision() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

/// Where reports have a quantity: its column, and the column with its mean over a cycle.
struct Columns {
  std::string quantity, value, over_a_cycle;
};

std::vector<Columns> columns_of(const Descriptor& sampler) {
  std::vector<Columns> all;
  for (const Quantity& quantity : plotted_quantities(sampler)) {
    const std::string& column = column_of(quantity);
    const int channel = find_channel(sampler, column);
    const auto shown = static_cast<std::size_t>(channel < 0 ? 0 : shown_channel(sampler, column));
    all.push_back({quantity.id, column, channel < 0 ? column : sampler.channels[shown].id});
  }
  return all;
}

/// columns_of() of every sampler, made once.
const std::vector<Columns>& columns_of(const std::string& sampler) {
  thread_local std::unordered_map<std::string, std::vector<Columns>> known;
  const auto found = known.find(sampler);
  if (found != known.end()) return found->second;
  return known.emplace(sampler, columns_of(sampler_unit(sampler).descriptor)).first->second;
}

template <class Point>
bool remove_after(std::vector<Point>& points, double gradients) {
  const std::size_t before = points.size();
  while (!points.empty() && points.back().at.gradients > gradients) points.pop_back();
  return points.size() < before;
}

template <class Point>
bool thin(std::vector<Point>& points) {
  if (points.size() <= points_kept) return false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
  return true;
}

}  // namespace

int RunHistory::index_of(const std::string& sampler) {
  const auto found = std::ranges::find(samplers_, sampler);
  if (found != samplers_.end()) return static_cast<int>(found - samplers_.begin());
  samplers_.push_back(sampler);
  return static_cast<int>(samplers_.size()) - 1;
}

void RunHistory::add(const DiagnosticReport& report) {
  const Moment at{report.gradient_evaluations, static_cast<double>(report.step), report.seconds};
  const bool beyond = at.gradients > last_gradients_;
  last_gradients_ = std::max(last_gradients_, at.gradients);
  const bool at_the_end = at.gradients == last_gradients_;
  std::unordered_map<std::string, Estimate> values;
  for (const Metric& metric : metrics(report)) values.emplace(metric.id, Estimate{metric.value, metric.error});
  const auto value_in = [&](const std::string& column) {
    const auto found = values.find(column);
    return found == values.end() ? Estimate{} : found->second;
  };
  const int sampler = index_of(report.sampler);
  bool any = beyond;
  for (const Columns& columns : columns_of(report.sampler)) {
    const std::vector<CurvePoint>& points = curves_[columns.quantity].points;
    const bool lacks =
        at_the_end && (points.empty() ||
                       (points.back().at.gradients == at.gradients && points.back().sampler != sampler));
    any |= lacks;
    if (beyond || lacks)
      add_point(columns.quantity, report.sampler, at, value_in(columns.value), value_in(columns.over_a_cycle));
  }
  if (!any) return;
  const Descriptor& descriptor = sampler_unit(report.sampler).descriptor;
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const int channel = find_channel(descriptor, report.channel_ids[c]);
    if (channel >= 0 && report.predictions[c] && report.channels[c].count > 0)
      add_spread(quantity_of(descriptor.channels[static_cast<std::size_t>(channel)]), sampler, at,
                 report.channels[c].mean, report.spreads[c].value);
  }
}

void RunHistory::add_point(const std::string& quantity, const std::string& sampler, const Moment& at,
                           Estimate value, Estimate over_a_cycle) {
  if (!std::isfinite(value.value) && !std::isfinite(over_a_cycle.value)) return;
  Curve& curve = curves_[quantity];
  curve.points.push_back({at, value.value, value.error, index_of(sampler), over_a_cycle});
  revision_ = new_revision();
  if (thin(curve.points)) curve.revision = revision_;
}

void RunHistory::add_infinite(const std::string& sampler, const Moment& at, double total_variation) {
  add_spread("site_tv", index_of(sampler), at, total_variation, 0);
}

void RunHistory::add_spread(const std::string& quantity, int sampler, const Moment& at, double mean,
                            double sd) {
  if (!std::isfinite(mean) || !std::isfinite(sd)) return;
  Curve& curve = curves_[quantity];
  if (!curve.spreads.empty()) {
    const SpreadPoint& last = curve.spreads.back();
    if (at.steps < last.at.steps || (at.steps == last.at.steps && sampler == last.sampler)) return;
  }
  curve.spreads.push_back({at, mean, sd, sampler});
  revision_ = new_revision();
  if (thin(curve.spreads)) curve.revision = revision_;
}

void RunHistory::mark(const Moment& at) {
  if (std::ranges::any_of(marks_, [&](const Moment& mark) { return mark.gradients == at.gradients; })) return;
  marks_.push_back(at);
  revision_ = new_revision();
}

void RunHistory::cut(double gradients) {
  revision_ = new_revision();
  last_gradients_ = std::min(last_gradients_, gradients);
  for (auto& [quantity, curve] : curves_) {
    const bool points = remove_after(curve.points, gradients);
    const bool spreads = remove_after(curve.spreads, gradients);
    if (points || spreads) curve.revision = revision_;
  }
  while (!marks_.empty() && marks_.back().gradients > gradients) marks_.pop_back();
  if (gradients < 0) beginning_ = revision_;
}

void RunHistory::restore(const RunHistory& kept) {
  *this = kept;
  revision_ = beginning_ = new_revision();
  for (auto& [quantity, curve] : curves_) curve.revision = revision_;
}

const Curve& RunHistory::curve(const std::string& quantity) const {
  static const Curve none;
  const auto found = curves_.find(quantity);
  return found == curves_.end() ? none : found->second;
}

std::size_t RunHistory::bytes() const {
  std::size_t sum = sizeof(Moment) * marks_.size();
  for (const auto& [quantity, curve] : curves_)
    sum += sizeof(CurvePoint) * curve.points.size() + sizeof(SpreadPoint) * curve.spreads.size();
  return sum;
}

}  // namespace ergo
