#include "widgets/left_cues.h"

#include <numeric>

#include "widgets/picture.h"
#include "widgets/preset_view.h"
#include "widgets/side_panels.h"
#include "widgets/stage.h"

namespace ergo {
namespace {

constexpr std::size_t cue_memory = 256u << 20;  // bytes of chains kept

}  // namespace

std::size_t LeftCues::bytes(const Left& left) {
  std::size_t sum = 0;
  for (const Player::Standing& run : left.runs.runs) sum += run.moment ? run.moment->blob.bytes.size() : 0;
  return sum;
}

void LeftCues::leave(const Stage& stage) {
  if (!present_) return;
  left_[*present_] = {stage.panes.standing(), stage.panels.plots().past(),
                      shown_view(stage.panes, stage.picture)};
  const auto kept = [&] {
    return std::accumulate(left_.begin(), left_.end(), std::size_t{0},
                           [](std::size_t sum, const auto& cue) { return sum + bytes(cue.second); });
  };
  // The cues furthest back are the least likely to be gone back to.
  while (kept() > cue_memory && left_.size() > 1) left_.erase(left_.begin());
}

void LeftCues::put_back(std::size_t cue, const Stage& stage) const {
  const Left& left = left_.at(cue);
  stage.panes.open(left.runs);
  show_view(left.view, stage.panes, stage.picture);
  stage.panels.plots().set_past(left.plots);
}

}  // namespace ergo
