#include "widgets/lecture/cue_history.h"

#include <numeric>

#include "widgets/lecture/cue_target.h"
#include "widgets/picture/picture.h"
#include "widgets/presets/preset_view.h"

namespace ergo {
namespace {

constexpr std::size_t cue_memory = 256u << 20;  // bytes of chains kept

}  // namespace

std::size_t CueHistory::bytes(const Left& left) {
  std::size_t sum = 0;
  for (const RunPosition& run : left.runs.runs) sum += run.moment ? run.moment->blob.bytes.size() : 0;
  return sum;
}

void CueHistory::leave(const CueTarget& target) {
  if (!present_) return;
  left_[*present_] = {target.panes.position(), shown_view(target.panes, target.picture)};
  const auto kept = [&] {
    return std::accumulate(left_.begin(), left_.end(), std::size_t{0},
                           [](std::size_t sum, const auto& cue) { return sum + bytes(cue.second); });
  };
  // The oldest cues are the least likely to be returned to.
  while (kept() > cue_memory && left_.size() > 1) left_.erase(left_.begin());
}

void CueHistory::put_back(std::size_t cue, const CueTarget& target) const {
  const Left& left = left_.at(cue);
  target.panes.open(left.runs);
  show_view(left.view, target.panes, target.picture);
}

}  // namespace ergo
