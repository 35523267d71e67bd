#include "core/live/run_history.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "core/diagnostics/quantities.h"
#include "core/live/report_grid.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

/// A number never given before: copies of histories can be told apart by their revisions.
std::uint64_t new_revision() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

/// Where reports have a quantity: its column, and the column with its mean over a cycle.
struct Columns {
  std::string quantity, value, over_a_cycle;
  bool of_channel;
};

std::vector<Columns> columns_of(const Descriptor& sampler) {
  std::vector<Columns> all;
  for (const Quantity& quantity : plotted_quantities(sampler, true)) {
    const std::string& column = column_of(quantity);
    const int channel = find_channel(sampler, column);
    const auto shown = static_cast<std::size_t>(channel < 0 ? 0 : shown_channel(sampler, column));
    all.push_back({quantity.id, column, channel < 0 ? column : sampler.channels[shown].id,
                   channel >= 0});
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

bool same_cell(double a, double b, double width) {
  constexpr double slack = 1e-9;  // of costs, which are sums of fractions
  return std::floor(a / width * (1 + slack)) == std::floor(b / width * (1 + slack));
}

/// Keeps the first of the points in each cell; `width_at`: width of the cell at a cost.
template <class Point, class Width>
bool thin(std::vector<Point>& points, Width width_at) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool again = kept > 0 && points[i].sampler == points[kept - 1].sampler &&
                       same_cell(points[i].at.gradients, points[kept - 1].at.gradients,
                                 width_at(points[i].at.gradients));
    if (!again) points[kept++] = points[i];
  }
  const bool fewer = kept < points.size();
  points.resize(kept);
  return fewer;
}

template <class Point>
bool remove_last_at_rest(std::vector<Point>& points) {
  const bool any = !points.empty() && points.back().at_rest;
  if (any) points.pop_back();
  return any;
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
  if (!report.error.empty() || at.gradients < last_gradients_) return;
  if (!report.occasion.at_rest || at.gradients > last_gradients_) remove_at_rest();
  last_gradients_ = at.gradients;
  std::unordered_map<std::string, Estimate> values;
  for (const Metric& metric : metrics(report)) values.emplace(metric.id, Estimate{metric.value, metric.error});
  const auto value_in = [&](const std::string& column) {
    const auto found = values.find(column);
    return found == values.end() ? Estimate{} : found->second;
  };
  const int sampler = index_of(report.sampler);
  for (const Columns& columns : columns_of(report.sampler)) {
    if (report.occasion.channels_only && !columns.of_channel) continue;
    Curve& curve = curves_[columns.quantity];
    curve.of_channel |= columns.of_channel;
    const Estimate value = value_in(columns.value);
    add_point(curve, {.at = at,
                      .value = value.value,
                      .error = value.error,
                      .sampler = sampler,
                      .over_a_cycle = value_in(columns.over_a_cycle),
                      .at_rest = report.occasion.at_rest});
  }
  add_spreads(report, at, sampler);
  add_traces(report, at, sampler);
  thin(at.gradients, report.chains);
}

void RunHistory::add_spreads(const DiagnosticReport& report, const Moment& at, int sampler) {
  const Descriptor& descriptor = sampler_unit(report.sampler).descriptor;
  for (std::size_t c = 0; c < report.channels.size(); ++c) {
    const int channel = find_channel(descriptor, report.channel_ids[c]);
    if (channel >= 0 && report.predictions[c] && report.channels[c].count > 0)
      add_spread(curves_[quantity_of(descriptor.channels[static_cast<std::size_t>(channel)])],
                 {at, report.channels[c].mean, report.spreads[c].value, sampler, report.occasion.at_rest});
  }
  if (!report.learning) return;
  const LearningMoment& averaged = report.learning->averaged;
  add_spread(curves_["learned_log_likelihood"],
             {at, averaged.log_likelihood, 0, sampler, report.occasion.at_rest});
  add_spread(curves_["learned_tv"], {at, averaged.total_variation, 0, sampler, report.occasion.at_rest});
}

namespace {
/// Whether a point belongs to the end of these.
template <class Point>
bool follows(const std::vector<Point>& points, const Point& point) {
  if (points.empty() || point.at.gradients > points.back().at.gradients) return true;
  return point.at.gradients == points.back().at.gradients && point.sampler != points.back().sampler;
}
}  // namespace

void RunHistory::add_traces(const DiagnosticReport& report, const Moment& at, int sampler) {
  if (!report.first_chains) return;
  const ChainsPoint point = {at, sampler, report.occasion.at_rest, report.first_chains};
  if (!follows(traces_.points, point)) return;
  traces_.points.push_back(point);
  traces_.truth = report.truth;
  traces_.dim = report.dim;
  traces_.revision = revision_ = new_revision();
}

void RunHistory::add_point(Curve& curve, const CurvePoint& point) {
  if (!std::isfinite(point.value) && !std::isfinite(point.over_a_cycle.value)) return;
  if (!follows(curve.points, point)) return;
  curve.points.push_back(point);
  revision_ = new_revision();
}

void RunHistory::add_spread(Curve& curve, const SpreadPoint& point) {
  if (!std::isfinite(point.mean) || !std::isfinite(point.sd) || !follows(curve.spreads, point)) return;
  curve.spreads.push_back(point);
  revision_ = new_revision();
}

void RunHistory::add_infinite(const std::string& sampler, const Moment& at, double total_variation) {
  Curve& curve = curves_["site_tv"];
  const int index = index_of(sampler);
  if (width_ > 0 && !curve.spreads.empty() && curve.spreads.back().sampler == index &&
      same_cell(curve.spreads.back().at.gradients, at.gradients, width_))
    return;
  add_spread(curve, {at, total_variation, 0, index});
}

void RunHistory::remove_at_rest() {
  for (auto& [quantity, curve] : curves_) {
    const bool point = remove_last_at_rest(curve.points), spread = remove_last_at_rest(curve.spreads);
    if (point || spread) curve.revision = revision_ = new_revision();
  }
  if (remove_last_at_rest(traces_.points)) traces_.revision = revision_ = new_revision();
}

void RunHistory::thin(double gradients, std::size_t chains) {
  const ReportGrid grid(chains);
  const double width = grid.cell(gradients, ReportGrid::channels),
               wide = grid.cell(gradients, ReportGrid::all);
  if (width_ == width && wide_ == wide) return;
  width_ = width;
  wide_ = wide;
  for (auto& [quantity, curve] : curves_) {
    const auto width_of = [&](ReportGrid::Density density) {
      return [&grid, gradients, density](double cost) { return grid.cell_at(cost, gradients, density); };
    };
    const auto of_channels = width_of(ReportGrid::channels);
    const bool points = ergo::thin(curve.points, curve.of_channel ? of_channels : width_of(ReportGrid::all));
    if (ergo::thin(curve.spreads, of_channels) || points) curve.revision = revision_ = new_revision();
  }
  // Equally spaced everywhere, so that averages over the states have equal weights.
  if (ergo::thin(traces_.points, [width](double) { return width; })) traces_.revision = revision_ = new_revision();
}

void RunHistory::mark(const Moment& at) {
  if (std::ranges::any_of(marks_, [&](const Moment& mark) { return mark.gradients == at.gradients; })) return;
  marks_.push_back(at);
  revision_ = new_revision();
}

void RunHistory::cut(double gradients) {
  revision_ = new_revision();
  last_gradients_ = std::min(last_gradients_, gradients);
  width_ = wide_ = 0;
  for (auto& [quantity, curve] : curves_) {
    const bool points = remove_after(curve.points, gradients);
    const bool spreads = remove_after(curve.spreads, gradients);
    if (points || spreads) curve.revision = revision_;
  }
  if (remove_after(traces_.points, gradients)) traces_.revision = revision_;
  while (!marks_.empty() && marks_.back().gradients > gradients) marks_.pop_back();
  if (gradients < 0) beginning_ = revision_;
}

void RunHistory::restore(const RunHistory& kept) {
  *this = kept;
  revision_ = beginning_ = new_revision();
  for (auto& [quantity, curve] : curves_) curve.revision = revision_;
  traces_.revision = revision_;
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
  for (const ChainsPoint& point : traces_.points) sum += sizeof(ChainsPoint) + sizeof(ReportedState) * point.states->size();
  return sum;
}

}  // namespace ergo
