#include "widgets/picture/marginal_strips.h"

#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

ImVec2 point(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

void fill(const Pen& pen, const Box& box, ImU32 colour) {
  pen.list.AddRectFilled(point(box.left, box.top), point(box.right, box.bottom), colour);
}

void draw_strip(const Pen& pen, const Strip& strip) {
  fill(pen, strip.place, ink(pen.palette.panel, strip_ground));
  pen.list.PushClipRect(point(strip.place.left, strip.place.top),
                        point(strip.place.right, strip.place.bottom), true);
  for (const Box& bar : strip.shares) fill(pen, bar, ink(strip.colour, strip_bars));
  for (const Box& bar : strip.band) fill(pen, bar, ink(pen.palette.text, strip_band));
  std::vector<ImVec2> line;
  for (const Position corner : strip.distribution) line.push_back(point(corner.x, corner.y));
  pen.list.AddPolyline(line.data(), static_cast<int>(line.size()), ink(pen.palette.text), 0,
                       static_cast<float>(pen.palette.line_width) * pen.unit());
  pen.list.PopClipRect();
  ImFont* bold = pen.bridge.fonts().semibold;
  const float margin = 6 * pen.unit(), length = Pen::extent(bold, strip.symbol).x;
  const ImVec2 at = point(strip.upright ? strip.place.left + margin : strip.place.right - margin - length,
                          strip.place.top + 4 * pen.unit());
  pen.write(bold, at, strip.symbol, pen.palette.secondary);
}

}  // namespace

void draw_strips(const std::vector<Strip>& strips, const Palette& palette, const ImGuiBridge& bridge) {
  const Pen pen{palette, bridge};
  for (const Strip& strip : strips) draw_strip(pen, strip);
}

}  // namespace ergo
