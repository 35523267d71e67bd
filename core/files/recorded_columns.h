#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/npy.h"
#include "core/config/run_config.h"
#include "core/site_plane/packed_sites.h"

namespace ergo {

/// One array of an exported run: `components` numbers of each chain's state row, or of its report row, from
/// `offset` on; of a packed one the values of so many sites.
struct RecordedColumn {
  std::string name, doc;
  int offset = 0, components = 1;
  bool vector = false, of_report = false, of_transition = false;
  std::optional<PackedSites> packed = {};

  /// Of an array of it, where real numbers are of `real`: values of sites are bytes.
  ElementType type(ElementType real) const { return packed ? ElementType::uint8 : real; }
  /// Component k in a state or report row.
  double value(std::span<const double> row, int k) const {
    return packed ? packed->value(row.subspan(static_cast<std::size_t>(offset)), k)
                  : row[static_cast<std::size_t>(offset + k)];
  }
};

/// `x`, the sampler's state fields, its channels. Of configurations of sites `x` holds these, 0 .. q - 1, and `place`
/// their cell.
std::vector<RecordedColumn> recorded_columns(const RunConfig& config);

/// The name of a state field's array: its id, or `<id>_state` where a channel is called that.
std::string recorded_name(const StateField& field, const Descriptor& sampler);

/// Of component k of `x`: x, y, or of configurations x1, x2, ...
std::string coordinate_name(const RecordedColumn& column, int k);

/// How the recorded positions of a sampler's chains count, in words.
std::string counting_of(const Descriptor& sampler);

/// What draw 0 is, and which channels say nothing of it, in words.
std::string first_draw_of(const Descriptor& sampler);

}  // namespace ergo
