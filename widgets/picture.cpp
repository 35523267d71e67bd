#include "widgets/picture.h"

#include <QMouseEvent>
#include <QSaveFile>
#include <QWidget>
#include <cmath>

#include "core/picture/projection.h"
#include "core/unit/error.h"
#include "widgets/axes.h"
#include "widgets/legend.h"

namespace ergo {

Picture::Picture(PresenterChoice choice) : presenter_(make_presenter(choice)) {
  QWidget* widget = surface();
  widget->setMouseTracking(true);
  widget->setFocusPolicy(Qt::StrongFocus);
  widget->setMinimumSize(240, 180);
  widget->setObjectName("picture");
  widget->installEventFilter(this);
}

void Picture::set_theme(const Palette& palette, double factor) {
  view.palette = palette;
  bridge_.set_theme(palette, factor);
  activity_ = true;
}

bool Picture::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove:
      pointer_ = static_cast<QMouseEvent*>(event)->position();
      break;
    case QEvent::Leave:
      pointer_.reset();
      break;
    case QEvent::MouseButtonPress:
      surface()->setFocus(Qt::MouseFocusReason);
      break;
    default:
      break;
  }
  const QEvent::Type quiet[] = {QEvent::Paint, QEvent::UpdateRequest, QEvent::Timer,
                                QEvent::DynamicPropertyChange};
  if (std::ranges::find(quiet, event->type()) == std::end(quiet)) activity_ = true;
  return bridge_.handle(*surface(), *event);
}

QRectF Picture::free_area() {
  QRectF area(QPointF(0, 0), size());
  const QRectF covered = panel_.covered();
  // The panel may only push the picture aside where that leaves it room.
  if (!covered.isEmpty() && covered.center().x() < area.center().x() && covered.right() < 0.5 * area.width())
    area.setLeft(covered.right());
  if (interface_shown) area.setBottom(area.bottom() - static_cast<double>(schedule_.height()));
  return area;
}

std::vector<Assignment> Picture::overlay(const Overlaid& overlaid, double seconds) {
  const auto& [session, readouts, scale, map, tuning] = overlaid;
  const QSizeF now = size();
  const double ratio = surface()->devicePixelRatioF();
  bridge_.begin_frame(surface()->size(), ratio, seconds);
  std::vector<Assignment> edits;
  if (interface_shown) {
    draw_readouts(readouts, view.palette, bridge_, now);
    if (session.target().lattice()) draw_legend(session.target(), view, scale, bridge_, now);
    edits = panel_.draw(session, view, bridge_, now);
  } else {
    panel_.hide();
  }
  tune_panel_.hide();
  if (interface_shown) {
    QRectF foot = free_area();
    foot.setBottom(now.height());
    schedule_.draw(session, view.palette, bridge_, foot);
  }
  if (tuning_shown && interface_shown) {
    const auto adopted = tune_panel_.draw(tuning, view.palette, bridge_, now);
    edits.insert(edits.end(), adopted.begin(), adopted.end());
  }
  map_panel_.hide();
  if (map && interface_shown) {
    const auto adopted = map_panel_.draw(*map, session.config(), view.palette, bridge_, now);
    edits.insert(edits.end(), adopted.begin(), adopted.end());
  }
  toast_.draw(view.palette, bridge_, now, seconds);
  bridge_.end_frame(*surface(), [&](const PointerEvent& event) { navigation_.pointer(event, now); });
  const Projection shown = projection(session, view.coordinates);
  const std::string& target = session.config().target.id;
  if (std::exchange(coordinates_, shown.coordinates) != shown.coordinates) navigation_.fit_again();
  if (std::exchange(target_, target) != target) navigation_.fit_again();
  microscope_.draw(session, place(), navigation_, view.palette, bridge_, now);
  draw_axes(shown, navigation_, view.palette, bridge_, now);
  navigation_.follow(shown.window, now, free_area());
  view.width = std::max(1, qRound(now.width() * ratio));
  view.height = std::max(1, qRound(now.height() * ratio));
  view.scale = ratio;
  view.camera = navigation_.camera();
  return edits;
}

void Picture::present(unsigned framebuffer) {
  bridge_.draw();
  presenter_->present(framebuffer, {view.width, view.height});
}

void Picture::save(const QString& path) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || !presenter_->picture().save(&file, "PNG") || !file.commit())
    throw machine_error("cannot write the picture", path.toStdString(),
                        "a file in a folder that can be written", file.errorString().toStdString());
}

void Picture::show_next() {
  const int count = static_cast<int>(show_names().size());
  const auto next = [&] { return static_cast<Show>((static_cast<int>(view.show) + 1) % count); };
  view.show = next();
  if (view.show == Show::infinite && !view.infinite.law) view.show = next();
}

std::optional<Position> Picture::place() {
  if (!pointer_) return {};
  return navigation_.to_plane(*pointer_, size());
}

}  // namespace ergo
