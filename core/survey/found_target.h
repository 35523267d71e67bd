#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/survey/modes.h"
#include "core/survey/properness.h"
#include "core/survey/window_search.h"

namespace ergo {

/// What is found about a target that knows no more than its energy, when it is first asked for. May be called by many
/// threads at once.
class FoundTarget {
 public:
  /// What `landscape` refers to must outlive this.
  explicit FoundTarget(Landscape landscape) : landscape_(std::move(landscape)) {}

  const FoundWindow& window() const;
  const std::vector<Mode>& modes() const;
  /// Whether the density is shown to have no finite integral. A thread looks; nothing if it has not ended within
  /// `patience`. Throws what the thread threw; the next call begins anew.
  std::optional<Properness> properness(std::chrono::milliseconds patience) const;

 private:
  Landscape landscape_;
  mutable std::once_flag window_once_, modes_once_;
  mutable FoundWindow window_;
  mutable std::vector<Mode> modes_;
  mutable std::mutex mutex_;  ///< guards the three below
  mutable std::condition_variable ended_;
  mutable std::optional<Properness> properness_;
  mutable std::exception_ptr thrown_;  ///< by the thread
  mutable StoppableThread thread_;  ///< last: it uses all other members
};

}  // namespace ergo
