#include "core/site_plane/place_masses.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <list>
#include <mutex>

#include "core/sites/ising_density.h"
#include "core/sites/site_states.h"

namespace ergo {
namespace {

constexpr int most_columns = 6, most_transfer_columns = 12;
constexpr std::size_t most_summed = std::size_t{1} << 18;
constexpr double run_updates = 0x1p24;
constexpr std::size_t kept_masses = 16;

/// How many configurations of a grid have so many spins up and so many unlike pairs. It depends on no coupling.
std::shared_ptr<const IsingDensity> density_of_states(int side, bool torus) {
  struct Known {
    int side;
    bool torus;
    std::shared_ptr<const IsingDensity> density;
  };
  static std::mutex mutex;
  static std::vector<Known> known;
  const std::lock_guard lock(mutex);
  for (const Known& k : known)
    if (k.side == side && k.torus == torus) return k.density;
  known.push_back({side, torus, std::make_shared<const IsingDensity>(side, side, torus)});
  return known.back().density;
}

void normalise(std::vector<double>& mass) {
  double sum = 0;
  for (const double m : mass) sum += m;
  for (double& m : mass) m /= sum;
}

/// Sums of a number and its square over configurations, weighted.
struct MomentSums {
  double first = 0, second = 0;
  void add(double mass, double value) {
    first += mass * value;
    second += mass * value * value;
  }
  SiteMoments moments() const { return {first, std::sqrt(std::max(0.0, second - first * first))}; }
};

class ExactSums {
 public:
  void add(double mass, double energy, double level) {
    energy_.add(mass, energy);
    level_.add(mass, level);
    level_squared_.add(mass, level * level);
  }
  ExactMoments moments() const { return {energy_.moments(), level_.moments(), level_squared_.moments()}; }

 private:
  MomentSums energy_, level_, level_squared_;
};

PlaceMasses from_counts(const IsingDensity& density, double coupling, double field, const SiteStatistics& statistics) {
  const Sides cells = statistics.cells();
  PlaceMasses found{.mass = std::vector<double>(cells.count()),
                    .log_z = density.sums(coupling, field).log_z};
  ExactSums sums;
  for (int up = 0; up <= density.sites(); ++up)
    for (int unlike = 0; unlike <= density.edges(); ++unlike) {
      const auto count = static_cast<double>(density.count(up, unlike));
      if (count == 0) continue;
      const double log_weight = coupling * (density.edges() - 2 * unlike) + field * (2 * up - density.sites());
      const double mass = std::exp(std::log(count) + log_weight - found.log_z);
      found.mass[cells.index(statistics.place_of_counts(up, unlike))] += mass;
      sums.add(mass, -log_weight, static_cast<double>(2 * up - density.sites()) / density.sites());
    }
  found.moments = sums.moments();
  normalise(found.mass);
  return found;
}

PlaceMasses from_sums(const std::shared_ptr<const SiteTarget>& target, const SiteStatistics& statistics) {
  const auto kept_states = std::make_shared<const SiteStates>(target);
  const SiteStates& states = *kept_states;
  const std::vector<double> distribution = states.distribution();
  const Sides cells = statistics.cells();
  PlaceMasses found{.mass = std::vector<double>(cells.count()), .log_z = states.log_z()};
  found.draw = [kept_states](const SiteDraws& draws) { return kept_states->draw(draws); };
  ExactSums sums;
  for (std::size_t i = 0; i < distribution.size(); ++i) {
    const Configuration x = states.configuration(i);
    found.mass[cells.index(statistics.place(x))] += distribution[i];
    sums.add(distribution[i], states.energies()[i], mean_level(*target, x));
  }
  found.moments = sums.moments();
  return found;
}

const SiteSamplerUnit& champion(const SiteTarget& target) {
  const SiteSamplerUnit* chosen = nullptr;
  for (const char* id : {"swendsen_wang", "block_gibbs", "gibbs_sites"}) {
    chosen = &*std::ranges::find(site_samplers(), id, &SiteSamplerUnit::id);
    if (lacking(chosen->needs, target).empty()) break;
  }
  return *chosen;
}

PlaceMasses from_run(const ReferenceRun& run, const std::shared_ptr<const SiteTarget>& target,
                     const SiteStatistics& statistics) {
  std::vector<SiteSetting> settings;
  if (run.sampler->id == "gibbs_sites") settings = {{"scan", "systematic"}, {"updates", target->sites()}};
  const auto sampler = make_site_sampler(run.sampler->id, target, settings);
  const Sides cells = statistics.cells();
  ThreadPool pool;
  constexpr std::uint64_t seed = 31;
  SiteChains chains(*sampler, ReferenceRun::chains, seed, uniform_site_start(*target));
  chains.advance(run.left_out, pool);
  std::vector<std::atomic<std::uint32_t>> counts(cells.count());
  chains.advance(run.steps - run.left_out, pool, [&](std::size_t, const SiteChain& chain, const SiteStepReport&) {
    counts[cells.index(statistics.place(chain.x))].fetch_add(1, std::memory_order_relaxed);
  });
  PlaceMasses found{.mass = std::vector<double>(counts.begin(), counts.end())};
  normalise(found.mass);
  return found;
}

Parameters parameters_of(const SiteTargetUnit& unit, const SiteTargetValues& values) {
  return Parameters(unit.parameters, values.numbers);
}

bool is_narrow_ising(const SiteTargetUnit& unit, const SiteTargetValues& values, int columns) {
  return unit.id == "ising" && parameters_of(unit, values).integer("side") <= columns;
}

IsingGrid grid_of(const SiteTargetUnit& unit, const SiteTargetValues& values) {
  const Parameters p = parameters_of(unit, values);
  const int side = p.integer("side");
  return {side, side, p.integer("boundary") == 0, p["coupling"], p["field"]};
}

std::optional<ExactMoments> transfer_moments(const SiteTargetUnit& unit, const SiteTargetValues& values) {
  if (!is_narrow_ising(unit, values, most_transfer_columns)) return {};
  const IsingGrid grid = grid_of(unit, values);
  const IsingSums sums = ising_sums(grid);
  const double spin_variance = std::max(0.0, sums.spin_squared - sums.spin * sums.spin);
  return ExactMoments{.energy = {sums.energy(grid) * grid.rows * grid.columns},
                      .level = {sums.spin, std::sqrt(spin_variance)},
                      .level_squared = {sums.spin_squared}};
}

PlaceMasses masses_of(const SiteTargetUnit& unit, const SiteTargetValues& values,
                      const std::shared_ptr<const SiteTarget>& target, const SiteStatistics& statistics) {
  if (const auto run = reference_run(unit, values, *target)) {
    PlaceMasses found = from_run(*run, target, statistics);
    found.moments = transfer_moments(unit, values);
    if (const ExactSites* exact = target->exact()) {
      found.log_z = exact->log_normaliser();
      found.draw = [target](const SiteDraws& draws) { return target->exact()->draw(draws); };
    }
    return found;
  }
  if (!is_narrow_ising(unit, values, most_columns)) return from_sums(target, statistics);
  const IsingGrid grid = grid_of(unit, values);
  PlaceMasses found =
      from_counts(*density_of_states(grid.rows, grid.torus), grid.coupling, grid.field, statistics);
  const auto exact = std::make_shared<const IsingDraws>(grid);
  found.draw = [exact](const SiteDraws& draws) { return exact->draw(draws); };
  return found;
}

}  // namespace

namespace {

/// Of the update of one site, in units of that of a spin with a few neighbours.
double relative_cost(const SiteTarget& target) {
  if (target.pairs()) return 1;
  if (target.hidden_layer()) return 1 + target.hidden_layer()->units() / 8.0;
  constexpr double quadratic = 16, other = 128;
  return target.constant_hessian().empty() ? other : quadratic;
}

}  // namespace

std::optional<ReferenceRun> reference_run(const SiteTargetUnit& unit, const SiteTargetValues& values,
                                          const SiteTarget& target) {
  const double log_configurations = target.sites() * std::log2(target.values());
  if (is_narrow_ising(unit, values, most_columns) ||
      log_configurations <= std::log2(static_cast<double>(most_summed)))
    return {};
  const double updates = run_updates / relative_cost(target);
  const auto steps = std::max<std::uint64_t>(
      16, static_cast<std::uint64_t>(updates / (static_cast<double>(ReferenceRun::chains) * target.sites())));
  return ReferenceRun{&champion(target), steps, (steps + 3) / 4};
}

std::shared_ptr<const PlaceMasses> place_masses(const SiteTargetUnit& unit, const SiteTargetValues& values,
                                                const std::shared_ptr<const SiteTarget>& target,
                                                const SiteStatistics& statistics) {
  struct Entry {
    std::once_flag once;
    std::shared_ptr<const PlaceMasses> masses;
  };
  struct Kept {
    std::string id;
    SiteTargetValues values;
    std::shared_ptr<Entry> entry;
  };
  static std::mutex mutex;
  static std::list<Kept> kept;  // the last one asked for first
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex);
    const auto found =
        std::ranges::find_if(kept, [&](const Kept& k) { return k.id == unit.id && k.values == values; });
    if (found != kept.end())
      kept.splice(kept.begin(), kept, found);
    else
      kept.push_front({unit.id, values, std::make_shared<Entry>()});
    if (kept.size() > kept_masses) kept.pop_back();
    entry = kept.front().entry;
  }
  std::call_once(entry->once, [&] {
    entry->masses = std::make_shared<const PlaceMasses>(masses_of(unit, values, target, statistics));
  });
  return entry->masses;
}

}  // namespace ergo
