#include "core/unit/draws_used.h"

#include <algorithm>

#include "core/base/error.h"

namespace ergo {

std::string to_string(DrawsUsed draws) { return draws_names[static_cast<std::size_t>(draws)]; }

DrawsUsed draws_named(std::string_view name, const std::string& where) {
  const std::vector<std::string> names(draws_names.begin(), draws_names.end());
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw Error("unknown value", std::string(name), legal_words(name, names), where);
  return static_cast<DrawsUsed>(found - names.begin());
}

std::vector<DrawsUsed> draws_of(const Descriptor& sampler) {
  std::vector<DrawsUsed> draws = {DrawsUsed::raw};
  if (!sampler.claims.time_weight_channel.empty()) draws.push_back(DrawsUsed::weighted);
  if (!sampler.claims.reservoir_field.empty()) draws.push_back(DrawsUsed::reservoir);
  if (!sampler.claims.ergodic_field.empty()) draws.push_back(DrawsUsed::ergodic);
  return draws;
}

DrawsUsed available(DrawsUsed wanted, const Descriptor& sampler) {
  const auto draws = draws_of(sampler);
  for (const DrawsUsed candidate : {wanted, DrawsUsed::weighted})
    if (std::ranges::find(draws, candidate) != draws.end()) return candidate;
  return DrawsUsed::raw;
}

std::string position_field(DrawsUsed draws, const Descriptor& sampler) {
  if (draws == DrawsUsed::reservoir) return sampler.claims.reservoir_field;
  if (draws == DrawsUsed::ergodic) return sampler.claims.ergodic_field;
  return "x";
}

}  // namespace ergo
