#include "widgets/picture/legend.h"

#include <algorithm>
#include <cmath>

#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr float bar_height = 9, bar_inset = 20, tick_length = 4;  // logical pixels at scale 1

/// Whether sites are large enough for frames.
bool frames_shown(const View& view) { return zoom(view) / view.scale > 12; }

/// From `from` to `to`, the first colour to the second.
void shade(const Pen& pen, ImVec2 from, ImVec2 to, Colour first, Colour second) {
  const ImU32 left = ink(first), right = ink(second);
  pen.list.AddRectFilledMultiColor(from, to, left, right, right, left);
}

/// With the words' middle at `middle`.
void tick(const Pen& pen, float x, float y, const std::string& words, float middle) {
  ImFont* font = pen.bridge.fonts().mono;
  pen.list.AddLine({x, y}, {x, y + tick_length * pen.unit()}, ink(pen.palette.secondary), pen.unit());
  pen.write(font, {middle - pen.extent(font, words).x / 2, y + tick_length * pen.unit()}, words,
            pen.palette.secondary);
}
void tick(const Pen& pen, float x, float y, const std::string& words) { tick(pen, x, y, words, x); }

/// The bar below the title.
struct Bar {
  float left, middle, right, top, foot;
};

ImVec2 wrapped(const ImGuiBridge& bridge, const std::string& title, float width) {
  ImFont* font = bridge.fonts().text;
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, width, title.c_str());
}

Bar titled_plate(const Pen& pen, const std::string& title, const QRectF& plate) {
  const float unit = pen.unit();
  const QRectF within = plate.marginsRemoved({6 * unit, 4 * unit, 6 * unit, 4 * unit});
  const ImVec2 low(static_cast<float>(within.left()), static_cast<float>(within.top()));
  const ImVec2 high(static_cast<float>(within.right()), static_cast<float>(within.bottom()));
  pen.plate(low, high);
  ImFont* font = pen.bridge.fonts().text;
  const float width = high.x - low.x + unit;  // of rounding
  pen.list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, low, ink(pen.palette.text),
                   title.c_str(), nullptr, width);
  const float left = low.x + bar_inset * unit, right = high.x - bar_inset * unit,
              top = low.y + wrapped(pen.bridge, title, width).y + 3 * unit;
  return Bar{left, (left + right) / 2, right, top, top + bar_height * unit};
}

void frame(const Pen& pen, const Bar& bar) {
  pen.list.AddRect({bar.left, bar.top}, {bar.right, bar.foot}, ink(pen.palette.hairline), 0, 0, pen.unit());
}

}  // namespace

std::string legend_title(const Target& target, const View& view, const SiteScale& scale) {
  const Show show = shown_on(target, view);
  const std::string per_place = target.sites() ? "per cell" : "per site";
  if (show == Show::target) return "target: probability " + per_place;
  const std::string frames = frames_shown(view) ? " (outline: target)" : "";
  if (show == Show::histogram) return "histogram: share of the chains " + per_place + frames;
  if (show == Show::expected)
    return "expected distribution at step " + grouped(view.infinite.step) + frames;
  const std::string block = std::to_string(scale.block);
  if (scale.block == 1) return "histogram − target, blank where |z| < 2";
  return "histogram − target " + per_place + ", blank where |z| < 2 in " + block + "×" + block;
}

std::string thermostat_legend_title() { return "colour: friction ξ"; }

QSizeF legend_size(const std::string& title, const ImGuiBridge& bridge, bool narrow) {
  const auto unit = static_cast<float>(bridge.factor());
  const float width = narrow ? 120 * unit : std::max(190 * unit, wrapped(bridge, title, 0).x);
  const float number = Pen::extent(bridge.fonts().mono, "0").y;
  return {width, wrapped(bridge, title, width).y + (3 + bar_height + tick_length) * unit + number};
}

void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 const QRectF& plate) {
  const Show show = shown_on(target, view);
  const Palette& palette = view.palette;
  const Pen pen{palette, bridge};
  const bool signs = show == Show::difference;
  const Bar bar = titled_plate(pen, legend_title(target, view, scale), plate);
  const auto [left, middle, right, top, foot] = bar;
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
    if (pen.extent(pen.bridge.fonts().mono, peak + half).x < right - left) tick(pen, middle, foot, half);
  }
  tick(pen, right, foot, (signs ? "+" : "") + peak);
  frame(pen, bar);
}

void draw_colour_key(const ColourKey& key, const Palette& palette, const ImGuiBridge& bridge, const QRectF& plate) {
  const Pen pen{palette, bridge};
  const Bar bar = titled_plate(pen, key.title, plate);
  const std::size_t count = key.samples.size();
  const float width = (bar.right - bar.left) / static_cast<float>(count);
  const auto extent = [&](std::size_t k) { return pen.extent(bridge.fonts().mono, key.samples[k].words).x; };
  bool room = true;
  for (std::size_t k = 0; k < count; ++k) room = room && extent(k) < width;
  for (std::size_t k = 0; k < count; ++k) {
    const float from = bar.left + static_cast<float>(k) * width, middle = from + width / 2;
    shade(pen, {from, bar.top}, {from + width, bar.foot}, key.samples[k].colour, key.samples[k].colour);
    const float inset = bar_inset * pen.unit();  // the first and the last words may use it
    if (room)
      tick(pen, middle, bar.foot, key.samples[k].words);
    else if (k == 0)
      tick(pen, middle, bar.foot, key.samples[k].words, std::min(middle, bar.left - inset + extent(k) / 2));
    else if (k + 1 == count)
      tick(pen, middle, bar.foot, key.samples[k].words, std::max(middle, bar.right + inset - extent(k) / 2));
  }
  frame(pen, bar);
}

void draw_thermostat_legend(const ToneRange& tones, const Palette& palette, const ImGuiBridge& bridge,
                            const QRectF& plate) {
  const Pen pen{palette, bridge};
  const Bar bar = titled_plate(pen, thermostat_legend_title(), plate);
  const std::size_t parts = palette.ramp.size() - 1;
  const float width = (bar.right - bar.left) / static_cast<float>(parts);
  for (std::size_t k = 0; k < parts; ++k) {
    const float from = bar.left + static_cast<float>(k) * width;
    shade(pen, {from, bar.top}, {from + width, bar.foot}, palette.ramp[k], palette.ramp[k + 1]);
  }
  tick(pen, bar.left, bar.foot, significant(tones.middle - tones.width / 2, 3));
  tick(pen, bar.middle, bar.foot, significant(tones.middle, 3));
  tick(pen, bar.right, bar.foot, significant(tones.middle + tones.width / 2, 3));
  frame(pen, bar);
}

}  // namespace ergo
