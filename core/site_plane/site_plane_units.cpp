#include "core/site_plane/site_plane_units.h"

#include <algorithm>

#include "core/site_plane/site_stepper.h"

namespace ergo {
namespace {

/// Whether the sampler keeps its target where its parameters have their defaults.
bool is_exact(const SiteSamplerUnit& unit) {
  for (const SiteTargetUnit& of : site_targets()) {
    const auto target = make_site_target(of.id);
    if (lacking(unit.needs, *target).empty()) return make_site_sampler(unit.id, target)->exact();
  }
  return true;
}

template <class Unit>
Descriptor described(const Unit& unit) {
  Descriptor d;
  d.id = unit.id;
  d.title = unit.title;
  d.doc = unit.doc;
  d.source = unit.source;
  d.space = Space::sites;
  d.parameters = unit.parameters;
  return d;
}

SamplerUnit stepped(const SiteSamplerUnit& unit) {
  Descriptor d = described(unit);
  d.channels = site_channels();
  d.claims.distribution = is_exact(unit) ? Distribution::exact : Distribution::biased;
  if (unit.rejects) {
    d.claims.acceptance_channel = "acceptance_rate";
    d.claims.decision_channel = "flips";
  }
  if (find_parameter(d, "metropolis") >= 0) d.claims.metropolis_parameter = "metropolis";
  d.adaptation = unit.adaptation;
  if (unit.remark) d.remark = unit.remark;
  d.gradients_per_step = [&unit](const Parameters& p) { return unit.cost(p).gradients; };
  d.single_sites_per_step = [&unit](const Parameters& p) { return unit.cost(p).single_sites; };
  d.uses_gradient = [](const Parameters&) { return false; };  // none that the run's noise is added to
  return {std::move(d), [&unit](const Parameters& p) { return std::make_unique<SiteStepper>(unit, p); }};
}

TargetUnit seen(const SiteTargetUnit& unit) {
  TargetUnit target{described(unit), [&unit](const Parameters& p) { return SitePlane::made(unit, p); }};
  if (!unit.content.empty())
    target.describe = [&unit](const Contents& contents, const std::string&) {
      Descriptor d = described(unit);
      d.parameters = unit.parameters_beside(contents.contains(unit.content));
      return d;
    };
  return target;
}

}  // namespace

std::vector<TargetUnit> site_plane_targets() {
  std::vector<TargetUnit> units;
  std::ranges::transform(site_targets(), std::back_inserter(units), seen);
  return units;
}

std::vector<SamplerUnit> site_plane_samplers() {
  std::vector<SamplerUnit> units;
  std::ranges::transform(site_samplers(), std::back_inserter(units), stepped);
  return units;
}

}  // namespace ergo
