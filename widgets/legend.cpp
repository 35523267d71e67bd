#include "widgets/legend.h"

#include <cmath>

#include "widgets/numbers.h"
#include "widgets/pen.h"

namespace ergo {
namespace {

std::string title_of(Show show, const View& view, const SiteScale& scale) {
  if (show == Show::law) return "law: mass of a site";
  if (show == Show::swarm) return "swarm: share of a site";
  if (show == Show::infinite) return "∞ chains at step " + grouped(view.infinite.step) + ": share of a site";
  const std::string block = std::to_string(scale.block);
  return scale.block == 1 ? "swarm − law, where |z| ≥ 2"
                          : "swarm − law a site, where |z| ≥ 2 in " + block + "×" + block;
}

/// From `from` to `to`, the first colour to the second.
void shade(const Pen& pen, ImVec2 from, ImVec2 to, Colour first, Colour second) {
  const ImU32 left = ink(first), right = ink(second);
  pen.list.AddRectFilledMultiColor(from, to, left, right, right, left);
}

void tick(const Pen& pen, float x, float y, const std::string& words) {
  ImFont* font = pen.bridge.fonts().mono;
  pen.list.AddLine({x, y}, {x, y + 4 * pen.unit()}, ink(pen.palette.secondary), pen.unit());
  pen.write(font, {x - pen.extent(font, words).x / 2, y + 4 * pen.unit()}, words, pen.palette.secondary);
}

}  // namespace

void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 QSizeF picture) {
  const Show show = shown_on(target, view);
  const Palette& palette = view.palette;
  const Pen pen{palette, bridge};
  const bool signs = show == Show::difference;
  const float unit = pen.unit(), line = pen.extent(bridge.fonts().text, "0").y + 3 * unit;
  const std::string title = title_of(show, view, scale);
  const float width = std::max(190 * unit, pen.extent(bridge.fonts().text, title).x), bar = width - 40 * unit;
  // Clear of the axes' numbers, which stand along both edges when sites are large.
  const ImVec2 high{static_cast<float>(picture.width()) - 52 * unit,
                    static_cast<float>(picture.height()) - 34 * unit};
  const ImVec2 low{high.x - width, high.y - 2 * line - 12 * unit};
  // In a small picture it would hide the very sites that it explains.
  constexpr float largest_share = 0.2f;
  if (high.y - low.y > largest_share * static_cast<float>(picture.height()) || low.x < 0) return;
  pen.plate(low, high);
  pen.write(bridge.fonts().text, low, title, palette.text);
  const float left = low.x + 20 * unit, middle = left + bar / 2, right = left + bar, top = low.y + line;
  const float foot = top + 9 * unit;
  const std::string peak = significant(scale.peak, 2);
  const std::string half = significant(scale.peak * std::pow(0.5, 1 / scale.transfer), 2);
  if (signs) {
    shade(pen, {left, top}, {middle, foot}, palette.lack, palette.density_low);
    shade(pen, {middle, top}, {right, foot}, palette.density_low, palette.excess);
    tick(pen, left, foot, "−" + peak);
    tick(pen, middle, foot, "0");
  } else {
    shade(pen, {left, top}, {right, foot}, palette.density_low, palette.density_high);
    tick(pen, left, foot, "0");
    tick(pen, middle, foot, half);
  }
  tick(pen, right, foot, (signs ? "+" : "") + peak);
  pen.list.AddRect({left, top}, {right, foot}, ink(palette.hairline), 0, 0, unit);
}

}  // namespace ergo
