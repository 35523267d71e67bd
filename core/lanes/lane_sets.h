#pragma once

#include <span>
#include <string>

#include "core/lanes/picture_seam.h"
#include "core/lanes/seam.h"

namespace ergo::lanes {

/// The kernels compiled for one instruction set.
struct LaneSet {
  const char* name;  ///< e.g. "AVX2"
  const KernelList* kernels;
  const PictureKernels* pictures;
};

/// The sets that this machine runs, the fastest first. Kernels that fuse products and sums all give the same bits.
std::span<const LaneSet> lane_sets();

const SamplerKernel* find_sampler(const KernelList& kernels, const std::string& id);
const TargetKernel* find_target(const KernelList& kernels, const std::string& id);
const SiteTargetKernel* find_site_target(const KernelList& kernels, const std::string& id);

}  // namespace ergo::lanes
