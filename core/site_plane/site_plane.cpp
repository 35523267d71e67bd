#include "core/site_plane/site_plane.h"

#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/base/number_words.h"

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
  for (const Parameter& p : unit.parameters_beside(!values.content.empty()))
    values.numbers.push_back(parameters[p.id]);
  std::shared_ptr<const SiteTarget> model = unit.make(parameters);
  auto statistics = std::make_unique<SiteStatistics>(*model);
  return std::make_unique<SitePlane>(unit, std::move(values), std::move(model), std::move(statistics));
}

const PlaceMasses& SitePlane::masses() const {
  if (data_) return data_->masses();
  std::call_once(once_masses_, [&] { masses_ = place_masses(unit_, values_, model_, *statistics_); });
  return *masses_;
}

std::optional<ReferenceRun> SitePlane::reference() const {
  if (data_) return data_->reference();
  if (has_exact_masses(unit_, values_, *model_)) return {};
  return reference_run(*model_);
}

std::optional<Prediction> SitePlane::prediction(std::string_view channel) const {
  const auto told = [&](const SiteMoments ConfigurationMoments::*of) -> std::optional<Prediction> {
    const SiteMoments& known = masses().moments.*of;
    return Prediction{known.mean, known.sd, "exact mean under the target"};
  };
  if (channel == "energy") return told(&ConfigurationMoments::energy);
  if (channel == "level") return told(&ConfigurationMoments::level);
  if (channel == "level_squared") return told(&ConfigurationMoments::level_squared);
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
  const double unmet = known.sampled ? 10 + std::log(static_cast<double>(known.sampled->draws)) : 2000;
  return {(mass > 0 ? -std::log(mass) : unmet) - known.log_z.value_or(0), {}};
}

std::string SitePlane::remark(std::chrono::milliseconds patience) const {
  if (data_) return data_->remark(patience);
  const auto run = reference();
  if (!run) return "";
  std::string words = "too many configurations for exact sums: the target's distribution is that of " +
                      number_text(run->draws()) +
                      (run->sampler ? " configurations of a reference run of " + run->sampler->title : " exact draws");
  const auto known = kept_place_masses(unit_, values_);
  if (known && known->sampled && !known->sampled->mixed())
    words += ", which has not mixed: its R-hat is " +
             (std::isfinite(known->sampled->rhat) ? significant(known->sampled->rhat, 3) : "infinite");
  return words;
}

}  // namespace ergo
