// How the picture shows the chains, chosen in the control panel.
#include <imgui.h>

#include <algorithm>

#include "widgets/overlay/pen.h"
#include "widgets/panels/control_panel.h"
#include "widgets/panels/control_words.h"

namespace ergo {

int ControlPanel::choice(const std::string& path, const char* label, int current, const Choices& choices,
                         const char* words) {
  ImGui::SetNextItemWidth(control_width_);
  if (ImGui::BeginCombo(("##" + path).c_str(), choices.name_of(current))) {
    for (const auto& [value, name] : choices.all) {
      if (ImGui::Selectable(name, value == current)) current = value;
      place(path + "=" + name);
    }
    ImGui::EndCombo();
  }
  place(path);
  tooltip(words);
  ImGui::SameLine();
  ImGui::TextUnformatted(label);
  return current;
}

void ControlPanel::picture(const Session& session, View& view) {
  const Descriptor& sampler = session.sampler_descriptor();
  if (session.target().lattice()) {
    const int shown = static_cast<int>(shown_on(session.target(), view));
    const int picked = choice(
        "view.show", "Sites show", shown, show_choices(view.infinite.distribution != nullptr),
        "The exact law with the chains on it; the swarm: the fraction of the chains on each site, in "
        "the law's colours; the difference of the two where it is more than chance, |z| ≥ 2; or, on up "
        "to 65536 sites, what infinitely many chains would show, at the step that their law has reached. "
        "Key: V");
    if (picked != shown) view.show = static_cast<Show>(picked);
  }
  view.colour_by = static_cast<ColourBy>(
      choice("view.colour_by", "Colour by", static_cast<int>(view.colour_by), colour_choices(sampler),
             "What a chain's colour tells; automatic: ξ where the axes are x and p."));
  if (coordinates_of(sampler).size() > 1)
    view.coordinates = static_cast<Coordinates>(choice(
        "view.coordinates", "Axes", static_cast<int>(view.coordinates), coordinates_choices(sampler),
        "Where chains are, their phase space, or the points (x, p) at which they pass ξ's mean upwards: a "
        "Poincaré section, which shows tori as curves."));
  const Choices offered = draws_choices(sampler);
  const int shown = static_cast<int>(available(view.draws, sampler));
  if (offered.all.size() > 1) {
    const int picked =
        choice("view.draws", "Draws shown", shown, offered,
               "Raw positions; raw positions with the area of their time weight; one of each "
               "chain's positions, drawn by its time (reservoir); or its place at a random time "
               "on the path (ergodic). MMD² uses the same draws.");
    if (picked != shown) view.draws = static_cast<DrawsUsed>(picked);
  }
  ImGui::Checkbox("Contours", &view.contours);
  place("view.contours");
  tooltip("Lines of equal density.");
  ImGui::SameLine(control_width_ + 2 * ImGui::GetStyle().WindowPadding.x);
  ImGui::Checkbox("Trails", &view.trails);
  place("view.trails");
  tooltip("The paths of the last steps. Key: T");
  ImGui::Checkbox("Marginal histograms", &view.marginals);
  place("view.marginals");
  tooltip(
      "Each coordinate's histogram along the edges, with its exact law and the band of as many exact draws. "
      "Key: H");
  static const Parameter life = trail_life_parameter();
  const std::size_t before = edits_.size();
  parameter("view.trail_life", life, view.trail_life);
  if (edits_.size() > before) {
    view.trail_life = std::clamp(parse_value(Parameter{.hard = {-1e300, 1e300}}, edits_.back().value, ""),
                                 life.hard.low, life.hard.high);
    edits_.resize(before);
  }
}

}  // namespace ergo
