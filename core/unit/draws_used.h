#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/unit/descriptor.h"

namespace ergo {

/// The draws from which a run estimates. Samplers without weights have only raw ones.
enum class DrawsUsed {
  raw,        ///< positions, equal weights
  weighted,   ///< positions, weighted by the time spent there relative to the chain's average so far
  reservoir,  ///< one of each chain's positions so far, chosen with probability in proportion to its time
  ergodic     ///< each chain's position at a uniformly random time so far
};

/// In the order of the values.
inline constexpr std::array draws_names = {"raw", "weighted", "reservoir", "ergodic"};
std::string to_string(DrawsUsed draws);
/// Throws Error naming `where`.
DrawsUsed draws_named(std::string_view name, const std::string& where);

/// The kinds that the sampler has, raw first.
std::vector<DrawsUsed> draws_of(const Descriptor& sampler);
/// `wanted` if the sampler has it, else weighted if it has that, else raw.
DrawsUsed available(DrawsUsed wanted, const Descriptor& sampler);
/// The state field that holds the positions of these draws.
std::string position_field(DrawsUsed draws, const Descriptor& sampler);

}  // namespace ergo
