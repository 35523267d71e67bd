#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/start_positions.h"
#include "core/maths/time_averages.h"
#include "core/run/swept_values.h"

namespace ergo {

/// "least", "x", "y", "energy": whose effective sample size is meant; least: the smallest of the others.
const std::vector<std::string>& swept_quantities();

/// What was found at one value of the parameter.
struct SweepPoint {
  double value = 0;
  bool done = false;          ///< otherwise what follows is what is known so far, if `steps` is not 0
  Estimate ess_per_gradient;  ///< of one chain; NaN where more than 1 % of the chains diverge
  /// Otherwise ess_per_gradient is that of averages over `steps` steps, and has no error: see ParameterSweep.
  bool settled = false;
  std::string slowest;        ///< the quantity with this effective sample size
  double gradients_per_step = 0;
  Estimate acceptance;        ///< NaN if the sampler has none
  /// Mean of x, y or the energy less that of the target, in the target's standard deviations, where it is farthest.
  Estimate bias;
  std::string biased;         ///< that quantity
  std::uint64_t steps = 0;    ///< over which the averages go
  std::uint64_t diverged = 0;  ///< chains, which are left out
};

/// A tuning curve: effective sample size per gradient evaluation against one of the sampler's numbers; everything else
/// is as in the run. At each value all chains start from the same exact draws of the target, and all random numbers are
/// the same. Averages go over the second half of the steps, so that momenta, thermostats and biased samplers have the
/// first half to find their own stationary distribution.
///
/// Values take turns. Each turn of a value doubles its steps, up to 256 in the first one, until the effective sample
/// size of a chain is 64 or the gradients are used up. It has settled if it is 16 at least (see TimeAverages) and, like
/// the means of x, y and energy, agrees with the turn before within 4 standard errors. If it has not, the chains were too
/// slow to tell, and the true value is mostly smaller; or it has no limit, as for chains that move periodically: their
/// averages settle faster than those of independent draws.
///
/// Samplers with time weights have their averages weighted. The effective sample size tells how fast a sampler mixes,
/// not where it goes: a biased one has its bias beside it. Adaptation is off. Steps of a cycle count alike.
class ParameterSweep {
 public:
  static constexpr double enough = 64, least = 16, most_errors = 4;
  /// Throws Error if the sampler has no such number, or a value is not legal.
  ParameterSweep(const RunConfig& run, std::unique_ptr<Backend> backend, const SweepOptions& options = {});

  /// One step of all chains at the value whose turn it is.
  void advance();
  bool done() const { return waiting_.empty(); }
  std::size_t turns() const { return turns_; }  ///< that are over: each changed a point
  std::size_t points_done() const { return points_.size() - waiting_.size(); }
  const Parameter& parameter() const { return *parameter_; }
  const Backend& backend() const { return *backend_; }
  const std::vector<SweepPoint>& points() const { return points_; }  ///< by value
  std::uint64_t chains() const { return run_.chains; }

 private:
  /// What a turn found: ess_per_gradient, and the means of x, y and energy.
  struct Stage {
    Estimate rate;
    std::vector<Estimate> means;
  };
  /// A value between its turns.
  struct Kept {
    std::optional<Blob> chains;  ///< nothing before the first turn
    Stage before;
  };

  void draw_reference();
  void begin_turn();
  void end_turn(const ChainData& data);
  void begin_stage();
  void add(const ChainData& data);
  double share_of(std::size_t chain, double log_weight);
  bool ends_value(SweepPoint& point, Stage& before, const ChainData& data);
  std::uint64_t first_stage() const;
  void find_ess(SweepPoint& point, std::span<const std::size_t> chains, double gradients) const;
  void find_bias(SweepPoint& point, std::span<const std::size_t> chains) const;
  double gradients_used(const ChainData& data) const;

  RunConfig run_;
  SweepOptions options_;
  const Descriptor* sampler_;
  const Parameter* parameter_;
  std::unique_ptr<Backend> backend_;
  std::vector<SweepPoint> points_;
  std::vector<Kept> kept_;           ///< [point]
  std::deque<std::size_t> waiting_;  ///< points that are not done; it is the first one's turn
  std::size_t turns_ = 0;
  ChainStarts starts_;
  std::vector<Estimate> truth_;      ///< [quantity] the target's mean and its error
  std::vector<double> truth_sd_;     ///< [quantity]
  std::unique_ptr<TimeAverages> averages_;  ///< of x, y, energy and acceptance
  std::uint64_t step_ = 0, stage_ = 0;      ///< the averages began at step `stage_`, and end at twice it
  double gradients_before_ = 0;             ///< by then
  std::vector<double> log_weights_;         ///< [chain], of the states of the stage, of samplers with weights
};

}  // namespace ergo
