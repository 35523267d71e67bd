#pragma once

#include <memory>

#include "core/live/sweep_worker.h"
#include "core/run/parameter_map.h"

namespace ergo {

/// What is shown of a run's sampler over its parameters: the tuning curve of its first number, or the map over its
/// first two. Each is made when it is shown and kept while it fits the run.
class ParameterPlots {
 public:
  enum class Shown { none, curve, map };
  /// A sampler without a map has its curve shown in place of it.
  Shown shown = Shown::none;

  /// Takes what is shown a frame further. Throws Error, and nothing is shown any more, if the sampler has no number.
  void advance(const RunConfig& run, const BackendFactory& make_backend);
  /// Takes over what has been found of the curve; true if there was anything.
  bool update() { return curve_ && curve_->update(); }
  /// Forgets what was found.
  void forget() { map_.reset(), curve_.reset(); }
  const ParameterMap* map() const { return shown == Shown::map ? map_.get() : nullptr; }
  const SweepWorker* curve() const { return shown == Shown::curve ? curve_.get() : nullptr; }

 private:
  void advance_map(const RunConfig& run, const BackendFactory& make_backend);

  std::unique_ptr<ParameterMap> map_;
  std::unique_ptr<SweepWorker> curve_;
};

}  // namespace ergo
