#include "widgets/panels/parameter_panel.h"

#include <algorithm>

#include "widgets/overlay/pen.h"

namespace ergo {

void ParameterPanel::choose(const ParameterPlots& plots) {
  const auto button = [&](const char* words, ParameterPlots::Shown shown) {
    if (ImGui::RadioButton(words, plots.shown == shown)) chosen_ = shown;
    places_[std::string("show ") + words] = last_item();
  };
  button("curve", ParameterPlots::Shown::curve);
  ImGui::SameLine();
  button("map", ParameterPlots::Shown::map);
  ImGui::Separator();
}

std::vector<Assignment> ParameterPanel::draw(const ParameterPlots& plots, const RunConfig& run, const Palette& palette,
                                             const ImGuiBridge& bridge, QSizeF picture) {
  hide();
  std::vector<Assignment> adopted;
  // What does not fit the run yet is made anew between two frames.
  const ParameterMap* map = plots.map() && plots.map()->fits(run) ? plots.map() : nullptr;
  const SweepWorker* curve = plots.curve() && plots.curve()->fits(run) ? plots.curve() : nullptr;
  if (!curve && !map) return adopted;
  const float factor = static_cast<float>(bridge.factor()), margin = 12 * factor;
  const float wide = static_cast<float>(picture.width()), high = static_cast<float>(picture.height());
  ImGui::SetNextWindowPos({wide, high}, ImGuiCond_Appearing);  // in the corner, once its size is known
  limit_size(picture, margin);
  if (ImGui::Begin(map ? "Parameter map###parameters" : "Tuning curve###parameters", nullptr,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing)) {
    if (has_map(sampler_unit(run.sampler.id).descriptor)) choose(plots);
    // Beside the target where the picture is wide enough.
    const float width = std::min(288 * factor, 0.48f * wide);
    const float lines = 11 * ImGui::GetTextLineHeightWithSpacing();  // title, buttons and what is written around the plot
    const float height = std::clamp(high - lines - 4 * margin, 80 * factor, 2.0f / 3 * width);
    adopted = map ? map_.draw(*map, run, palette, factor, {width, height}, places_)
                  : curve_.draw(*curve, run, palette, factor, {width, height}, places_);
    keep_inside(picture, margin);
    covered_ = window_place();
  }
  ImGui::End();
  return adopted;
}

}  // namespace ergo
