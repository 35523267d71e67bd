#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"

namespace ergo {

/// A run of chains on configurations of sites, by its assignments.
struct SiteRun {
  std::string target = "ising", sampler = "gibbs_sites", start = "random";
  std::vector<SiteSetting> target_settings = {}, sampler_settings = {};
  std::size_t chains = 64;
  std::uint64_t seed = 1;

  /// All assignments, in an order in which they can be made.
  std::vector<std::pair<std::string, std::string>> assignments() const;
};

inline constexpr std::size_t most_site_chains = 10'000'000;

/// Sets `target`, `target.<id>`, `sampler`, `sampler.<id>`, `start`, `chains` or `seed`. Another target or
/// sampler has its own defaults. Throws Error for another path, and for a value that is not legal where that
/// can be told at once.
void set(SiteRun& run, const std::string& path, const std::string& value);

/// Whether a target or a sampler has this name.
bool is_site_unit(const std::string& id);

/// Starts by name: random, all values of a site equally likely; lowest and highest, all sites with their
/// first or last value; exact, drawn from the target, for up to 2^22 configurations.
const std::vector<std::string>& site_start_names();
/// Throws Error for an unknown name, and for exact draws from a target with too many configurations.
SiteStart site_start(const std::string& name, std::shared_ptr<const SiteTarget> target);

/// q^n, no larger than `most` + 1.
std::size_t configurations(const SiteTarget& target, std::size_t most);

/// Means under the target, where they can be summed up.
struct ExactSiteMeans {
  double energy, level, level_squared;
};
/// From all configurations if there are at most 2^22, else for an Ising grid of up to 12 columns from its
/// transfer matrix; nothing for other targets.
std::optional<ExactSiteMeans> exact_means(const SiteRun& run, std::shared_ptr<const SiteTarget> target);

}  // namespace ergo
