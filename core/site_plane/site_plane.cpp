#include "core/site_plane/site_plane.h"

#include <cmath>
#include <limits>

#include "core/base/number_text.h"

namespace ergo {

SitePlane::SitePlane(const SiteTargetUnit& unit, SiteTargetValues values, std::shared_ptr<const SiteTarget> model,
                     std::unique_ptr<SiteStatistics> statistics)
    : LatticeTarget(statistics->cells()),
      unit_(unit),
      values_(std::move(values)),
      model_(std::move(model)),
      statistics_(std::move(statistics)),
      packed_(model_->sites(), model_->values()) {}

SitePlane::SitePlane(std::shared_ptr<const SitePlane> data, std::shared_ptr<const SiteTarget> model)
    : LatticeTarget(data->sides()),
      unit_(data->unit_),
      values_(data->values_),
      model_(std::move(model)),
      statistics_(data->statistics_),
      packed_(data->packed_),
      data_(std::move(data)) {}

std::unique_ptr<SitePlane> SitePlane::made(const SiteTargetUnit& unit, const Parameters& parameters) {
  SiteTargetValues values;
  if (!unit.content.empty()) values.content = parameters.text(unit.content);
  if (values.content.empty())
    for (const Parameter& p : unit.parameters) values.numbers.push_back(parameters[p.id]);
  std::shared_ptr<const SiteTarget> model = unit.make(parameters);
  auto statistics = std::make_unique<SiteStatistics>(*model);
  return std::make_unique<SitePlane>(unit, std::move(values), std::move(model), std::move(statistics));
}

const PlaceMasses& SitePlane::masses() const {
  if (data_) return data_->masses();
  std::call_once(once_masses_, [&] { masses_ = place_masses(unit_, values_, model_, *statistics_); });
  return *masses_;
}

std::optional<Prediction> SitePlane::prediction(std::string_view channel) const {
  const auto told = [&](const SiteMoments ExactMoments::*of) -> std::optional<Prediction> {
    const std::optional<ExactMoments>& known = masses().moments;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const SiteMoments moments = known ? (*known).*of : SiteMoments{none, none};
    return Prediction{moments.mean, moments.sd, "exact mean under the target"};
  };
  if (channel == "energy") return told(&ExactMoments::energy);
  if (channel == "level") return told(&ExactMoments::level);
  if (channel == "level_squared") return told(&ExactMoments::level_squared);
  return {};
}

Configuration SitePlane::configuration(std::span<const double> row) const {
  Configuration x(static_cast<std::size_t>(model_->sites()));
  unpack(row, x);
  return x;
}

/// Cells without a configuration are so high that their share rounds to 0. Those that a run has not met may have one:
/// they are 10 higher than those that it met once, and all together have hardly any mass.
Evaluation SitePlane::at(Position cell) const {
  if (data_) return data_->at(cell);
  const PlaceMasses& known = masses();
  const double mass = known.mass[sides().index(cell)];
  const auto run = mass > 0 ? std::nullopt : reference();
  const double unmet = run ? 10 + std::log(static_cast<double>(run->draws())) : 2000;
  return {(mass > 0 ? -std::log(mass) : unmet) - known.log_z, {}};
}

std::string SitePlane::remark(std::chrono::milliseconds patience) const {
  if (data_) return data_->remark(patience);
  const auto run = reference();
  if (!run) return "";
  return "too many configurations for exact sums: the picture's distribution is that of " + number_text(run->draws()) +
         " configurations of a run of " + run->sampler->title;
}

}  // namespace ergo
