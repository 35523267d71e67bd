#include "core/unit/registry.h"

#include <algorithm>

#include "core/base/error.h"

namespace ergo {

namespace {

template <class Interface>
const Unit<Interface>& find_unit(const std::vector<Unit<Interface>>& units, std::string_view id,
                                 const std::string& kind) {
  const auto id_of = [](const Unit<Interface>& unit) { return unit.descriptor.id; };
  const auto found = std::ranges::find(units, id, id_of);
  if (found != units.end()) return *found;
  std::vector<std::string> ids;
  std::ranges::transform(units, std::back_inserter(ids), id_of);
  throw Error(id.empty() ? kind + " is empty" : "unknown " + kind, std::string(id), legal_words(id, ids),
              kind);
}

template <class Interface>
std::vector<Unit<Interface>> of_space(const std::vector<Unit<Interface>>& units, Space space) {
  std::vector<Unit<Interface>> found;
  std::ranges::copy_if(units, std::back_inserter(found),
                       [&](const Unit<Interface>& unit) { return unit.descriptor.space == space; });
  return found;
}

}  // namespace

std::vector<TargetUnit> targets(Space space) { return of_space(targets(), space); }
std::vector<SamplerUnit> samplers(Space space) { return of_space(samplers(), space); }

namespace {

bool runs_on(const SamplerUnit& sampler, const Target& target) try {
  sampler.make()->check(target);
  return true;
} catch (const Error&) {
  return false;
}

std::vector<UnitPair> pairs_of(const std::vector<TargetUnit>& targets, const std::vector<SamplerUnit>& samplers) {
  std::vector<UnitPair> pairs;
  for (const auto& target : targets) {
    const auto made = target.make();
    for (const auto& sampler : samplers)
      if (sampler.descriptor.space == target.descriptor.space && runs_on(sampler, *made))
        pairs.push_back({target, sampler});
  }
  return pairs;
}

}  // namespace

std::vector<UnitPair> unit_pairs() { return pairs_of(targets(), samplers()); }
std::vector<UnitPair> kernel_pairs() { return pairs_of(kernel_targets(), kernel_samplers()); }

const TargetUnit& target_unit(std::string_view id) { return find_unit(targets(), id, "target"); }
const SamplerUnit& sampler_unit(std::string_view id) { return find_unit(samplers(), id, "sampler"); }
const StartUnit& start_unit(std::string_view id) { return find_unit(starts(), id, "start"); }

}  // namespace ergo
