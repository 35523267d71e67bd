#include "core/sites/site_units.h"

#include <algorithm>

#include "core/base/error.h"

namespace ergo {

namespace {

template <class Unit>
const Unit& site_unit(std::span<const Unit> units, const std::string& id, const std::string& kind) {
  const auto found = std::ranges::find(units, id, &Unit::id);
  if (found != units.end()) return *found;
  std::vector<std::string> ids;
  for (const Unit& unit : units) ids.push_back(unit.id);
  throw Error("unknown " + kind, id, legal_words(id, ids), "");
}

std::vector<double> setting_values(std::span<const Parameter> declared, std::span<const SiteSetting> settings,
                                   const std::string& unit) {
  std::vector<double> values = initial_values(declared);
  for (const SiteSetting& setting : settings) {
    const auto found = std::ranges::find(declared, setting.id, &Parameter::id);
    if (found == declared.end()) {
      std::vector<std::string> ids;
      for (const Parameter& parameter : declared) ids.push_back(parameter.id);
      throw Error("unknown parameter", setting.id, legal_words(setting.id, ids), unit);
    }
    values[static_cast<std::size_t>(found - declared.begin())] = parse_value(*found, setting.text, unit);
  }
  return values;
}

}  // namespace

std::vector<Parameter> SiteTargetUnit::parameters_beside(bool given) const {
  std::vector<Parameter> kept;
  for (const Parameter& p : parameters)
    if (!given || p.id == content || std::ranges::count(beside_content, p.id) > 0) kept.push_back(p);
  return kept;
}

const SiteSamplerUnit& site_sampler_unit(const std::string& id) { return site_unit(site_samplers(), id, "sampler"); }

std::string lacking(const SiteNeeds& needs, const SiteTarget& target) {
  if (needs.two_values && target.values() != 2) return "two values for each site";
  if (needs.attracting_pairs && !(target.pairs() && target.pairs()->attraction >= 0))
    return "pairs of sites that attract each other";
  if (needs.blocks_or_hidden && !target.hidden_layer() && target.blocks().empty())
    return "hidden units or blocks of independent sites";
  return "";
}

std::shared_ptr<const SiteTarget> make_site_target(const std::string& id,
                                                   std::span<const SiteSetting> settings) {
  const SiteTargetUnit& unit = site_unit(site_targets(), id, "target");
  const auto values = setting_values(unit.parameters, settings, id);
  return unit.make(Parameters(unit.parameters, values));
}

std::unique_ptr<SiteSampler> make_site_sampler(const std::string& id,
                                               std::shared_ptr<const SiteTarget> target,
                                               std::span<const SiteSetting> settings) {
  const SiteSamplerUnit& unit = site_sampler_unit(id);
  const std::string lacks = lacking(unit.needs, *target);
  if (!lacks.empty())
    throw Error("the target does not go with the sampler", id, "a target with " + lacks, "");
  const auto values = setting_values(unit.parameters, settings, id);
  return unit.make(std::move(target), Parameters(unit.parameters, values));
}

}  // namespace ergo
