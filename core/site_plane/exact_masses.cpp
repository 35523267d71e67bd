#include "core/site_plane/exact_masses.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/sites/ising_density.h"
#include "core/sites/ising_formulas.h"
#include "core/sites/site_states.h"

namespace ergo {
namespace {

constexpr int most_columns = 6, most_transfer_columns = 12;
constexpr double most_sum_work = 0x1p32;

/// How many configurations of a grid have so many spins up and so many unlike pairs. It depends on no
/// coupling.
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

/// Sums of a number and its square over configurations, weighted.
struct MomentSums {
  double first = 0, second = 0;
  void add(double mass, double value) {
    first += mass * value;
    second += mass * value * value;
  }
  void add(const MomentSums& other) {
    first += other.first;
    second += other.second;
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
  void add(const ExactSums& other) {
    energy_.add(other.energy_);
    level_.add(other.level_);
    level_squared_.add(other.level_squared_);
  }
  ConfigurationMoments moments() const {
    return {energy_.moments(), level_.moments(), level_squared_.moments()};
  }

 private:
  MomentSums energy_, level_, level_squared_;
};

PlaceMasses from_counts(const IsingDensity& density, double coupling, double field,
                        const SiteStatistics& statistics) {
  const Sides cells = statistics.cells();
  const double log_z = density.sums(coupling, field).log_z;
  PlaceMasses found{.mass = std::vector<double>(cells.count()), .log_z = log_z};
  ExactSums sums;
  double all = 0;
  for (int up = 0; up <= density.sites(); ++up)
    for (int unlike = 0; unlike <= density.edges(); ++unlike) {
      const auto count = static_cast<double>(density.count(up, unlike));
      if (count == 0) continue;
      const double log_weight =
          coupling * (density.edges() - 2 * unlike) + field * (2 * up - density.sites());
      const double mass = std::exp(std::log(count) + log_weight - log_z);
      found.mass[cells.index(statistics.place_of_counts(up, unlike))] += mass;
      sums.add(mass, -log_weight, static_cast<double>(2 * up - density.sites()) / density.sites());
      all += mass;
    }
  found.moments = sums.moments();
  for (double& mass : found.mass) mass /= all;
  return found;
}

/// A share of all configurations. The shares are as many on every machine, so that sums round alike.
struct SumShare {
  std::vector<double> mass;
  ExactSums sums;
};
constexpr std::size_t sum_shares = 64;

PlaceMasses from_sums(const std::shared_ptr<const SiteTarget>& target, const SiteStatistics& statistics) {
  const auto states = std::make_shared<const SiteStates>(target);
  const Sides cells = statistics.cells();
  std::vector<SumShare> parts(sum_shares);
  ThreadPool pool(states->count() < 4096 ? 1 : 0);
  pool.for_blocks(sum_shares, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part) {
      SumShare& share = parts[part];
      share.mass.resize(cells.count());
      const std::size_t begin = states->count() * part / sum_shares,
                        end = states->count() * (part + 1) / sum_shares;
      if (begin == end) continue;
      states->visit(begin, end, [&](std::size_t index, ConfigurationView x) {
        const double p = states->probability(index);
        share.mass[cells.index(statistics.place(x))] += p;
        share.sums.add(p, states->energies()[index], mean_level(*target, x));
      });
    }
  });
  PlaceMasses found{.mass = std::vector<double>(cells.count()), .log_z = states->log_z()};
  ExactSums sums;
  for (const SumShare& share : parts) {
    for (std::size_t i = 0; i < found.mass.size(); ++i) found.mass[i] += share.mass[i];
    sums.add(share.sums);
  }
  found.moments = sums.moments();
  found.draw = [states](const SiteDraws& draws) { return states->draw(draws); };
  found.numbers = 2 * states->count();
  return found;
}

bool is_narrow(const std::optional<IsingGrid>& grid, int columns) { return grid && grid->columns <= columns; }

void add_transfer_numbers(PlaceMasses& masses, const IsingGrid& grid) {
  const IsingSums sums = ising_sums(grid);
  const double spin_variance = std::max(0.0, sums.spin_squared - sums.spin * sums.spin);
  masses.log_z = sums.log_z;
  masses.moments = {.energy = {sums.energy(grid) * grid.rows * grid.columns},
                    .level = {sums.spin, std::sqrt(spin_variance)},
                    .level_squared = {sums.spin_squared}};
}

}  // namespace

std::optional<IsingGrid> ising_grid(const SiteTargetUnit& unit, const SiteTargetValues& values) {
  if (unit.id != "ising") return {};
  const Parameters p(unit.parameters, values.numbers);
  const int side = p.integer("side");
  return IsingGrid{side, side, p.integer("boundary") == 0, p["coupling"], p["field"]};
}

std::optional<TorusNumbers> torus_numbers(int rows, int columns, double coupling) {
  const bool bipartite = rows % 2 == 0 && columns % 2 == 0;
  const double size = bipartite ? std::abs(coupling) : coupling;
  if (rows < 3 || columns < 3 || size < least_formula_coupling || size > most_formula_coupling) return {};
  const IsingFormula formula = kaufman_torus(rows, columns, size);
  return TorusNumbers{formula.log_z, -size * formula.bonds * rows * columns};
}

std::optional<TorusNumbers> infinite_grid_numbers(const IsingGrid& grid) {
  const double size = std::abs(grid.coupling);
  if (grid.field != 0 || size < least_formula_coupling || size > most_formula_coupling) return {};
  const IsingFormula formula = onsager_grid(size);
  const double spins = static_cast<double>(grid.rows) * grid.columns;
  return TorusNumbers{spins * formula.log_z, -spins * size * formula.bonds};
}

bool has_exact_masses(const SiteTargetUnit& unit, const SiteTargetValues& values, const SiteTarget& target) {
  if (is_narrow(ising_grid(unit, values), most_columns)) return true;
  constexpr double of_place = 60;  // besides E, where it is of pairs as much again
  const double configurations = std::pow(target.values(), target.sites());
  const double work = target.work().energy * (target.pairs() ? 2 : 1) + of_place;
  return configurations <= static_cast<double>(SiteStates::most) && configurations * work <= most_sum_work;
}

PlaceMasses exact_masses(const SiteTargetUnit& unit, const SiteTargetValues& values,
                         const std::shared_ptr<const SiteTarget>& target, const SiteStatistics& statistics) {
  const auto grid = ising_grid(unit, values);
  if (!is_narrow(grid, most_columns)) return from_sums(target, statistics);
  PlaceMasses found =
      from_counts(*density_of_states(grid->rows, grid->torus), grid->coupling, grid->field, statistics);
  const auto exact = std::make_shared<const IsingDraws>(*grid);
  found.draw = [exact](const SiteDraws& draws) { return exact->draw(draws); };
  return found;
}

void add_exact_numbers(PlaceMasses& masses, const SiteTargetUnit& unit, const SiteTargetValues& values,
                       const std::shared_ptr<const SiteTarget>& target) {
  const auto grid = ising_grid(unit, values);
  if (is_narrow(grid, most_transfer_columns)) {
    add_transfer_numbers(masses, *grid);
  } else if (grid && grid->field == 0) {
    masses.moments.level.mean = 0;  // a configuration and its mirror image are alike likely
    const auto torus = grid->torus ? torus_numbers(grid->rows, grid->columns, grid->coupling) : std::nullopt;
    if (torus) {
      masses.log_z = torus->log_z;
      masses.moments.energy.mean = torus->energy;
    }
  }
  if (const ExactSites* exact = target->exact()) {
    masses.log_z = exact->log_normaliser();
    masses.draw = [target](const SiteDraws& draws) { return target->exact()->draw(draws); };
  }
}

}  // namespace ergo
