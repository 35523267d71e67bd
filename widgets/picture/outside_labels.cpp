#include "widgets/picture/outside_labels.h"

#include <algorithm>
#include <optional>

#include "widgets/overlay/pen.h"
#include "widgets/panels/readouts.h"

namespace ergo {
namespace {

std::string chains(std::size_t count) { return std::to_string(count) + (count == 1 ? " chain" : " chains"); }

/// A free place for words of this size, which slides in steps of their height to both sides of the middle of an edge.
/// `along`: the direction of the edge.
std::optional<QRectF> free_place(QRectF words, QPointF along, double unit, const QRectF& area,
                                 const std::vector<QRectF>& taken) {
  const double step = words.height();
  for (int k = 0;; ++k) {
    const double away = step * (k / 2 + k % 2) * (k % 2 ? 1 : -1);
    const QRectF place = plate_about(words.translated(away * along), unit);
    if (!area.contains(place)) return std::nullopt;
    if (std::ranges::none_of(taken, [&](const QRectF& other) { return place.intersects(other); }))
      return words.translated(away * along);
  }
}

}  // namespace

std::vector<OutsideLabel> outside_labels(const ChainsOutside& outside, const ImGuiBridge& bridge, const QRectF& area,
                                         std::vector<QRectF> taken) {
  const double unit = bridge.factor(), inset = 10 * unit;
  std::vector<OutsideLabel> labels;
  const auto add = [&](std::size_t count, const std::string& words, QPointF middle, QPointF inwards) {
    if (count == 0) return;
    QRectF place({0, 0}, line_size(words, bridge));
    place.moveCenter(middle + QPointF(inwards.x() * (inset + place.width() / 2), inwards.y() * (inset + place.height() / 2)));
    const QPointF along(std::abs(inwards.y()), std::abs(inwards.x()));
    const auto found = free_place(place, along, unit, area, taken);
    if (!found) return;
    taken.push_back(plate_about(*found, unit));
    labels.push_back({words, *found});
  };
  const QPointF middle = area.center();
  add(outside.left, "← " + chains(outside.left), {area.left(), middle.y()}, {1, 0});
  add(outside.right, chains(outside.right) + " →", {area.right(), middle.y()}, {-1, 0});
  add(outside.above, "↑ " + chains(outside.above), {middle.x(), area.top()}, {0, 1});
  add(outside.below, "↓ " + chains(outside.below), {middle.x(), area.bottom()}, {0, -1});
  return labels;
}

void draw_outside_labels(const std::vector<OutsideLabel>& labels, const Palette& palette, const ImGuiBridge& bridge) {
  const Pen pen{palette, bridge};
  for (const auto& [words, place] : labels) {
    const ImVec2 low = {static_cast<float>(place.left()), static_cast<float>(place.top())};
    pen.plate(low, {static_cast<float>(place.right()), static_cast<float>(place.bottom())});
    pen.write(bridge.fonts().mono, low, words, palette.text);
  }
}

}  // namespace ergo
