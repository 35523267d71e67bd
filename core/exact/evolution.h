#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/stop.h"
#include "core/config/journal.h"
#include "core/exact/cycle.h"

namespace ergo {

/// The distribution mu_t of infinitely many chains, step by step from the distribution of the run's start.
class Evolution {
 public:
  /// Keeps `kept` bytes of tables at most besides those of the present step. Throws Error as Cycle does, and
  /// where the start's distribution on the lattice is not known. Once `stop` is
  /// requested all calls return soon, and what they found is worth nothing.
  explicit Evolution(const RunConfig& config, StopToken stop = {}, std::size_t kept = Cycle::most_kept);

  /// Other parameters, sampler or target from the next step on; the distribution stays. Throws Error, leaving
  /// all as it was, where Cycle does or the lattice has other sides.
  void configure(const RunConfig& config);
  /// Throws Error, the distribution being that of the step before, as Cycle::phase() does.
  void advance(std::uint64_t steps);
  /// Goes on from a distribution that it had at this step.
  void resume(std::uint64_t step, std::vector<double> distribution) {
    step_ = step, distribution_ = std::move(distribution);
  }

  std::uint64_t step() const { return step_; }
  Sides sides() const { return target_->lattice()->sides(); }
  const std::vector<double>& distribution() const { return distribution_; }
  const std::vector<double>& target_distribution() const { return target_->lattice()->distribution(); }
  /// TV(mu_t, pi) = sum |mu_t - pi|/2
  double total_variation() const;

 private:
  std::size_t kept_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<Target> target_;
  std::unique_ptr<Cycle> cycle_;
  std::vector<double> distribution_;
  std::uint64_t step_ = 0;
};

/// The distribution along a run with its journal of edits. `Of`: Evolution or ConfigurationEvolution.
template <class Of>
class EvolutionOfRun {
 public:
  /// Throws Error as `Of` does.
  EvolutionOfRun(const RunConfig& initial, Journal journal)
      : config_(initial), journal_(std::move(journal)), evolution_(initial) {}

  /// Forwards; throws Error as configure() does.
  void advance_to(std::uint64_t step) {
    while (evolution_.step() < step) {
      for (; met_ < journal_.size() && journal_[met_].step <= evolution_.step(); ++met_) {
        apply(config_, journal_[met_].assignment);
        evolution_.configure(config_);
      }
      const bool edited = met_ < journal_.size() && journal_[met_].step < step;
      evolution_.advance((edited ? journal_[met_].step : step) - evolution_.step());
    }
  }
  const Of& now() const { return evolution_; }

 private:
  RunConfig config_;
  Journal journal_;
  std::size_t met_ = 0;  ///< entries
  Of evolution_;
};
using RunEvolution = EvolutionOfRun<Evolution>;

/// The distribution of a start on a lattice. Throws Error if the target lacks what the start needs, or the distribution
/// is not known.
std::vector<double> start_distribution(const RunConfig& config, const LatticeTarget& target);

}  // namespace ergo
