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

template <class T>
void ControlPanel::choice_of(const std::string& path, const char* label, T& chosen, T shown, const Choices& choices,
                             const char* words) {
  const auto picked = static_cast<T>(choice(path, label, static_cast<int>(shown), choices, words));
  if (picked != shown) chosen = picked;
}

void ControlPanel::sites_shown(const Session& session, View& view) {
  if (!session.target().lattice()) return;
  choice_of("view.show", "Sites show", view.show, shown_on(session.target(), view),
            show_choices(view.infinite.distribution != nullptr),
            "Target: its distribution, with the chains on it. Histogram: the share of the chains on each site, "
            "in the same colours. Difference: histogram minus target, blank where not significant (|z| < 2). "
            "Expected: the distribution of infinitely many chains at the step shown, on a lattice of up to 65 536 "
            "sites. Key: V");
}

void ControlPanel::coordinates(const Session& session, View& view) {
  const Descriptor& sampler = session.sampler_descriptor();
  if (coordinates_of(sampler).size() < 2) return;
  choice_of("view.coordinates", "Axes", view.coordinates, view.coordinates, coordinates_choices(sampler),
            "Positions, phase space, or a Poincaré section: the points (x, p) at which a chain's ξ rises through its "
            "mean. A section shows tori as curves.");
}

void ControlPanel::draws(const Session& session, View& view) {
  const Descriptor& sampler = session.sampler_descriptor();
  const Choices offered = draws_choices(sampler);
  if (offered.all.size() < 2) return;
  choice_of("view.draws", "Draws shown", view.draws, available(view.draws, sampler), offered,
            "Raw: positions, all alike. Weighted: a dot's area is its time weight. Reservoir: one position of each "
            "chain, drawn by its time weight. Ergodic: each chain's place at a random time on its path. MMD² uses the "
            "same draws.");
}

void ControlPanel::picture(const Session& session, View& view) {
  const Descriptor& sampler = session.sampler_descriptor();
  sites_shown(session, view);
  choice_of("view.colour_by", "Colour by", view.colour_by, view.colour_by, colour_choices(sampler),
            "What a chain's colour shows. Automatic: ξ where the axes are x and p. Origin: the mode nearest to "
            "the chain's start or, without modes, the direction of the start from the mean start. Accepted: whether the "
            "last proposal was accepted. Divergence: triangles on chains whose last step diverged, and pale ones where "
            "earlier steps did.");
  coordinates(session, view);
  draws(session, view);
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
      "Each coordinate's histogram along the edges, with its exact distribution and the band of as many exact "
      "draws. Key: H");
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
