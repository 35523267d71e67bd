#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/sites/site_sampler.h"
#include "core/unit/adaptation.h"
#include "core/unit/cyclical_schedule.h"

namespace ergo {

/// A value for a parameter, as its text: {"side", 5}, {"boundary", "open"}.
struct SiteSetting {
  SiteSetting(std::string id, std::string value) : id(std::move(id)), text(std::move(value)) {}
  SiteSetting(std::string id, const char* value) : id(std::move(id)), text(value) {}
  SiteSetting(std::string id, double value) : id(std::move(id)), text(number_text(value)) {}
  SiteSetting(std::string id, int value) : id(std::move(id)), text(number_text(value)) {}
  std::string id, text;
};

/// A target by name, with its parameters.
struct SiteTargetUnit {
  std::string id, title, doc, source;
  std::vector<Parameter> parameters;
  std::shared_ptr<const SiteTarget> (*make)(const Parameters& parameters);
  /// Settings of cases so small that all configurations can be summed over, for tests and `ergo verify`.
  std::vector<std::vector<SiteSetting>> small;
  std::string content = {};  ///< id of a content that takes the place of other parameters where it is given
  std::vector<std::string> beside_content = {};  ///< ids of those that stay
  /// The parameters that count, with or without the content.
  std::vector<Parameter> parameters_beside(bool given) const;
};

/// What a sampler asks of a target besides energy, changes and gradient.
struct SiteNeeds {
  bool two_values = false;
  bool attracting_pairs = false;  ///< pairs(), with K >= 0
  bool blocks_or_hidden = false;  ///< blocks() or hidden_layer()
};

/// Passes of a sampler's kernel through all changes of E by one site, found to first order or exactly, and through all
/// pairs of sites, which it joins in trees.
struct SitePasses {
  int first_order = 0, exact = 0, pairs = 0;
};

/// What a step costs where a sampler keeps what it found at x. Evaluations of E or its gradient count 1. So do all
/// changes of E by one site, to any of its values, as they are about the same sums; those of a single one of n sites
/// count 1/n. A pass over all pairs counts 1. Products with a sampler's own matrix are not counted.
struct SiteCost {
  double gradients = 0, single_sites = 0;
};
inline SiteCost one_gradient(const Parameters&) { return {.gradients = 1}; }

/// A sampler by name, with its parameters.
struct SiteSamplerUnit {
  std::string id, title, doc, source;
  std::vector<Parameter> parameters;
  SiteNeeds needs;
  std::unique_ptr<SiteSampler> (*make)(std::shared_ptr<const SiteTarget> target,
                                       const Parameters& parameters);
  SiteCost (*cost)(const Parameters& parameters);  ///< of one step; a mean where steps differ
  bool rejects = false;  ///< whether a step makes one proposal, in room.proposal, and accepts or rejects it
  std::vector<CyclePhase> (*cycle)(const Parameters& parameters) = nullptr;  ///< as Sampler::cycle()
  std::optional<Adaptation> adaptation = {};
  std::string (*remark)(const Parameters& parameters) = nullptr;  ///< as Descriptor::remark
  /// Of the kernel's text: how often a step goes through all changes of one site, at most.
  SitePasses (*passes)(const Parameters& parameters) = nullptr;
};

/// All there are, sorted by id. The build writes the lists: a unit is a line `SiteTargetUnit <id>_unit() {` in
/// core/site_targets or `SiteSamplerUnit <id>_unit() {` in core/site_samplers, and nothing else names it.
std::span<const SiteTargetUnit> site_targets();
std::span<const SiteSamplerUnit> site_samplers();
/// Throws Error for an unknown id.
const SiteSamplerUnit& site_sampler_unit(const std::string& id);

/// What `needs` asks for and the target lacks, in words; empty if nothing.
std::string lacking(const SiteNeeds& needs, const SiteTarget& target);

/// A target or sampler by id, as in
///   const auto target = make_site_target("ising", {{"side", 5}, {"coupling", 0.2}, {"field", 0.2}});
///   const auto sampler = make_site_sampler("dmala_sites", target, {{"alpha", 0.6}});
///
/// Parameters not set have their defaults. Throws Error for an unknown id or parameter, a value out of range,
/// values that do not go together, and a target that lacks what the sampler needs.
std::shared_ptr<const SiteTarget> make_site_target(const std::string& id,
                                                   std::span<const SiteSetting> settings = {});
std::unique_ptr<SiteSampler> make_site_sampler(const std::string& id,
                                               std::shared_ptr<const SiteTarget> target,
                                               std::span<const SiteSetting> settings = {});
inline std::shared_ptr<const SiteTarget> make_site_target(const std::string& id,
                                                          std::initializer_list<SiteSetting> settings) {
  return make_site_target(id, std::span(settings.begin(), settings.size()));
}
inline std::unique_ptr<SiteSampler> make_site_sampler(const std::string& id,
                                                      std::shared_ptr<const SiteTarget> target,
                                                      std::initializer_list<SiteSetting> settings) {
  return make_site_sampler(id, std::move(target), std::span(settings.begin(), settings.size()));
}

}  // namespace ergo
