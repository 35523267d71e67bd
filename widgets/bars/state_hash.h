#pragma once

#include <optional>
#include <string>

#include "core/run/session.h"

namespace ergo {

/// Hash of a run's state, computed once the run has been still for some frames. Reading the chains is slow
/// and would delay a run or a drag through its time.
class StateHash {
 public:
  /// Call once a frame. Returns nothing while the run moves or if it has more than a million chains.
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
  int frames_ = 0;  ///< frames since the run last changed
  std::optional<std::string> hash_;
};

}  // namespace ergo
