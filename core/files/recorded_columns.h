#pragma once

#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// One array of an exported run: `components` numbers of each chain's state row, or of its report row, from
/// `offset` on.
struct RecordedColumn {
  std::string name, doc;
  int offset = 0, components = 1;
  bool vector = false, of_report = false, of_transition = false;
};

/// `x`, the sampler's state fields, its channels.
std::vector<RecordedColumn> recorded_columns(const RunConfig& config);

/// The name of a state field's array: its id, or `<id>_state` where a channel is called that.
std::string recorded_name(const StateField& field, const Descriptor& sampler);

/// How the recorded positions of a sampler's chains count, in words.
std::string counting_of(const Descriptor& sampler);

/// What draw 0 is, and which channels say nothing of it, in words.
std::string first_draw_of(const Descriptor& sampler);

}  // namespace ergo
