#include "widgets/export/run_snapshot.h"

#include <QPainter>
#include <algorithm>
#include <cstring>
#include <new>

#include "core/picture/scene.h"
#include "core/picture/visible_steps.h"
#include "widgets/base/theme.h"

namespace ergo {
namespace {

/// Steps between two looks at whether the job is cancelled.
std::uint64_t portion_of(const Session& session) {
  constexpr std::uint64_t chain_steps = 1 << 18;
  return std::clamp<std::uint64_t>(chain_steps / session.config().chains, 1, 16);
}

void paste(const Image& picture, QPoint at, QImage& whole) {
  const auto row = static_cast<std::size_t>(picture.width) * 4;
  for (int y = 0; y < picture.height; ++y)
    std::memcpy(whole.scanLine(at.y() + y) + 4 * at.x(),
                picture.rgba.data() + static_cast<std::size_t>(y) * row, row);
}

/// The ground of several pictures, with lines about them.
void paint_ground(const RunSnapshot& what, QImage& whole) {
  const Palette& palette = what.runs.front().view.palette;
  whole.fill(to_qt(palette.ground));
  QPainter painter(&whole);
  for (const RunSnapshot::Run& run : what.runs)
    painter.fillRect(run.place.adjusted(-what.line, -what.line, what.line, what.line),
                     to_qt(palette.hairline));
}

}  // namespace

void draw_run(const RunSnapshot::Run& what, Machine& machine, const ExportJob::Progress& progress,
              const std::function<void(Session&, Image)>& use) {
  progress(0);
  Session session(what.run.config, machine.backends(), what.run.journal, 0);
  progress(0);
  if (what.kept) session.resume(*what.kept);
  const std::uint64_t from = session.step(),
                      begin = what.step - std::min(what.step, visible_steps(what.view, what.steps_per_frame));
  double share = 0;
  const auto at_step = [&](std::uint64_t step) {
    share =
        static_cast<double>(step - from) / static_cast<double>(std::max<std::uint64_t>(1, what.step - from));
    progress(share);
  };
  while (session.step() < begin) {
    session.advance(std::min(portion_of(session), begin - session.step()));
    at_step(session.step());
  }
  const std::unique_ptr<Scene> scene = machine.scenes()();
  progress(share);
  advance_and_draw(session, *scene, what.view, what.step, what.steps_per_frame, at_step,
                   [&] { progress(share); });
  use(session, scene->read());
}

QImage draw(const RunSnapshot& what, Machine& machine, const ExportJob::Progress& progress) {
  QImage whole(what.size, QImage::Format_RGBA8888);
  if (whole.isNull()) throw std::bad_alloc();
  if (what.runs.size() > 1) paint_ground(what, whole);
  const double share = drawn_share / static_cast<double>(what.runs.size());
  for (std::size_t i = 0; i < what.runs.size(); ++i)
    draw_run(
        what.runs[i], machine, [&](double part) { progress((static_cast<double>(i) + part) * share); },
        [&](const Session&, const Image& picture) { paste(picture, what.runs[i].place.topLeft(), whole); });
  progress(drawn_share);
  QPainter(&whole).drawImage(0, 0, drawn(what.overlay, [&] { progress(drawn_share); }));
  progress(drawn_share);
  return whole;
}

}  // namespace ergo
