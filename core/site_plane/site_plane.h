#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/site_plane/packed_sites.h"
#include "core/site_plane/reference_run.h"
#include "core/site_plane/site_statistics.h"
#include "core/unit/lattice.h"

namespace ergo {

/// A target over configurations of sites as runs and pictures see it: a lattice of two statistics. Its energy at a
/// cell is F = -log of the sum of exp(-E) over the cell's configurations (plus a constant where log Z is not known), and
/// its gradient is 0. A chain's position is its configuration's cell; the configuration itself stands in the last numbers of
/// its state.
class SitePlane final : public LatticeTarget {
 public:
  SitePlane(const SiteTargetUnit& unit, SiteTargetValues values, std::shared_ptr<const SiteTarget> model,
            std::unique_ptr<SiteStatistics> statistics);
  /// A model that learns `data`, which is seen in the data's plane: F is the data's. It has as many sites and values.
  SitePlane(std::shared_ptr<const SitePlane> data, std::shared_ptr<const SiteTarget> model);
  /// Throws Error if the values do not go together.
  static std::unique_ptr<SitePlane> made(const SiteTargetUnit& unit, const Parameters& parameters);

  const SiteTargetUnit& unit() const { return unit_; }
  const SiteTargetValues& values() const { return values_; }
  const std::shared_ptr<const SiteTarget>& model() const { return model_; }
  const SiteStatistics& statistics() const { return *statistics_; }
  const PackedSites& packed() const { return packed_; }
  /// The distribution of the cells. It may take a second or two.
  const PlaceMasses& masses() const;
  /// The run that it is from; nothing if it is exact.
  std::optional<ReferenceRun> reference() const;

  /// Whether there are exact draws of configurations; of a model, of what it learns.
  bool has_draws() const { return data_ ? data_->has_draws() : model_->exact() || !reference(); }
  /// What the model learns; null if it does not.
  const SitePlane* data() const { return data_.get(); }
  /// Mean and standard deviation under the target of a channel that tells of configurations, NaN where they are not
  /// known; nothing for other channels.
  std::optional<Prediction> prediction(std::string_view channel) const;

  /// The configuration in a chain's state row.
  Configuration configuration(std::span<const double> row) const;
  void unpack(std::span<const double> row, std::span<std::uint8_t> x) const {
    packed_.unpack(row.last(static_cast<std::size_t>(packed_.words())), x);
  }
  /// The numbers of a state row that hold it.
  std::span<double> words(std::span<double> row) const {
    return row.last(static_cast<std::size_t>(packed_.words()));
  }

  const SitePlane* sites() const override { return this; }
  int configuration_words() const override { return packed_.words(); }
  std::string remark(std::chrono::milliseconds patience) const override;

 protected:
  Evaluation at(Position cell) const override;

 private:
  const SiteTargetUnit& unit_;
  SiteTargetValues values_;
  std::shared_ptr<const SiteTarget> model_;
  std::shared_ptr<const SiteStatistics> statistics_;
  PackedSites packed_;
  std::shared_ptr<const SitePlane> data_;
  mutable std::once_flag once_masses_;
  mutable std::shared_ptr<const PlaceMasses> masses_;
};

}  // namespace ergo
