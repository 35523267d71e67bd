#include "widgets/export/picture_export.h"

#include <algorithm>
#include <utility>

#include "core/live/panes.h"
#include "core/picture/visible_steps.h"
#include "widgets/picture/picture.h"

namespace ergo {
namespace {

constexpr int frames_to_settle = 3;

/// Restores in its destructor how the picture was shown.
class Shown {
 public:
  explicit Shown(Picture& picture)
      : picture_(picture), transparent_(picture.view.transparent), interface_(picture.interface_shown) {}
  ~Shown() {
    picture_.magnification = 1;
    picture_.view.transparent = transparent_;
    picture_.interface_shown = interface_;
  }

 private:
  Picture& picture_;
  bool transparent_, interface_;
};

/// The part of the plane that a picture of this view shows.
Window seen(const View& view) {
  const double aspect = static_cast<double>(view.width) / static_cast<double>(view.height);
  const Position half = 0.5 * view.camera.height * Position{aspect, 1};
  return {view.camera.centre - half, view.camera.centre + half};
}

}  // namespace

RunSnapshot::Run PictureExport::run(int pane) const {
  const Session& session = std::as_const(panes_).at(pane).session();
  RunSnapshot::Run told{.run = {session.initial(), session.journal()},
                        .kept = {},
                        .step = session.step(),
                        .steps_per_frame = std::max<std::uint64_t>(1, panes_.steps_per_frame_of(pane)),
                        .view = picture_.view_of(pane),
                        .place = picture_.cells().pixels(pane)};
  told.run.config.backend = session.backend().kind();
  const std::uint64_t seen = std::min(told.step, visible_steps(told.view, told.steps_per_frame));
  if (const Checkpoint* kept = session.kept_before(told.step - seen)) told.kept = *kept;
  return told;
}

RunSnapshot PictureExport::still(int scale, bool interface, bool transparent) {
  const Shown before(picture_);
  picture_.magnification = scale;
  picture_.interface_shown = interface;
  picture_.view.transparent = transparent;
  // A panel that has not been on screen before takes its size from its words, a frame late.
  for (int frame = 0; frame < frames_to_settle; ++frame) lay_out_();
  RunSnapshot still{.runs = {}, .size = picture_.cells().surface_pixels(), .line = picture_.cells().line()};
  for (int i = 0; i < panes_.count(); ++i) still.runs.push_back(run(i));
  still.overlay = picture_.bridge().drawing();
  return still;
}

std::vector<RunSnapshot::Run> PictureExport::runs() {
  const Shown before(picture_);
  lay_out_();
  std::vector<RunSnapshot::Run> all;
  for (int pane = 0; pane < panes_.count(); ++pane) all.push_back(run(pane));
  return all;
}

RunSnapshot::Run PictureExport::focused() {
  const Shown before(picture_);
  lay_out_();
  return run(panes_.focus());
}

ClipRecord PictureExport::clip(const ExportRequest& request) {
  return clip_of(shown(request.all_runs), request);
}

ClipRecord PictureExport::shown(bool all_runs) {
  const Shown before(picture_);
  picture_.interface_shown = false;
  lay_out_();
  ClipRecord record{.path = {}, .view = picture_.view_of(panes_.focus()), .looks = {}};
  if (all_runs) {
    const QSize whole = picture_.cells().surface_pixels();
    record.view.width = whole.width();
    record.view.height = whole.height();
  }
  record.view.infinite = {};
  for (int i = 0; i < panes_.count(); ++i) {
    if (!all_runs && i != panes_.focus()) continue;
    const View& view = picture_.view_of(i);
    record.looks.push_back({seen(view), shown_on(std::as_const(panes_).at(i).session().target(), view)});
  }
  return record;
}

ClipRecord clip_of(ClipRecord shown, const ExportRequest& request) {
  shown.path = request.path.toStdString();
  shown.begin = request.first_step;
  shown.end = request.steps;
  shown.steps_per_frame = request.steps_per_frame;
  shown.speed = request.speed;
  shown.frames_per_second = request.frames_per_second;
  shown.words = request.interface;
  shown.view.scale *= std::min(static_cast<double>(request.size.width()) / shown.view.width,
                               static_cast<double>(request.size.height()) / shown.view.height);
  shown.view.width = request.size.width();
  shown.view.height = request.size.height();
  return shown;
}

QSize PictureExport::clip_size() const {
  const QSize shown = picture_.cells().surface_pixels();
  return {std::max(2, shown.width() / 2 * 2), std::max(2, shown.height() / 2 * 2)};
}

}  // namespace ergo
