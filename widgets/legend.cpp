#include "widgets/legend.h"

#include <cmath>
#include <optional>

#include "widgets/numbers.h"
#include "widgets/pen.h"

namespace ergo {
namespace {

/// Where sites are large enough for it.
bool frames_shown(const View& view) { return zoom(view) / view.scale > 12; }

std::string title_of(Show show, const View& view, const SiteScale& scale) {
  if (show == Show::law) return "law: mass of a site";
  const std::string frames = frames_shown(view) ? ", framed by the law" : "";
  if (show == Show::swarm) return "swarm: share of a site" + frames;
  if (show == Show::infinite)
    return "∞ chains at step " + grouped(view.infinite.step) + ": share of a site" + frames;
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

/// A plate in the picture's lower right corner, its title, and below that the room of a bar; none where it
/// would hide much of a small picture.
struct Bar {
  float left, middle, right, top, foot;
};

std::optional<Bar> titled_plate(const Pen& pen, const std::string& title, QSizeF picture, double covered) {
  const float unit = pen.unit(), line = pen.extent(pen.bridge.fonts().text, "0").y + 3 * unit;
  const float width = std::max(190 * unit, pen.extent(pen.bridge.fonts().text, title).x);
  // Clear of the axes' numbers, which stand along both edges.
  ImVec2 high{static_cast<float>(picture.width()) - 52 * unit,
              static_cast<float>(picture.height()) - 34 * unit};
  // Clear of what covers the left side too, as far as there is room.
  high.x += std::clamp(static_cast<float>(covered) + 6 * unit - (high.x - width), 0.0f, 46 * unit);
  const ImVec2 low{high.x - width, high.y - 2 * line - 12 * unit};
  constexpr float largest_share = 0.2f;
  if (high.y - low.y > largest_share * static_cast<float>(picture.height()) || low.x < 0) return {};
  pen.plate(low, high);
  pen.write(pen.bridge.fonts().text, low, title, pen.palette.text);
  const float left = low.x + 20 * unit, right = low.x + width - 20 * unit, top = low.y + line;
  return Bar{left, (left + right) / 2, right, top, top + 9 * unit};
}

void frame(const Pen& pen, const Bar& bar) {
  pen.list.AddRect({bar.left, bar.top}, {bar.right, bar.foot}, ink(pen.palette.hairline), 0, 0, pen.unit());
}

}  // namespace

void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 QSizeF picture, double covered) {
  const Show show = shown_on(target, view);
  const Palette& palette = view.palette;
  const Pen pen{palette, bridge};
  const bool signs = show == Show::difference;
  const std::optional<Bar> bar = titled_plate(pen, title_of(show, view, scale), picture, covered);
  if (!bar) return;
  const auto [left, middle, right, top, foot] = *bar;
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
  frame(pen, *bar);
}

void draw_thermostat_legend(const ToneRange& tones, const Palette& palette, const ImGuiBridge& bridge,
                            QSizeF picture) {
  const Pen pen{palette, bridge};
  const std::optional<Bar> bar = titled_plate(pen, "colour: ξ, the thermostat's friction", picture, 0);
  if (!bar) return;
  const std::size_t parts = palette.ramp.size() - 1;
  const float width = (bar->right - bar->left) / static_cast<float>(parts);
  for (std::size_t k = 0; k < parts; ++k) {
    const float from = bar->left + static_cast<float>(k) * width;
    shade(pen, {from, bar->top}, {from + width, bar->foot}, palette.ramp[k], palette.ramp[k + 1]);
  }
  tick(pen, bar->left, bar->foot, significant(tones.middle - tones.width / 2, 3));
  tick(pen, bar->middle, bar->foot, significant(tones.middle, 3));
  tick(pen, bar->right, bar->foot, significant(tones.middle + tones.width / 2, 3));
  frame(pen, *bar);
}

}  // namespace ergo
