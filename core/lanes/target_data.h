#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/config/run_config.h"
#include "core/lanes/lane_sets.h"
#include "core/lanes/tape_data.h"
#include "core/site_plane/site_kernels.h"
#include "core/unit/target.h"

namespace ergo::lanes {

/// A target as its kernel reads it, and the numbers that the view points to.
struct TargetData {
  std::vector<float> numbers;
  std::vector<std::max_align_t> constants;
  std::unique_ptr<TapeData> tape;
  /// Of a target of sites that has a kernel.
  struct Sites {
    SiteUniforms uniforms;
    std::vector<float> numbers;
    std::vector<int> links;
    int notes;  ///< that there is to be room for
    SiteView view;
  };
  std::unique_ptr<Sites> sites;
  TargetView view;  ///< evaluate is null for a lattice, whose table samplers read
};

/// `sampler`: the one that is to step on a target of sites, if any. Throws Error (Blame::machine) where the set has no
/// kernel of the target.
std::unique_ptr<TargetData> target_data(const LaneSet& set, const UnitChoice& choice, const Target& target,
                                        const Sampler* sampler = nullptr);

}  // namespace ergo::lanes
