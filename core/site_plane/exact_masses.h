#pragma once

#include "core/site_plane/place_masses.h"
#include "core/sites/ising_transfer.h"

namespace ergo {

/// place_masses() where has_exact_masses().
PlaceMasses exact_masses(const SiteTargetUnit& unit, const SiteTargetValues& values,
                         const std::shared_ptr<const SiteTarget>& target, const SiteStatistics& statistics);

/// Adds log Z, moments and draws that are known exactly although the masses are not.
void add_exact_numbers(PlaceMasses& masses, const SiteTargetUnit& unit, const SiteTargetValues& values,
                       const std::shared_ptr<const SiteTarget>& target);

/// log Z and the mean of E by Kaufman's formula, of the torus with this many rows and columns without a field.
/// Nothing with fewer than 3 of either, and for couplings that the formula is not for. With an even number of
/// rows and of columns J and -J give the same E up to a change of every other spin.
struct TorusNumbers {
  double log_z, energy;
};
std::optional<TorusNumbers> torus_numbers(int rows, int columns, double coupling);

/// The same per spin times the number of spins, of the infinite grid without a field (Onsager): what a large
/// grid tends to, whatever its boundary. Nothing for other couplings than the formula's.
std::optional<TorusNumbers> infinite_grid_numbers(const IsingGrid& grid);

/// The Ising grid that a target is; nothing if it is none.
std::optional<IsingGrid> ising_grid(const SiteTargetUnit& unit, const SiteTargetValues& values);

}  // namespace ergo
