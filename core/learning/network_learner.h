#pragma once

#include <optional>

#include "core/diagnostics/mmd.h"
#include "core/learning/learner.h"
#include "core/run/session.h"

namespace ergo {

/// The network of a run that learns; see RunLearning.
class NetworkLearner final : public Learner {
 public:
  /// `settings`: of the run. Throws Error for settings that are not legal, and for a target that is no density of the
  /// plane.
  NetworkLearner(std::span<const Assignment> settings, const BackendFactory& backends);

  /// Throws Error where a gradient is not finite.
  void learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause = {}) override;
  std::uint64_t iterations() const override { return training().state().iterations; }

  std::vector<LearningSetting> settings() const override;
  /// iteration; log_likelihood and tv (PlaneFit), each also of the averaged weights; mmd2 of the chains from the data;
  /// the gradient's length before it is cut; chains that had diverged when the last iteration came; gradient
  /// evaluations that each chain had used by then.
  std::vector<LearningNumber> row() const override;
  double best_log_likelihood() const override { return training().data().best_log_likelihood(); }
  std::vector<std::string> remarks() const override { return {}; }
  /// w1 [unit, coordinate], b1, w2 [unit, unit], b2, w3, b3; each also averaged, as w1_mean ...; centre and
  /// scale of the network's coordinates; window [corner, coordinate] and energy [row, column] of the averaged
  /// network's grid, rows from the lowest y upwards; x [chain, coordinate].
  std::map<std::string, NpyArray> arrays() const override;
  /// The data's density, the averaged network's in the same tones, and the chains.
  Image picture(const Palette& palette) const override;

  const NetworkTraining& training() const { return session_->learning()->training(); }

 private:
  std::vector<Position> chains() const;

  std::unique_ptr<Session> session_;
  mutable std::optional<MmdReference> reference_;  ///< made when it is first asked for
};

}  // namespace ergo
