#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/base/thread_pool.h"
#include "core/maths/estimate.h"

namespace ergo {

/// A number of ours beside the paper's.
struct ReproducedNumber {
  std::string what;
  Estimate ours;           ///< its error is 0 where it is exact; NaN where there are too few steps for one
  std::string paper = {};  ///< as the paper prints it; empty: not printed
  std::string remark = {};
};

/// To whom an experiment tells its numbers.
struct Listener {
  std::function<void(const ReproducedNumber&)> tell;
  std::function<void()> pause;  ///< called once a second or more often; may throw to stop
};

/// An experiment of one of the papers, run anew.
struct Experiment {
  std::string id;
  std::string title;
  std::string source;  ///< paper and figure
  std::string doc;     ///< what is run, and what differs from the paper
  /// Tells number after number. `effort`: the share of the usual number of steps, above 0; errors shrink with
  /// its root.
  void (*run)(double effort, ThreadPool& pool, const Listener& listener);
};

/// All there are, by paper and figure.
std::span<const Experiment> experiments();
/// Throws Error for an unknown id.
const Experiment& experiment(const std::string& id);

/// So many steps, at least 1, at this effort.
std::uint64_t steps_of(double usual, double effort);

}  // namespace ergo
