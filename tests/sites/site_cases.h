#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/sites/site_states.h"
#include "core/sites/site_units.h"

namespace ergo {

/// A small target of each kind, or a sampler, with its settings.
struct SiteCase {
  std::string id;
  std::vector<SiteSetting> settings;
};

inline std::string text_of(const SiteCase& c) {
  std::string text = c.id;
  for (const SiteSetting& setting : c.settings) text += " " + setting.id + "=" + setting.text;
  return text;
}

inline std::vector<SiteCase> small_site_targets() {
  std::vector<SiteCase> cases;
  for (const SiteTargetUnit& unit : site_targets())
    for (const std::vector<SiteSetting>& settings : unit.small) cases.push_back({unit.id, settings});
  return cases;
}

/// Samplers at values where their steps differ; those without such a case at their defaults.
inline std::vector<SiteCase> site_sampler_cases() {
  std::vector<SiteCase> cases = {
      {"gibbs_sites", {}},
      {"gibbs_sites", {{"updates", 2}}},
      {"gibbs_sites", {{"scan", "systematic"}}},
      {"gibbs_sites", {{"scan", "systematic"}, {"updates", 4}}},
      {"block_gibbs", {}},
      {"swendsen_wang", {}},
      {"rwm_sites", {{"flips", 1.5}}},
      {"hamming_ball", {}},
      {"lb1_sites", {}},
      {"gwg", {}},
      {"gwg", {{"flips", 3}}},
      {"pas", {{"length", 1}}},
      {"pas", {{"length", 2}}},
      {"pas", {{"length", 2}, {"path", "fast"}}},
      {"dula_sites", {{"alpha", 0.3}}},
      {"dmala_sites", {{"alpha", 0.3}}},
      {"dmala_sites", {{"alpha", 2}, {"beta", 0.8}}},
      {"dlmc", {}},
      {"dlmc", {{"time", 3}, {"weight", "barker"}}},
      {"dlmc", {{"ratios", "exact"}}},
      {"dlmc", {{"metropolis", "off"}}},
      {"ab_sites", {{"sigma", 1}, {"alpha", 0.7}}},
      {"ab_sites", {{"sigma", 2}, {"alpha", 0.8}, {"order", "2"}}},
      {"ab_sites", {{"order", "2"}, {"diagonal", "shift"}}},
      {"ab_sites", {{"sigma", 5}, {"alpha", 0.7}, {"order", "2"}, {"diagonal", "max"}}},
      {"acs_sites", {{"cycle_length", 3}}},
      {"acs_pcd_sites", {{"cycle_length", 2}, {"steps", 2}}}};
  for (const SiteSamplerUnit& unit : site_samplers())
    if (std::ranges::count(cases, unit.id, &SiteCase::id) == 0) cases.push_back({unit.id, {}});
  return cases;
}

/// A pair that goes together; `sampler` has its target.
struct SitePairCase {
  std::string name;
  SiteCase sampler_case;
  std::shared_ptr<const SiteTarget> target;
  std::unique_ptr<SiteSampler> sampler;
};

/// All such, by what the samplers need.
inline std::vector<SitePairCase> small_site_pairs() {
  std::vector<SitePairCase> pairs;
  for (const SiteCase& t : small_site_targets())
    for (const SiteCase& s : site_sampler_cases()) {
      const auto target = make_site_target(t.id, t.settings);
      const auto unit = std::ranges::find(site_samplers(), s.id, &SiteSamplerUnit::id);
      const bool several_flips = s.id == "gwg" && !s.settings.empty();
      if (!lacking(unit->needs, *target).empty() || (several_flips && target->values() > 2)) continue;
      pairs.push_back(
          {text_of(s) + " on " + text_of(t), s, target, make_site_sampler(s.id, target, s.settings)});
    }
  return pairs;
}

}  // namespace ergo
