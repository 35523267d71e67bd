#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/npy.h"
#include "core/diagnostics/mmd.h"
#include "core/run/session.h"
#include "core/site_pictures/site_picture.h"
#include "core/view/view.h"

namespace ergo {

/// A number of a model that is told by name.
struct LearningNumber {
  std::string name;
  double value;  ///< NaN where it is not known
};

/// A run that learns, iteration by iteration.
class Learner {
 public:
  /// `settings`: of the run. Without learn.model a machine learns the pictures; a sampler and a number of
  /// chains that serve the model are chosen where none are given. Throws Error for settings that are not
  /// legal or do not go together.
  Learner(std::span<const Assignment> settings, const BackendFactory& backends);

  /// Session::begin_with
  void begin_with(std::vector<double> weights) { session_->begin_with(std::move(weights)); }

  /// `pause` is called once a second or more often; it may throw to stop. Throws Error where a gradient is
  /// not finite.
  void learn(std::uint64_t iterations, const std::function<void()>& pause = {});
  std::uint64_t iterations() const { return learning().state().iterations; }  ///< made so far

  std::vector<Assignment> settings() const { return assignments_of(session_->initial()); }
  /// iteration; log_likelihood and tv of the model (LearningMoment), each also of the averaged weights; in
  /// the plane mmd2 of the chains from the target; the gradient's length before it was cut; chains that had
  /// diverged when the last iteration came; gradient evaluations that each chain had used by then.
  std::vector<LearningNumber> row() const;
  double best_log_likelihood() const { return learning().now().best_log_likelihood; }
  /// What a reader of the rows needs to know, in lines.
  std::vector<std::string> remarks() const;
  /// RunLearning::arrays(); x [chain, coordinate], or [chain, row, column] of pictures.
  std::map<std::string, NpyArray> arrays() const;
  /// Of a network: the target's density, that of the averaged network in the same tones, and the chains. Of a
  /// machine: the averaged weights of each hidden unit, and chains.
  Image picture(const Palette& palette) const;

  const RunLearning& learning() const { return *session_->learning(); }
  Session& session() { return *session_; }

 private:
  std::vector<Position> places() const;
  std::vector<Configuration> configurations() const;
  SiteGridShape shape() const;

  std::unique_ptr<Session> session_;
  mutable std::optional<MmdReference> reference_;  ///< made when it is first asked for
};

}  // namespace ergo
