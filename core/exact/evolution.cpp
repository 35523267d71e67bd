#include "core/exact/evolution.h"

#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/exact/spectrum.h"

namespace ergo {

std::vector<double> start_distribution(const RunConfig& config, const LatticeTarget& target) {
  const auto start = make_start(config);
  start->check(target);
  auto distribution = start->distribution(target);
  if (distribution.empty())
    throw Error("the distribution of this start is not known on a lattice:", config.start.id,
                "exact, highest, lowest, mode, normal, point, uniform", "start");
  return distribution;
}

Evolution::Evolution(const RunConfig& config, StopToken stop, std::size_t kept)
    : kept_(kept), pool_(std::make_unique<ThreadPool>(0, std::move(stop))), target_(make_target(config)) {
  const LatticeTarget& lattice = lattice_of(config, *target_);
  cycle_ = std::make_unique<Cycle>(config, lattice, *pool_, kept_);
  distribution_ = start_distribution(config, lattice);
}

void Evolution::configure(const RunConfig& config) {
  auto target = make_target(config);
  const LatticeTarget& lattice = lattice_of(config, *target);
  if (lattice.sides() != sides())
    throw Error("the lattice has other sides:",
                std::to_string(lattice.sides().x) + " x " + std::to_string(lattice.sides().y),
                std::to_string(sides().x) + " x " + std::to_string(sides().y) + ", or a new start", "target");
  cycle_ = std::make_unique<Cycle>(config, lattice, *pool_, kept_);
  target_ = std::move(target);
}

void Evolution::advance(std::uint64_t steps) {
  for (const std::uint64_t end = step_ + steps; step_ < end; ++step_)
    distribution_ = cycle_->apply(distribution_, static_cast<std::size_t>(step_ % cycle_->steps()));
}

double Evolution::total_variation() const {
  return ergo::total_variation(distribution_, target_distribution());
}

}  // namespace ergo
