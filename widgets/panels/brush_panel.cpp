#include "widgets/panels/brush_panel.h"

#include <imgui.h>

#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr double smallest_brush = 0.005, largest_brush = 0.25;  // of the canvas
constexpr Range brush_strengths{0.05, 5};

}  // namespace

bool BrushPanel::slider(const char* name, const char* words, double& value, double low, double high,
                        bool logarithmic) {
  const bool changed = ImGui::SliderScalar(name, ImGuiDataType_Double, &value, &low, &high, "%.3g",
                                           (logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None) |
                                               ImGuiSliderFlags_AlwaysClamp);
  places_[name] = last_item();
  tooltip(words);
  return changed;
}

void BrushPanel::draw(double canvas, const ImGuiBridge& bridge, QSizeF picture) {
  hide();
  const float factor = static_cast<float>(bridge.factor()), margin = 12 * factor;
  ImGui::SetNextWindowPos({static_cast<float>(picture.width()), margin}, ImGuiCond_Appearing);
  limit_size(picture, margin);
  if (ImGui::Begin("Paint the density", nullptr,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing)) {
    for (const bool eraser : {false, true}) {
      const char* name = eraser ? "eraser" : "brush";
      if (ImGui::RadioButton(name, settings_.eraser == eraser)) settings_.eraser = eraser;
      places_[name] = last_item();
      tooltip(eraser ? "Divides the density, at strength 1 by 1000." : "Adds to the density.");
      ImGui::SameLine();
    }
    if (ImGui::SmallButton("clear")) clear_ = true;
    places_["clear"] = last_item();
    tooltip("Removes all strokes. Ctrl+Z brings them back.");
    ImGui::PushItemWidth(110 * factor);
    slider("size", "Radius, in units of x and y.", settings_.size, smallest_brush * canvas, largest_brush * canvas,
           true);
    slider("strength", "What a stroke adds.", settings_.strength, brush_strengths.low, brush_strengths.high, true);
    slider("hardness", "Part of the size that is painted in full; the rest fades.", settings_.hardness,
           stroke_hardnesses.low, stroke_hardnesses.high, false);
    ImGui::PopItemWidth();
    keep_inside(picture, margin);
    covered_ = window_place();
  }
  ImGui::End();
}

}  // namespace ergo
