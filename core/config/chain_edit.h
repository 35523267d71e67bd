#pragma once

#include <cstdint>
#include <string_view>

#include "core/config/assignment.h"

namespace ergo {

/// An edit of one chain's state in the course of a run, `chain.<number>.momentum = <x> <y>`: what the
/// sampler's steering field becomes. Stands in journals only, and leaves the configuration as it is.
struct ChainEdit {
  std::uint32_t chain = 0;
  Position momentum;  ///< of length 1 where the field is a unit vector
};

bool is_of_chain(std::string_view path);
/// Throws Error where the path is none of the run's, the sampler has no steering field, or the value is not
/// two numbers, the second of which does not count for dim 1, or no direction where one is needed.
ChainEdit chain_edit(const RunConfig& config, const Assignment& assignment);
/// Whether a legal edit of another run is one of this run.
bool has_chain_of(const RunConfig& config, const Assignment& assignment);
Assignment assignment_of(const ChainEdit& edit);

/// apply() for what may stand in a journal: edits of chains too. Throws Error.
Effect apply_in_run(RunConfig& config, const Assignment& assignment,
                    const std::filesystem::path& folder = {});

}  // namespace ergo
