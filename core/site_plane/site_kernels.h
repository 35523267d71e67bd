#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/site_plane/site_plane.h"
#include "core/unit/sampler.h"

namespace ergo {

/// Ids of the targets and samplers of sites that have kernels: those with a file in shaders/site_targets or
/// shaders/site_samplers. Others run on the cpu backend alone.
const std::set<std::string>& site_kernels();
/// Whether kernels step these two units of one space: all of the plane and of lattices do.
bool has_kernels(const Descriptor& target, const Descriptor& sampler);

/// What kernels of sites know of a target's configurations, as uniforms of these names.
inline constexpr std::array site_uniform_names = {
    "SITES",       "VALUES",       "LOG_BITS", "WORDS",   "VALUE_MASK", "UNIT_BITS",      "CODING",
    "PLACE",       "COUNTED",      "HALF",     "WIDTH_X", "WIDTH_Y",    "PAIRS",          "SIDE_Y",
    "LEVEL_SLOPE", "LEVEL_OFFSET", "NOTES",    "ORDER",   "PAIR_LIST",  "SAMPLER_NUMBERS"};
using SiteUniforms = std::array<int, site_uniform_names.size()>;

/// What kernels read of a target of sites. From ORDER on its links are the sites in the order of
/// SiteTarget::blocks(), from PAIR_LIST on the sites of SiteTarget::pairs(), where there are any. From
/// SAMPLER_NUMBERS on its numbers are those of SamplerKernelData; 0 where there are none.
struct SiteKernelInput {
  SiteUniforms uniforms;
  SiteKernelData data;
  int notes;             ///< of the target and then of the sampler, that there is to be room for
  int loops_of_sampler;  ///< as SamplerKernelData::loops
};
/// `sampler`: a sampler of sites, as the registry has it; null where no kernel steps.
SiteKernelInput site_kernel_input(const SitePlane& plane, const Sampler* sampler);

/// Gives each row of a run's state, of `row_size` numbers, that has no configuration one near its position,
/// as SiteStepper does.
void fill_configurations(std::span<double> rows, std::size_t row_size, const SitePlane& plane,
                         std::uint64_t seed, std::uint64_t step);

}  // namespace ergo
