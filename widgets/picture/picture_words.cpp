// Where words stand in the cells, and what they leave for the target.
#include <algorithm>

#include "core/view/largest_free_rectangle.h"
#include "core/view/projection.h"
#include "widgets/picture/axes.h"
#include "widgets/picture/legend.h"
#include "widgets/picture/picture.h"

namespace ergo {
namespace {

// Times the bridge's factor.
constexpr double fold_width = 104, small_fold = 28, beside_fold = 38, fold_height = 22;
constexpr double narrow = 300;       // a cell that words of any length would cross
constexpr double least_column = 90;  // for words beside the target

}  // namespace

bool Picture::narrow_cells() const {
  return cells_.count() > 1 && cells_.size().width() < narrow * bridge_.factor();
}

QRectF Picture::area(const Projection& shown) {
  const QSizeF strips = room_of_strips(shown);
  return QRectF(QPointF(0, 0), cells_.size())
      .adjusted(0, 0, -strips.width(), -strips.height() - schedule_height(true));
}

std::vector<const Session*> sessions_of(const std::vector<Overlaid>& runs) {
  std::vector<const Session*> all;
  for (const Overlaid& run : runs) all.push_back(&run.session);
  return all;
}

// In one row, or in two where that leaves the target more room.
void Picture::measure_titles(const std::vector<Overlaid>& runs) {
  const Projection shown = projection(runs.front().session, view.coordinates);
  const Window window = common_window(sessions_of(runs), shown.coordinates);
  const Position extent = window.high - window.low;
  const QRectF room = area(shown);
  const auto clear_height = [&](double width) {
    title_width_ = width;
    title_ = {};
    for (const Overlaid& run : runs) title_ = title_.united(title_place(run.readouts, bridge_, width));
    std::vector<Box> taken;
    for (const QRectF& place : {title_, column ? QRectF() : fold_place()}) {
      if (place.isEmpty()) continue;
      const QRectF plate = plate_about(place, bridge_.factor());
      taken.push_back({plate.left(), plate.top(), plate.right(), plate.bottom()});
    }
    return largest_free_rectangle({0, 0, room.right(), room.bottom()}, taken, extent).height();
  };
  const auto cut = [&](double width) {
    return std::ranges::any_of(runs, [&](const Overlaid& run) { return !title_whole(run.readouts, bridge_, width); });
  };
  double whole = cells_.size().width();
  if (const double left = whole - beside_fold * bridge_.factor(); narrow_cells() && !cut(left)) whole = left;
  const double row = clear_height(whole);
  const double column =
      std::max(least_column * bridge_.factor(), room.width() - room.height() * extent.x / extent.y);
  constexpr double noticeable = 1.02;
  if (cut(column) || column >= whole || clear_height(column) <= noticeable * row) clear_height(whole);
}

QRectF Picture::fold_place() const {
  const double unit = bridge_.factor(), below = title_.bottom() + 6 * unit;
  const double right = cells_.size().width() - beside_fold * unit;
  if (narrow_cells() && title_width_ == right) return {right, 10 * unit, small_fold * unit, fold_height * unit};
  if (narrow_cells()) return {10 * unit, below, small_fold * unit, fold_height * unit};
  return {10 * unit, std::max(38 * unit, below), fold_width * unit, fold_height * unit};
}

bool Picture::panel_fits() const { return fold_place().bottom() <= cells_.size().height(); }

std::vector<QRectF> Picture::panels(const Overlaid& run, int cell, const QRectF& area) {
  std::vector<QRectF> covered;
  std::vector<QRectF> open = {parameter_panel_.covered(), tune_panel_.covered(), graph_panel_.covered(),
                              sites_panel_.covered(), brush_panel_.covered()};
  if (!column) open.insert(open.end(), {panel_.covered(), dissector_.place()});
  for (const QRectF& panel : open)
    if (!panel.isEmpty()) covered.push_back(panel.translated(-cells_.corner(cell)));
  if (!column && microscope_.shown && run.session.target_descriptor().space == Space::lattice) {
    QRectF beside = area;
    beside.setLeft(area.right() - Microscope::room(bridge_));
    covered.push_back(beside);
  }
  return covered;
}

bool Picture::thermostat_colours(const Overlaid& run) const {
  // The points of a section, all at one ξ, are plain.
  return colour_shown(view, run.session) == ColourBy::thermostat &&
         projection(run.session, view.coordinates).coordinates != Coordinates::section;
}

std::optional<ColourKey> Picture::key_of(const Overlaid& run) const {
  // A section has no chains, but its points.
  if (projection(run.session, view.coordinates).coordinates == Coordinates::section) return {};
  return colour_key(run.session, view);
}

std::optional<PaneLayout::Legend> Picture::legend(const std::vector<Overlaid>& runs, int focus, const QRectF& area) {
  const auto panels_over = [&](int cell) { return panels(runs[static_cast<std::size_t>(focus)], cell, area); };
  if (std::ranges::any_of(runs, [&](const Overlaid& run) { return thermostat_colours(run); }))
    return PaneLayout::Legend{thermostat_legend_title(), true, panels_over(focus)};
  for (const Overlaid& run : runs)
    if (const auto key = key_of(run)) return PaneLayout::Legend{key->title, true, panels_over(focus)};
  const Overlaid& last = runs.back();
  const bool magnified = !column && microscope_.shown && focus == cells_.count() - 1;  // its box takes the place
  if (!last.session.target().lattice() || magnified) return {};
  View seen = view_for(last);
  seen.camera = navigation_.camera();
  return PaneLayout::Legend{legend_title(last.session.target(), seen, last.scale),
                            shown_on(last.session.target(), seen) != Show::target,
                            panels_over(cells_.count() - 1)};
}

void Picture::lay_out(const std::vector<Overlaid>& runs, int focus) {
  const Overlaid& run = runs[static_cast<std::size_t>(focus)];
  const Projection shown = projection(run.session, view.coordinates);
  const Window window = common_window(sessions_of(runs), shown.coordinates);
  PaneLayout::Room room{.area = area(shown), .extent = window.high - window.low};
  std::vector<Readouts> told;
  if (interface_shown) {
    const double unit = bridge_.factor();
    room.fixed = {plate_about(title_, unit)};
    if (!column && panel_fits() && panel_.covered().isEmpty()) room.fixed.push_back(plate_about(fold_place(), unit));
    room.panels = panels(run, focus, room.area);
    room.legend = legend(runs, focus, room.area);
    if (has_scales(shown, room.area.height() / room.extent.y, view.scales)) room.numbers = scales_room(bridge_);
    if (run.session.target().sites()) {  // whose axes have long names
      const SymbolRoom symbols = symbol_room(shown, bridge_, room.area.size(), room.extent);
      room.above = symbols.above;
      room.below = symbols.below;
      room.beside = symbols.beside;
    }
    if (shown.line) room.numbers.setWidth(0);
    for (const Overlaid& each : runs) told.push_back(each.readouts);
  }
  layout_.lay_out(std::move(told), room, bridge_);
}

}  // namespace ergo
