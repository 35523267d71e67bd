#pragma once

#include <memory>

#include "core/run/session.h"

namespace ergo {

/// Rounding that times may have, as a share of a step: they are sums of costs.
inline constexpr double clock_slack = 1e-9;

/// A session and what its steps cost, in gradient evaluations of one chain. The cost is exact for samplers
/// whose steps all cost the same; for others it is estimated from the chains' own counts.
class PacedRun {
 public:
  explicit PacedRun(std::unique_ptr<Session> session) : session_(std::move(session)) {}
  Session& session() { return *session_; }
  const Session& session() const { return *session_; }
  void replace(std::unique_ptr<Session> session) { session_ = std::move(session); }

  /// Cost of one step now.
  double gradients_per_step() const;
  /// Cost of the step at which a chain has used this many gradients.
  double gradients_per_step_at(double gradients) const;
  /// Gradients that a chain has used by a step of the tape.
  double gradients_at(std::uint64_t step) const;
  /// Gradients that a chain has used by now; a mean over chains if they differ.
  double gradient_evaluations() const;
  /// The last step by which a chain has used at most this many gradients.
  std::uint64_t step_within(double gradients) const;
  /// Whether the sampler's steps differ in cost.
  bool counted() const { return !session().sampler_descriptor().claims.gradients_field.empty(); }

  /// Estimates the cost from the gradients that a chain has used by a step, those of earlier samplers included.
  void count(double gradients, std::uint64_t step);
  /// Estimates the cost from the chains as they are now, if counted(). Waits for the device.
  void count_now();

  double seconds = 0;  ///< time spent on steps since step 0

 private:
  std::unique_ptr<Session> session_;
  double counted_cost_ = 0;  ///< estimated cost of one step; 0 before there is an estimate
};

}  // namespace ergo
