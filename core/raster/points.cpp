#include "core/raster/points.h"

#include <algorithm>
#include <cmath>

#include "core/view/colour_key.h"

namespace ergo {
namespace {

constexpr float least_area = 0.0625f, largest_area = 4;  // against that of a chain of median weight
constexpr float largest_weight = 64;                     // in the histogram
constexpr float margin = 64;                             // pixels about the picture in which points may reach in

/// The log of a chain's present step's time against that of its time so far.
class Weights {
 public:
  Weights(const ChainNumbers& chains, const WeightPlaces& places) : known_(places.log_time >= 0) {
    if (!known_) return;
    log_time_ = chains.report(places.log_time);
    scale_ = chains.state(places.scale);
    total_ = chains.state(places.total);
  }
  bool known() const { return known_; }
  float own_log(std::size_t i) const {
    if (scale_[i] < -1e29f) return log_time_[i];  // no step yet
    return log_time_[i] - scale_[i] - std::log(total_[i]);
  }

 private:
  bool known_;
  ChainNumbers::Column log_time_, scale_, total_;
};

/// The upper median of a sample of at most 512 chains, evenly spaced; 0 where no value is finite.
template <class Value>
float median(std::size_t chains, const Value& value) {
  const std::size_t count = std::min<std::size_t>(chains, 512);
  std::vector<float> values;
  for (std::size_t k = 0; k < count; ++k) {
    const float v = value(static_cast<std::size_t>(static_cast<float>(k) / static_cast<float>(count) *
                                                   static_cast<float>(chains)));
    if (std::isfinite(v)) values.push_back(v);
  }
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Points::Reads Points::reads(const Session& session, const View& view, const Projection& shown,
                            const ToneSource& tone) {
  const Descriptor& sampler = session.sampler_descriptor();
  const auto [first, second] = place_components(sampler, view.draws, shown);
  Reads reads = {{first, second}, {}};
  if (is_weighted(sampler, view) || tone.place == ToneSource::log_weight) {
    const WeightPlaces weights = weight_places(sampler);
    reads.report.push_back(weights.log_time);
    reads.state.push_back(weights.scale);
    reads.state.push_back(weights.total);
  }
  if (tone.place == ToneSource::state) reads.state.push_back(tone.component);
  if (tone.place == ToneSource::report || tone.place == ToneSource::class_of_report)
    reads.report.push_back(tone.component);
  reads.report.push_back(divergence_component(session, view));
  return reads;
}

void Points::clear(const Projection& shown, std::size_t chains) {
  points_.clear();
  begins_.clear();
  marks_.clear();
  bins_.clear();
  total_ = 0;
  if (!shown.line) return;
  histogram_ = histogram_layout(shown, chains);
  bins_.assign(static_cast<std::size_t>(histogram_.count), 0);
}

void Points::add_mark(Pixel2 x, const PixelPlane& plane) {
  const float inradius = 2.5f * plane.scale(), reach = 2 * inradius + plane.scale();
  // At the picture's border where x is outside. Coordinates may be near overflow.
  const Pixel2 d = {x.x - plane.centre().x, x.y - plane.centre().y};
  const float largest = std::max({std::abs(d.x), std::abs(d.y), 1e-30f});
  const Pixel2 direction = {d.x / largest, d.y / largest};
  const Pixel2 half = {0.5f * static_cast<float>(plane.width()), 0.5f * static_cast<float>(plane.height())};
  const float limit = std::min(std::max(half.x - reach, 0.0f) / std::max(std::abs(direction.x), 1e-6f),
                               std::max(half.y - reach, 0.0f) / std::max(std::abs(direction.y), 1e-6f));
  const float length = std::min(largest * plane.zoom(), limit);
  marks_.push_back({{half.x + direction.x * length, half.y + direction.y * length}, inradius, 1, true});
}

void Points::place(const ChainNumbers& chains, const Session& session, const View& view, const Projection& shown,
                   const ToneSource& tone, ThreadPool& pool) {
  const Descriptor& sampler = session.sampler_descriptor();
  const PixelPlane plane(view, shown);
  const auto [first, second] = place_components(sampler, view.draws, shown);
  const auto xs = chains.state(first), ys = chains.state(second);
  const bool weighted = is_weighted(sampler, view);
  const bool by_weight = tone.place == ToneSource::log_weight;
  const Weights weights(chains, weighted || by_weight ? weight_places(sampler) : WeightPlaces());
  const std::size_t count = chains.chains();
  const float median_weight =
      weights.known() ? median(count, [&](std::size_t i) { return weights.own_log(i); }) : 0;
  const auto log_weight = [&](std::size_t i) {
    const float value = weights.own_log(i) - median_weight;
    return std::isfinite(value) ? std::clamp(value, -80.0f, 80.0f) : 0.0f;
  };
  ChainNumbers::Column toned;
  if (tone.place == ToneSource::state) toned = chains.state(tone.component);
  if (tone.place == ToneSource::report || tone.place == ToneSource::class_of_report)
    toned = chains.report(tone.component);
  float middle = static_cast<float>(tone.range.middle);
  if (tone.place == ToneSource::report) middle = median(count, [&](std::size_t i) { return toned[i]; });
  const auto tone_width = static_cast<float>(tone.range.width);
  if (tone.place == ToneSource::class_of_chain && origins_ != session.origins()) {
    origins_ = session.origins();
    classes_ = classes_of(*origins_);
  }
  const int mark_component = divergence_component(session, view);
  const auto divergences = mark_component < 0 ? ChainNumbers::Column() : chains.report(mark_component);
  const auto radius = static_cast<float>(point_radius(view, count));
  const auto unit = static_cast<float>(histogram_unit(count));
  const float right = static_cast<float>(plane.width()) + margin, top = static_cast<float>(plane.height()) + margin;

  points_.resize(count);
  pool.for_blocks(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Point& point = points_[i];
      point.radius = 0;
      const Pixel2 x = {xs[i], ys[i]};
      if (chains.diverged(i) || !is_finite(x)) continue;
      const auto chain = static_cast<std::uint32_t>(i);
      const Pixel2 p = plane.to_pixel(plane.shown(x, chain));
      if (!(p.x >= -margin && p.y >= -margin && p.x <= right && p.y <= top)) continue;
      point.x = p.x;
      point.y = p.y;
      const float weight = weighted && weights.known() ? std::exp(log_weight(i)) : 1;
      point.radius = weight == 1 ? radius : radius * std::sqrt(std::clamp(weight, least_area, largest_area));
      point.hollow = false;
      if (tone.classes()) {
        std::uint32_t group = 0;
        if (tone.place == ToneSource::class_of_chain)
          group = classes_[i];
        else
          group = toned[i] > 0 ? 0 : 1;
        point.owner = (chain * 2654435769u >> 12) << 8 | group;
        point.hollow = tone.place == ToneSource::class_of_report && group == 1;
      } else if (tone.place != ToneSource::none) {
        const float value = by_weight ? log_weight(i) : toned[i];
        point.tone = std::clamp(0.5f + (value - middle) / tone_width, 0.0f, 1.0f);
        if (std::isnan(point.tone)) point.tone = 0;
      }
    }
  });

  for (std::size_t i = 0; i < count; ++i) {
    const Pixel2 x = {xs[i], ys[i]};
    if (!is_finite(x)) continue;
    const auto chain = static_cast<std::uint32_t>(i);
    if (chains.diverged(i) || (mark_component >= 0 && divergences[i] > 0)) add_mark(plane.shown(x, chain), plane);
    if (!shown.line || chains.diverged(i)) continue;
    const float weight = weighted && weights.known() ? std::exp(log_weight(i)) : 1;
    const auto amount = static_cast<std::uint32_t>(unit * std::min(weight, largest_weight) + 0.5f);
    const auto low = static_cast<float>(histogram_.low), per_unit = static_cast<float>(histogram_.bins_per_unit);
    const float bin = std::floor((x.x - low) * per_unit);
    if (bin >= 0 && bin < static_cast<float>(histogram_.count)) bins_[static_cast<std::size_t>(bin)] += amount;
    total_ += amount;
  }
  sort(plane.height());
}

void Points::sort(int height) {
  const int rows = (height + PixelTiles::side - 1) / PixelTiles::side;
  const auto of_point = [rows](const Point& point) {
    const float reach = std::max(point.radius, 0.5f) + 0.5f;
    const int low = std::max(floor_of(point.y - reach) >> PixelTiles::bits, 0);
    return std::pair(low, std::min(floor_of(point.y + reach) >> PixelTiles::bits, rows - 1));
  };
  begins_.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const Point& point : points_) {
    if (point.radius == 0) continue;
    const auto [low, high] = of_point(point);
    for (int row = low; row <= high; ++row) ++begins_[static_cast<std::size_t>(row) + 1];
  }
  for (std::size_t row = 1; row < begins_.size(); ++row) begins_[row] += begins_[row - 1];
  by_rows_.resize(begins_.back());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (const Point& point : points_) {
    if (point.radius == 0) continue;
    const auto [low, high] = of_point(point);
    for (int row = low; row <= high; ++row) by_rows_[next[static_cast<std::size_t>(row)]++] = point;
  }
}

}  // namespace ergo
