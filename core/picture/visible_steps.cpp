#include "core/picture/visible_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ergo {

std::uint64_t visible_steps(const View& view, double steps_per_frame) {
  if (keeps_marks(view)) return std::numeric_limits<std::uint64_t>::max();
  constexpr double faded = 5;  // lives of a trail
  return view.trails
             ? static_cast<std::uint64_t>(std::ceil(std::ceil(faded * view.trail_life) * steps_per_frame))
             : 0;
}

void advance_and_draw(Session& session, Scene& scene, const View& view, std::uint64_t end,
                      std::uint64_t steps_per_frame, const std::function<void(std::uint64_t)>& progress,
                      const Pause& pause) {
  const std::uint64_t begin = end - std::min(end, visible_steps(view, static_cast<double>(steps_per_frame)));
  while (session.step() < begin) {
    session.advance(std::min<std::uint64_t>(1024, begin - session.step()));
    progress(session.step());
  }
  scene.accumulate(session, view);
  while (session.step() < end) {
    session.advance(1);
    scene.accumulate(session, view);
    const bool frame_ends = (end - session.step()) % steps_per_frame == 0;
    if (frame_ends && session.step() != end) scene.fade(session, view, pause);
    progress(session.step());
  }
  scene.draw(session, view, nullptr, pause);
}

void advance_with_trails(Session& session, Scene& scene, const View& view, std::uint64_t steps) {
  const std::uint64_t portion = follows_paths(view) || keeps_marks(view) ? 1 : steps;
  for (std::uint64_t left = steps; left > 0; left -= std::min(left, portion)) {
    session.advance(std::min(left, portion));
    scene.accumulate(session, view);
  }
}

}  // namespace ergo
