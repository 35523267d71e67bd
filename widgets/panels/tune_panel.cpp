#include "widgets/panels/tune_panel.h"

#include <algorithm>
#include <cmath>

#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

Colour colour_of(Probe::Purpose purpose, const Palette& palette) {
  if (purpose == Probe::Purpose::alpha_max) return palette.emphasis;
  return purpose == Probe::Purpose::alpha_min ? palette.accent : palette.secondary;
}

void explain_probes(const Palette& palette) {
  ImGui::TextDisabled("acceptance of each probe against α (log); lines: targets");
  for (const auto& [purpose, words] : {std::pair(Probe::Purpose::alpha_max, "● α_max"),
                                       std::pair(Probe::Purpose::alpha_min, "● α_min"),
                                       std::pair(Probe::Purpose::beta, "● β and start")}) {
    ImGui::PushStyleColor(ImGuiCol_Text, ink(colour_of(purpose, palette)));
    ImGui::TextUnformatted(typeset(words).c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine();
  }
  ImGui::TextDisabled("large dots: kept");
}

/// Acceptance upwards from 0 to 1 against log alpha; those kept stand out.
void draw_probes(const Tuning& tuning, const Palette& palette, float factor) {
  const ImVec2 size = {300 * factor, 130 * factor}, at = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const TuningOptions& o = tuning.options();
  list.AddRect(at, {at.x + size.x, at.y + size.y}, ink(palette.hairline));
  for (const double acceptance : {o.acceptance, o.aim_of_long()}) {
    const float aim = at.y + size.y * (1 - static_cast<float>(acceptance));
    list.AddLine({at.x, aim}, {at.x + size.x, aim}, ink(palette.secondary, 160));
  }
  for (const Probe& p : tuning.probes()) {
    if (std::isnan(p.acceptance)) continue;
    const double share = std::log(p.alpha / o.alpha_floor) / std::log(o.alpha_ceil / o.alpha_floor);
    const ImVec2 place = {at.x + size.x * static_cast<float>(std::clamp(share, 0.0, 1.0)),
                          at.y + size.y * (1 - static_cast<float>(p.acceptance))};
    list.AddCircleFilled(place, (p.kept ? 3 : 1.5f) * factor,
                         ink(colour_of(p.purpose, palette), p.kept ? 255 : 110));
  }
}

}  // namespace

void TunePanel::edit_settings() {
  const auto number = [](const char* label, double& value) {
    ImGui::InputDouble(label, &value, 0, 0, "%.4g");
  };
  number("upper starting α", settings_.alpha_ceil);
  number("lower starting α", settings_.alpha_floor);
  number("β, longest step", settings_.beta_max);
  number("β, shortest step", settings_.beta_min);
  number("target acceptance", settings_.acceptance);
  number("longest step (0: same)", settings_.acceptance_long);
  ImGui::InputInt("steps per cycle", &settings_.cycle_length, 0);
  ImGui::InputInt("steps per search", &settings_.budget, 0);
}

std::vector<Assignment> TunePanel::draw(const Tuning* tuning, const Palette& palette,
                                        const ImGuiBridge& bridge, QSizeF picture) {
  hide();
  std::vector<Assignment> adopted;
  const float factor = static_cast<float>(bridge.factor());
  ImGui::SetNextWindowPos({static_cast<float>(picture.width()), 200 * factor}, ImGuiCond_Appearing);
  limit_size(picture, 12 * factor);
  if (ImGui::Begin("Tune a cyclical schedule", nullptr,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing)) {
    ImGui::PushItemWidth(110 * factor);
    edit_settings();
    ImGui::PopItemWidth();
    if (ImGui::Button(tuning ? "Start again" : "Start")) begin_ = true;
    places_["begin"] = last_item();
    if (tuning) {
      ImGui::SameLine();
      ImGui::ProgressBar(static_cast<float>(tuning->progress()), {-1, 0});
      explain_probes(palette);
      draw_probes(*tuning, palette, factor);
      if (tuning->done()) {
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 300 * factor);
        ImGui::TextUnformatted(typeset(tuning->summary()).c_str());
        ImGui::PopTextWrapPos();
      }
      if (tuning->schedule()) {
        if (ImGui::Button("Adopt this schedule"))
          adopted = tuning->schedule()->assignments(tuning->options().cycle_length);
        places_["adopt"] = last_item();
      }
    }
    keep_inside(picture, 12 * factor);
    covered_ = window_place();
  }
  ImGui::End();
  return adopted;
}

}  // namespace ergo
