#pragma once

#include <cstdint>
#include <string_view>

#include "core/config/assignment.h"

namespace ergo {

/// An edit of one chain's momentum in the course of a run, `chain.<number>.momentum = <x> <y>`. It sets the sampler's
/// steering field. Only journals have it; it does not change the configuration.
struct ChainEdit {
  std::uint32_t chain = 0;
  Position momentum;  ///< scaled to length 1 if the field is a unit vector
};

bool is_of_chain(std::string_view path);
/// Throws Error if the run has no such chain, the sampler has no steering field, the value is not two numbers (of which
/// the second is ignored for dim 1), or it is zero where a direction is needed.
ChainEdit chain_edit(const RunConfig& config, const Assignment& assignment);
/// Whether a legal edit of another run is also legal in this run.
bool has_chain_of(const RunConfig& config, const Assignment& assignment);
Assignment assignment_of(const ChainEdit& edit);

/// apply() for journal entries, which may also be edits of chains. Throws Error.
Effect apply_in_run(RunConfig& config, const Assignment& assignment,
                    const std::filesystem::path& folder = {});

}  // namespace ergo
