#include "core/site_plane/place_masses.h"

#include <algorithm>
#include <list>
#include <mutex>

#include "core/site_plane/exact_masses.h"
#include "core/site_plane/reference_run.h"

namespace ergo {
namespace {

PlaceMasses masses_of(const SiteTargetUnit& unit, const SiteTargetValues& values,
                      const std::shared_ptr<const SiteTarget>& target, const SiteStatistics& statistics) {
  if (has_exact_masses(unit, values, *target)) return exact_masses(unit, values, target, statistics);
  PlaceMasses found = run_masses(reference_run(*target), target, statistics);
  add_exact_numbers(found, unit, values, target);
  return found;
}

struct KeptMasses {
  KeptMasses(std::string of, SiteTargetValues with) : id(std::move(of)), values(std::move(with)) {}
  std::string id;
  SiteTargetValues values;
  std::once_flag once;
  std::shared_ptr<const PlaceMasses> masses;  ///< null until they are found
};

std::mutex kept_mutex;
std::list<std::shared_ptr<KeptMasses>> kept_entries;  // the last one asked for first

/// The entry of a target, first in the list; null if there is none. Needs the mutex.
std::shared_ptr<KeptMasses> entry_of(const SiteTargetUnit& unit, const SiteTargetValues& values) {
  const auto found = std::ranges::find_if(
      kept_entries, [&](const auto& kept) { return kept->id == unit.id && kept->values == values; });
  if (found == kept_entries.end()) return nullptr;
  kept_entries.splice(kept_entries.begin(), kept_entries, found);
  return kept_entries.front();
}

/// Forgets those that nobody has asked for for long. Needs the mutex.
void forget_some() {
  constexpr std::size_t most_entries = 16, most_numbers = std::size_t{1} << 24;
  const auto numbers = [] {
    std::size_t sum = 0;
    for (const auto& kept : kept_entries) sum += kept->masses ? kept->masses->numbers : 0;
    return sum;
  };
  while (kept_entries.size() > most_entries || (kept_entries.size() > 1 && numbers() > most_numbers))
    kept_entries.pop_back();
}

}  // namespace

std::shared_ptr<const PlaceMasses> place_masses(const SiteTargetUnit& unit, const SiteTargetValues& values,
                                                const std::shared_ptr<const SiteTarget>& target,
                                                const SiteStatistics& statistics) {
  std::unique_lock lock(kept_mutex);
  std::shared_ptr<KeptMasses> entry = entry_of(unit, values);
  if (!entry) entry = kept_entries.emplace_front(std::make_shared<KeptMasses>(unit.id, values));
  lock.unlock();
  std::call_once(entry->once, [&] {
    auto found = std::make_shared<const PlaceMasses>(masses_of(unit, values, target, statistics));
    const std::lock_guard while_told(kept_mutex);
    entry->masses = std::move(found);
    forget_some();
  });
  return entry->masses;
}

std::shared_ptr<const PlaceMasses> kept_place_masses(const SiteTargetUnit& unit,
                                                     const SiteTargetValues& values) {
  const std::lock_guard lock(kept_mutex);
  const std::shared_ptr<KeptMasses> entry = entry_of(unit, values);
  return entry ? entry->masses : nullptr;
}

}  // namespace ergo
