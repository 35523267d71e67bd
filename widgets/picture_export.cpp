#include "widgets/picture_export.h"

#include <algorithm>

#include "core/io/figure.h"
#include "widgets/panes.h"
#include "widgets/picture.h"

namespace ergo {
namespace {

/// How the picture is shown, put back when this goes.
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

QImage PictureExport::image(int scale, bool interface, bool transparent) {
  const Shown before(picture_);
  picture_.magnification = scale;
  picture_.interface_shown = interface;
  picture_.view.transparent = transparent;
  lay_out_();
  std::vector<std::unique_ptr<Scene>> scenes;
  std::vector<unsigned> framebuffers;
  for (int i = 0; i < panes_.count(); ++i) {
    scenes.push_back(panes_.at(i).drawn(picture_.view_of(i), panes_.steps_per_frame_of(i)));
    framebuffers.push_back(scenes.back()->framebuffer());
  }
  return picture_.composed(framebuffers);
}

void PictureExport::write_figure(const ExportRequest& request) {
  const Shown before(picture_);
  picture_.magnification = request.scale;
  lay_out_();
  const View& view = picture_.view_of(panes_.focus());
  Player& player = panes_.focused();
  const auto scene = player.drawn(view, panes_.steps_per_frame_of(panes_.focus()));
  ergo::write_figure(request.path.toStdString(), figure_of(player.session(), view, scene->read()));
}

ClipRecord PictureExport::clip(const ExportRequest& request) {
  const Shown before(picture_);
  picture_.interface_shown = false;
  lay_out_();
  const View& focused = picture_.view_of(panes_.focus());
  const QSize shown =
      request.all_runs ? picture_.cells().surface_pixels() : QSize(focused.width, focused.height);
  ClipRecord record{.path = request.path.toStdString(),
                    .view = focused,
                    .looks = {},
                    .begin = request.first_step,
                    .end = request.steps,
                    .steps_per_frame = request.steps_per_frame,
                    .frames_per_second = request.frames_per_second};
  record.view.width = request.size.width();
  record.view.height = request.size.height();
  record.view.scale *= std::min(static_cast<double>(request.size.width()) / shown.width(),
                                static_cast<double>(request.size.height()) / shown.height());
  record.view.infinite = {};
  for (int i = 0; i < panes_.count(); ++i) {
    if (!request.all_runs && i != panes_.focus()) continue;
    const View& view = picture_.view_of(i);
    record.looks.push_back({seen(view), shown_on(panes_.at(i).session().target(), view)});
  }
  return record;
}

QSize PictureExport::clip_size() const {
  const QSize shown = picture_.cells().surface_pixels();
  return {std::max(2, shown.width() / 2 * 2), std::max(2, shown.height() / 2 * 2)};
}

}  // namespace ergo
