#pragma once

#include <optional>
#include <string>

#include "core/run/session.h"

namespace ergo {

/// The hash of a run's state once it has stood still for some frames: reading the chains takes time that a
/// run, or a drag through its time, has better use for.
class StateHash {
 public:
  /// Once a frame; nothing while the run moves, and of more than a million chains.
  std::optional<std::string> of(Session& session, bool running);

 private:
  struct Stand {
    const Session* session = nullptr;
    std::uint64_t step = 0;
    RunConfig config;
    Journal journal;
    bool operator==(const Stand&) const = default;
  };
  Stand stand_;
  int frames_ = 0;  ///< since the run stands so
  std::optional<std::string> hash_;
};

}  // namespace ergo
