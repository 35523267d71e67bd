#include "widgets/picture/pane_layout.h"

#include <algorithm>

#include "core/view/largest_free_rectangle.h"
#include "widgets/picture/legend.h"

namespace ergo {
namespace {

constexpr double margin = 12, gap = 14;  // logical pixels at scale 1
constexpr int most_cuts = 2;             // last parts that a line may lose

// Of the window's size beside the title: what it keeps beside panels and beside a legend that it cannot do
// without, and of that, what it keeps beside all other words, or beside one line alone.
constexpr double beside_panels = 0.4, beside_legend = 0.75, beside_words = 0.85, beside_line = 0.8;

/// Without its last parts behind commas, as far as it has so many and still tells a number.
std::string without(std::string line, int cuts) {
  for (; cuts > 0; --cuts) {
    const std::string rest = line.substr(0, line.rfind(", "));
    if (rest.find_first_of("0123456789") != std::string::npos) line = rest;
  }
  return line;
}

/// Calls `use(entry, line)` with each line.
template <class Use>
void for_each_line(Readouts& readouts, const Use& use) {
  std::map<LineKind, int> counts;
  for (ReadoutLine& line : readouts.lines) use(std::pair(line.kind, counts[line.kind]++), line);
}

std::vector<QRectF> with(std::vector<QRectF> taken, const QRectF& more) {
  if (!more.isEmpty()) taken.push_back(more);
  return taken;
}

}  // namespace

void PaneLayout::remember(const Room& room) {
  room_ = room;
  std::string now = std::to_string(bridge_->factor());
  for (const double length : {room.area.width(), room.area.height(), room.extent.x, room.extent.y})
    now += ' ' + std::to_string(length);
  for (const Readouts& run : runs_) now += ' ' + run.title + ' ' + run.subtitle + ' ' + run.distinction;
  if (std::exchange(known_, now) != now) widest_.clear();
  entries_.clear();
  for (Readouts& run : runs_)
    for_each_line(run, [&](const Entry& entry, const ReadoutLine& line) {
      if (std::ranges::find(entries_, entry) == entries_.end()) entries_.push_back(entry);
      for (int cut = 0; cut <= most_cuts; ++cut) {
        const double width = line_size(without(line.words, cut), *bridge_).width();
        double& widest = widest_[{entry, cut}];
        widest = std::max(widest, width);
      }
    });
  std::ranges::stable_sort(entries_);
}

QSizeF PaneLayout::column_size(const Arrangement& told) {
  double width = 0, height = 0;
  for (const auto& [entry, cut] : told.lines) width = std::max(width, widest_[{entry, cut}]);
  for (Readouts run : runs_) {
    std::size_t lines = 0;
    for_each_line(run, [&](const Entry& entry, const ReadoutLine&) { lines += told.lines.contains(entry); });
    double high = static_cast<double>(lines) * line_pitch(*bridge_);
    if (told.gauge && run.acceptance) {
      const QSizeF gauge = gauge_size(*run.acceptance, *bridge_);
      width = std::max(width, gauge.width());
      high += gauge.height() + (lines > 0 ? margin * bridge_->factor() : 0);
    }
    height = std::max(height, high);
  }
  return {width, height};
}

QRectF PaneLayout::column_place(const Arrangement& told, const Anchor& anchor,
                                const std::vector<QRectF>& taken) {
  const double unit = bridge_->factor();
  const QSizeF size = column_size(told);
  QRectF place = plate_about({{0, 0}, size}, unit);
  place.moveTop(room_.area.top() + margin * unit - (place.height() - size.height()) / 2);
  anchor.ends ? place.moveRight(anchor.x) : place.moveLeft(anchor.x);
  for (bool moved = true; std::exchange(moved, false);)
    for (const auto* others : std::initializer_list<const std::vector<QRectF>*>{&taken, &over_})
      for (const QRectF& other : *others)
        if (place.intersects(other)) {
          place.moveTop(other.bottom() + gap / 4 * unit);
          moved = true;
        }
  return room_.area.contains(place) ? place : QRectF();
}

QRectF PaneLayout::clear_of(const std::vector<QRectF>& taken) const {
  std::vector<Box> boxes;
  for (const QRectF& each : taken)
    boxes.push_back(
        {each.left() - room_.beside, each.top() - room_.below, each.right(), each.bottom() + room_.above});
  const QRectF area = room_.area.adjusted(0, room_.above, -room_.beside, -room_.below);
  const Box box =
      largest_free_rectangle({area.left(), area.top(), area.right(), area.bottom()}, boxes, room_.extent);
  return {QPointF(box.left, box.top), QPointF(box.right, box.bottom)};
}

std::vector<QRectF> PaneLayout::legend_places(const std::vector<QRectF>& taken) const {
  const double unit = bridge_->factor(), inset = margin / 2 * unit;
  std::vector<QRectF> places;
  for (const bool narrow : {false, true})
    for (const bool right : {true, false}) {
      QRectF place = plate_about({{0, 0}, legend_size(room_.legend->title, *bridge_, narrow)}, unit);
      place.moveBottom(room_.area.bottom() - room_.numbers.height() - inset);
      right ? place.moveRight(room_.area.right() - room_.numbers.width() - inset)
            : place.moveLeft(room_.area.left() + inset);
      const auto meets = [&](const QRectF& other) { return place.intersects(other); };
      const auto is_panel = [&](const QRectF& other) {
        return std::ranges::find(room_.panels, other) != room_.panels.end();
      };
      const bool clear =
          std::ranges::none_of(taken, [&](const QRectF& other) { return !is_panel(other) && meets(other); }) &&
          std::ranges::none_of(room_.legend->panels, meets);
      if (clear && room_.area.contains(place)) places.push_back(place);
    }
  return places;
}

void PaneLayout::add_legend(Arrangement& arrangement, std::vector<QRectF>& taken, double least) const {
  QRectF best;
  double height = 0;
  for (const QRectF& place : legend_places(taken)) {
    const double own = clear_of(with(taken, place)).height();
    if (own >= least && own > height) best = place, height = own;
  }
  arrangement.legend = best;
  taken = with(std::move(taken), best);
}

PaneLayout::Arrangement PaneLayout::arranged(const Anchor& anchor, std::vector<QRectF> taken) {
  Arrangement told;
  if (room_.legend && room_.legend->needed) add_legend(told, taken, beside_legend * clear_of(taken).height());
  const double least = beside_words * clear_of(taken).height();
  const auto fits = [&](Arrangement& more) {
    more.column = column_place(more, anchor, taken);
    const bool one = more.lines.size() == 1 && !more.gauge;
    return !more.column.isEmpty() &&
           clear_of(with(taken, more.column)).height() >= (one ? beside_line / beside_words : 1) * least;
  };
  for (const Entry& entry : entries_)
    for (int cut = 0; cut <= most_cuts; ++cut) {
      Arrangement more = told;
      more.lines[entry] = cut;
      if (!fits(more)) continue;
      told = more;
      break;
    }
  if (std::ranges::any_of(runs_, [](const Readouts& run) { return run.acceptance.has_value(); })) {
    Arrangement more = told;
    more.gauge = true;
    if (fits(more)) told = more;
  }
  taken = with(std::move(taken), told.column);
  if (room_.legend && !room_.legend->needed) add_legend(told, taken, least);
  told.clear = clear_of(taken);
  return told;
}

std::size_t PaneLayout::leading(const Arrangement& told) const {
  const auto untold =
      std::ranges::find_if(entries_, [&](const Entry& entry) { return !told.lines.contains(entry); });
  return static_cast<std::size_t>(untold - entries_.begin());
}

PaneLayout::Anchor PaneLayout::best_anchor(const std::vector<Anchor>& anchors, const std::vector<QRectF>& taken) {
  Anchor best = anchors.front();
  Arrangement of_best;
  for (const Anchor& anchor : anchors) {
    const Arrangement own = arranged(anchor, taken);
    constexpr double noticeable = 1.02;
    const bool larger = own.clear.height() > noticeable * of_best.clear.height();
    const auto tells = std::pair(leading(own), own.told()), told = std::pair(leading(of_best), of_best.told());
    if (tells > told || (tells == told && larger)) best = anchor, of_best = own;
  }
  return best;
}

void PaneLayout::lay_out(std::vector<Readouts> runs, const Room& room, const ImGuiBridge& bridge) {
  runs_ = std::move(runs);
  bridge_ = &bridge;
  remember(room);
  const double inset = margin / 2 * bridge.factor();
  std::vector<QRectF> taken = room.fixed;
  over_.clear();
  std::vector<Anchor> anchors = {{room.area.right() - room.numbers.width() - inset, true},
                                 {room.area.left() + inset, false}};
  const double least = beside_panels * clear_of(taken).height();
  for (const QRectF& panel : room.panels) {
    const bool beside = clear_of(with(taken, panel)).height() >= least;
    (beside ? taken : over_).push_back(panel);
    anchors.push_back({panel.left() - inset, true});
    anchors.push_back({panel.right() + inset, false});
  }
  // The side is chosen without alarms, so that lines stay where they are when an alarm comes or goes.
  const std::vector<Entry> all = entries_;
  std::erase_if(entries_, [](const Entry& entry) { return entry.first == LineKind::alarm; });
  const std::size_t alarms = all.size() - entries_.size();
  const Anchor usual = best_anchor(anchors, taken);
  entries_ = all;
  best_ = arranged(usual, taken);
  if (leading(best_) < alarms) best_ = arranged(best_anchor(anchors, taken), taken);
  told_ = runs_;
  for (Readouts& run : told_) {
    for_each_line(run, [&](const Entry& entry, ReadoutLine& line) {
      const auto found = best_.lines.find(entry);
      line.words = found == best_.lines.end() ? "" : without(line.words, found->second);
    });
    std::erase_if(run.lines, [](const ReadoutLine& line) { return line.words.empty(); });
    if (!best_.gauge) run.acceptance.reset();
  }
}

}  // namespace ergo
