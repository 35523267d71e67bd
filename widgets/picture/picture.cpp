#include "widgets/picture/picture.h"

#include <QMouseEvent>
#include <QWidget>
#include <cmath>

#include "core/base/error.h"
#include "core/view/projection.h"
#include "widgets/overlay/pane_clip.h"
#include "widgets/picture/axes.h"
#include "widgets/picture/chain_marks.h"
#include "widgets/picture/legend.h"
#include "widgets/picture/outline_lines.h"
#include "widgets/picture/outside_labels.h"

namespace ergo {

constexpr double least_beside_panel = 560;  // of a cell's width, logical pixels at scale 1

Picture::Picture(PresenterChoice choice, Renderer renderer) : presenter_(make_presenter(choice, renderer)) {
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

QSizeF Picture::room_of_strips(const Projection& shown) const {
  const QSizeF numbers = scales_room(bridge_);
  const Position room = strip_room(view, shown, {cells_.size().width(), cells_.size().height()},
                                   {numbers.width(), numbers.height()});
  return {room.x, room.y};
}

View Picture::view_for(const Overlaid& run) const {
  View own = view;
  own.place = run.place;
  own.infinite = {};
  if (run.infinite) own.infinite = {run.infinite->step, run.infinite->distribution.distribution};
  return own;
}

void Picture::draw_on(const Overlaid& run, int cell, bool focused) {
  const PaneClip clip(cells_.corner(cell), cells_.size());
  if (!interface_shown) return;
  const auto at = static_cast<std::size_t>(cell);
  words_[at] = draw_readouts(layout_.readouts()[at], view.palette, bridge_, title_width_, layout_.column());
  const QRectF legend = layout_.legend();
  if (!legend.isEmpty() && thermostat_colours(run))
    draw_thermostat_legend(thermostat_tones(run.session), view.palette, bridge_, legend);
  else if (const auto key = legend.isEmpty() ? std::nullopt : key_of(run))
    draw_colour_key(*key, view.palette, bridge_, legend);
  else if (!legend.isEmpty() && run.session.target().lattice() && cell == cells_.count() - 1)
    draw_legend(run.session.target(), views_[at], run.scale, bridge_, legend);
  if (!focused || column) return;
  const QRectF covered = panel_.covered();
  const double left = cells_.count() > 1 ? 0 : std::max(0.0, covered.right());
  schedule_.draw(run.session, view.palette, bridge_,
                 QRectF(QPointF(left, 0), QPointF(cells_.size().width(), cells_.size().height())),
                 0.25);  // the picture is more important
}

std::vector<Assignment> Picture::draw_panels(const Overlaid& run, int focus) {
  std::vector<Assignment> edits;
  const auto add = [&](const std::vector<Assignment>& more) {
    edits.insert(edits.end(), more.begin(), more.end());
  };
  tune_panel_.hide();
  parameter_panel_.hide();
  graph_panel_.hide();
  sites_panel_.hide();
  brush_panel_.hide();
  dissector_.hide();
  microscope_.hide();
  if (!interface_shown) {
    panel_.hide();
    return edits;
  }
  if (column) {
    edits = draw_in_column(run);
    draw_windows(run, focus, edits);
    return edits;
  }
  const bool shows_parameters = run.parameters.shown != ParameterPlots::Shown::none;
  const bool cramped = cells_.size().width() < least_beside_panel * bridge_.factor();
  panel_.give_way(cramped || run.followed || shows_parameters || tuning_shown || graph_panel_.shown);
  if (panel_fits())
    add(panel_.draw(run.session, view, bridge_, QRectF(cells_.corner(focus), cells_.size()), fold_place()));
  else
    panel_.hide();
  if (run.followed)
    dissector_.draw(*run.followed, run.phase, run.session,
                    projection(run.session, view.coordinates).coordinates, view.palette, bridge_,
                    QRectF(cells_.corner(focus), cells_.size()), run.readouts.lines.empty());
  draw_windows(run, focus, edits);
  return edits;
}

void Picture::draw_windows(const Overlaid& run, int focus, std::vector<Assignment>& edits) {
  const auto add = [&](const std::vector<Assignment>& more) {
    edits.insert(edits.end(), more.begin(), more.end());
  };
  if (tuning_shown) add(tune_panel_.draw(run.tuning, view.palette, bridge_, pictures_size()));
  add(parameter_panel_.draw(run.parameters, run.session.config(), view.palette, bridge_, pictures_size()));
  const bool several = cells_.count() > 1;
  const QRectF cell = QRectF(cells_.corner(focus), cells_.size()).adjusted(0, 0, 0, -schedule_height(true));
  sites_panel_.draw(run.session, view.palette, bridge_, several ? cell : QRectF({0, 0}, pictures_size()),
                     column ? 0 : panel_.covered().width(), several);
  if (brush_.on()) brush_panel_.draw(brush_.canvas_side(), bridge_, pictures_size());
  if (brush_panel_.take_clear()) brush_.clear();
  graph_panel_.draw(run.session.config(), view.palette, bridge_, pictures_size(),
                    column ? 0 : panel_.covered().right(), plate_about(title_, bridge_.factor()));
}

QRectF Picture::column_place() const {
  return QRectF(QPointF(pictures_size().width(), column->top), QPointF(size().width(), size().height()));
}

/// Controls, the followed chain and the microscope's numbers from above, the schedule along the foot.
std::vector<Assignment> Picture::draw_in_column(const Overlaid& run) {
  const double margin = 8 * bridge_.factor();
  std::vector<Assignment> edits;
  QRectF left = column_place().adjusted(margin, margin, -margin, 0);
  const auto take = [&](double height) { left.setTop(left.top() + height + margin); };
  schedule_.draw(run.session, view.palette, bridge_, left, 0.5);
  left.setBottom(left.bottom() - std::max<double>(schedule_.height(), margin));
  panel_.hide();
  if (column->controls) {
    edits = panel_.draw_in(left, column->paths, run.session, view, bridge_);
    take(panel_.needed());
  }
  if (run.followed) {
    dissector_.draw_in(*run.followed, run.phase, run.session,
                       projection(run.session, view.coordinates).coordinates, view.palette, bridge_, left);
    take(dissector_.needed());
  }
  if (microscope_.shown && run.session.target_descriptor().space == Space::lattice)
    take(microscope_.draw_words_in(view.palette, bridge_, left).height());
  const double used = left.top() - column_place().top() + schedule_.height();
  column_height_ = used > 2 * margin ? used : 0;
  return edits;
}

void Picture::pointer(const PointerEvent& event) {
  if (event.kind == PointerEvent::press || event.kind == PointerEvent::wheel ||
      event.kind == PointerEvent::double_click)
    held_ = cells_.at(event.position);
  if (event.kind == PointerEvent::press) pressed_ = held_;
  if (event.kind == PointerEvent::release && event.button == Qt::RightButton)
    emit menu_wanted(event.position);
  if (edits_density(event)) return;
  PointerEvent within = event;
  const int cell = std::min(held_, cells_.count() - 1);
  within.position -= cells_.corner(cell);
  const auto at = static_cast<std::size_t>(cell);
  const std::optional<QPointF> disc = at < discs_.size() ? discs_[at] : std::nullopt;
  if (!momentum_.pointer(within, disc, bridge_.factor())) navigation_.pointer(within, cells_.size());
}

void Picture::look(const std::vector<Overlaid>& runs, int focus) {
  const Projection shown = projection(runs[static_cast<std::size_t>(focus)].session, view.coordinates);
  const std::string& target = runs.front().session.config().target.id;
  if (std::exchange(coordinates_, shown.coordinates) != shown.coordinates) navigation_.fit_again();
  if (std::exchange(target_, target) != target) navigation_.fit_again();
  const QRectF clear = layout_.clear().isEmpty() ? area(shown) : layout_.clear();
  navigation_.follow(common_window(sessions_of(runs), shown.coordinates), cells_.size(), clear);
  views_.clear();
  for (const Overlaid& run : runs) views_.push_back(view_for(run));
  view.infinite = views_[static_cast<std::size_t>(focus)].infinite;
  apart_.assign(runs.size(), navigation_);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Projection own = projection(runs[i].session, view.coordinates);
    if (own.coordinates != shown.coordinates) {
      apart_[i].fit_again();
      apart_[i].follow(own.window, cells_.size(), clear);
    }
    const QRect place = cells_.pixels(static_cast<int>(i));
    views_[i].width = place.width();
    views_[i].height = place.height();
    views_[i].scale = ratio();
    views_[i].camera = apart_[i].camera();
  }
}

void Picture::look_at(const std::optional<Camera>& camera, const Session& session) {
  coordinates_ = projection(session, view.coordinates).coordinates;
  target_ = session.config().target.id;
  camera ? navigation_.look_at(*camera) : navigation_.fit_again();
}

void Picture::draw_marginals(const Overlaid& run, int cell, bool focused) {
  if (!view.marginals || !run.report) return;
  const PaneClip clip(cells_.corner(cell), cells_.size());
  const QSizeF numbers = scales_room(bridge_);
  const Box free{0, 0, cells_.size().width(), cells_.size().height() - schedule_height(focused)};
  const View& seen = views_[static_cast<std::size_t>(cell)];
  draw_strips(
      strips_[cell].of(run.report->marginals, seen, projection(run.session, view.coordinates),
                       run.readouts.dot, {free, {numbers.width(), numbers.height()}, bridge_.factor()}),
      view.palette, bridge_);
}

void Picture::draw_below(const Overlaid& run, int cell, bool focused) {
  const PaneClip clip(cells_.corner(cell), cells_.size());
  const Navigation& navigation = apart_[static_cast<std::size_t>(cell)];
  const Projection shown = projection(run.session, view.coordinates);
  if (focused) {
    microscope_.draw(run.session, place(), navigation, view.palette, bridge_, cells_.size());
    if (!column) microscope_.draw_words(view.palette, bridge_, area(shown));
  }
  draw_outline(learned_outline(run.session, views_[static_cast<std::size_t>(cell)]), view.palette, bridge_);
  std::optional<QPointF>& disc = discs_[static_cast<std::size_t>(cell)];
  if (run.followed) {
    draw_chain_marks(*run.followed, run.phase, run.session, shown, navigation, view.palette, bridge_,
                     cells_.size());
    disc = steering_disc(*run.followed, run.phase, run.session, shown, navigation, cells_.size());
  }
  if (disc && cell == held_)
    momentum_.draw(*steering_field(run.session.sampler_descriptor()), run.session.target().dim, *disc,
                   cells_.size(), {view.palette, bridge_});
  if (has_scales(shown, cells_.size().height() / navigation.camera().height, view.scales)) {
    // Of an area without the microscope's box, which leaves numbers their place.
    std::vector<QRectF> covered = panels(run, cell, {});
    if (run.session.target().sites())  // whose axes have long names
      covered.insert(covered.end(), words(cell).begin(), words(cell).end());
    draw_axes(shown, navigation, view.palette, bridge_, cells_.size(), schedule_height(focused), covered);
  }
  draw_editor(shown, cell);
  if (cells_.count() > 1 && focused && interface_shown) draw_focus(view.palette, bridge_, cells_.size());
}

void Picture::draw_outside(const Overlaid& run, int cell, bool focused) {
  const Projection shown = projection(run.session, view.coordinates);
  if (!interface_shown || !run.report || shown.coordinates != Coordinates::position || editing()) return;
  const PaneClip clip(cells_.corner(cell), cells_.size());
  const QRectF seen = area(shown);
  QRectF free = seen;  // of words and numbers
  if (has_scales(shown, cells_.size().height() / apart_[static_cast<std::size_t>(cell)].camera().height, view.scales)) {
    const QSizeF numbers = scales_room(bridge_);
    free.adjust(0, 0, shown.line ? 0 : -numbers.width(), -numbers.height());
  }
  const Box visible = {seen.left(), seen.top(), seen.right(), seen.bottom()};
  std::vector<QRectF> taken = focused ? panels(run, cell, free) : std::vector<QRectF>();
  for (const QRectF& place : words(cell))
    if (!place.isEmpty()) taken.push_back(plate_about(place, bridge_.factor()));
  for (const QRectF& place : {layout_.legend(), focused && !column ? fold_place() : QRectF()})
    if (!place.isEmpty()) taken.push_back(place);
  std::vector<OutsideLabel>& labels = outside_[static_cast<std::size_t>(cell)];
  labels = outside_labels(
      chains_outside(run.report->positions, run.report->dim, views_[static_cast<std::size_t>(cell)], visible), bridge_,
      free, taken);
  draw_outside_labels(labels, view.palette, bridge_);
}

std::vector<Assignment> Picture::overlay(const std::vector<Overlaid>& runs, int focus, double seconds) {
  cells_ = Cells(static_cast<int>(runs.size()), size(), ratio(), column ? column->width : 0);
  bridge_.begin_frame(surface()->size(), ratio(), seconds);
  measure_titles(runs);
  follow_density(runs.front().session.config().target, seconds);
  const std::vector<Assignment> edits = draw_panels(runs[static_cast<std::size_t>(focus)], focus);
  bridge_.hand_on(*surface(), [&](const PointerEvent& event) { pointer(event); });
  lay_out(runs, focus);
  look(runs, focus);
  discs_.assign(runs.size(), std::nullopt);
  words_.assign(runs.size(), {});
  outside_.assign(runs.size(), {});
  for (int i = 0; i < cells_.count(); ++i) {
    const Overlaid& run = runs[static_cast<std::size_t>(i)];
    draw_marginals(run, i, i == focus);
    draw_on(run, i, i == focus);
    draw_below(run, i, i == focus);
    draw_outside(run, i, i == focus);
  }
  toast_.draw(view.palette, bridge_, pictures_size(), seconds);
  bridge_.end_frame();
  return edits;
}

void Picture::present(std::span<const DrawnPicture> pictures) {
  presenter_->present(pictures, cells_, view.palette, bridge_.drawing());
}

double Picture::ratio() { return surface()->devicePixelRatioF() * magnification; }

void Picture::show_next() {
  constexpr int count = static_cast<int>(Show::configurations);  // which have a panel
  const auto next = [&] { return static_cast<Show>((static_cast<int>(view.show) + 1) % count); };
  view.show = next();
  if (view.show == Show::expected && !view.infinite.distribution) view.show = next();
}

std::optional<Position> Picture::place() {
  if (!pointer_) return {};
  return navigation_.to_plane(*pointer_ - cells_.corner(cells_.at(*pointer_)), cells_.size());
}

}  // namespace ergo
