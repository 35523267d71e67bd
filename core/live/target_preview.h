#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/config/run_config.h"

namespace ergo {

/// A target as a small picture, and what is found about it.
struct TargetPreview {
  UnitChoice target;
  int width = 0, height = 0;
  std::vector<float> brightness;  ///< 0 to 1, rows from the top; as in the picture of a run
  int dim = 2;
  double log_normaliser = 0;
  std::size_t modes = 0;
  std::string remark;   ///< Target::remark(); empty if there is none
  std::string problem;  ///< why there is no picture; empty if there is one
};

TargetPreview preview_of(const UnitChoice& target, int width, int height);

/// Makes previews on its own thread. A target that is asked for later replaces one that waits. No call waits.
class TargetPreviewer {
 public:
  TargetPreviewer();
  ~TargetPreviewer();  ///< waits for the preview in work
  void ask(UnitChoice target, int width, int height);
  /// The newest preview since the last call.
  std::optional<TargetPreview> take();

 private:
  struct Request {
    UnitChoice target;
    int width, height;
  };
  void run(StopToken stop);
  /// Until a remark has changed, half a minute has passed or another target is asked for.
  void ask_again(TargetPreview made, const StopToken& stop);

  std::mutex mutex_;  ///< guards the members below; held for a move only
  StoppableCondition asked_;
  std::optional<Request> request_;
  std::optional<TargetPreview> made_;
  StoppableThread thread_;  ///< last: the thread uses all other members
};

}  // namespace ergo
