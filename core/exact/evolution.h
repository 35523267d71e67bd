#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/config/journal.h"
#include "core/exact/cycle.h"

namespace ergo {

/// The law mu_t of infinitely many chains, step by step from the law of the run's start: what any number of
/// chains samples.
class Evolution {
 public:
  /// Keeps `kept` bytes of tables at most besides those of the present step. Throws Error as Cycle does, and
  /// where the start's law on the lattice is not known. Once `stop` is
  /// requested all calls return soon, and what they found is worth nothing.
  explicit Evolution(const RunConfig& config, std::stop_token stop = {}, std::size_t kept = Cycle::most_kept);

  /// Other parameters, sampler or target from the next step on; the law stays. Throws Error, leaving all as
  /// it was, where Cycle does or the lattice has other sides.
  void configure(const RunConfig& config);
  /// Throws Error, the law being that of the step before, as Cycle::phase() does.
  void advance(std::uint64_t steps);
  /// Goes on from a law that it had at this step.
  void resume(std::uint64_t step, std::vector<double> law) { step_ = step, law_ = std::move(law); }

  std::uint64_t step() const { return step_; }
  Sides sides() const { return target_->lattice()->sides(); }
  const std::vector<double>& law() const { return law_; }
  const std::vector<double>& target_law() const { return target_->lattice()->law(); }
  /// TV(mu_t, pi) = sum |mu_t - pi|/2
  double total_variation() const;

 private:
  std::size_t kept_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<Target> target_;
  std::unique_ptr<Cycle> cycle_;
  std::vector<double> law_;
  std::uint64_t step_ = 0;
};

/// That of a run, which meets its journal on the way.
class RunEvolution {
 public:
  /// Throws Error as Evolution does.
  RunEvolution(const RunConfig& initial, Journal journal);
  /// Forwards; throws Error as configure() does.
  void advance_to(std::uint64_t step);
  const Evolution& now() const { return evolution_; }

 private:
  RunConfig config_;
  Journal journal_;
  std::size_t met_ = 0;  ///< entries
  Evolution evolution_;
};

/// The law of a start on a lattice. Throws Error where the target lacks what the start needs or the law is
/// not known.
std::vector<double> start_law(const RunConfig& config, const LatticeTarget& target);

}  // namespace ergo
