// The controls by path: all of them, or those that a presentation needs.
#include <imgui.h>

#include "core/config/remarks.h"
#include "core/config/run_paths.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/control_panel.h"
#include "widgets/panels/control_words.h"

namespace ergo {

void ControlPanel::all_controls(const Session& session, View& view) {
  const RunConfig& config = session.config();
  unit("sampler", "Sampler", config.sampler, session, sampler_remark(config));
  unit("target", "Target", config.target, session, session.target().remark(std::chrono::milliseconds(0)));
  runs_set();
  gradient_noise(config);
  learning(session);
  unit("start", "Start", config.start, session);
  control("chains", session, view);
  control("seed", session, view);
  if (heading("Picture", true)) picture(session, view);
}

/// Which runs the settings below it are set for.
void ControlPanel::runs_set() {
  if (run_.count == 1) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("Noise, start, chains");
  const auto option = [&](const char* label, bool value, const char* path, const char* words) {
    ImGui::SameLine();
    if (ImGui::RadioButton(label, alone() == value)) alone_ = value;
    place(path);
    tooltip(words);
  };
  option("all runs", false, "runs.all", "Gradient noise, start and chains are set for all runs.");
  option("this run", true, "runs.this", "Gradient noise, start and chains are set for the run in focus alone.");
}

std::vector<Assignment> ControlPanel::addressed(std::vector<Assignment> edits) const {
  if (alone())
    for (Assignment& edit : edits)
      if (may_differ(edit.path) && !is_of_sampler(edit.path)) edit.path = own_path(run_.run, edit.path);
  return edits;
}

bool ControlPanel::control(const std::string& path, const Session& session, View& view) {
  const RunConfig& config = session.config();
  if (path == "chains")
    text("chains", "Chains", std::to_string(config.chains), "Number of chains, 1 to 10 000 000.");
  else if (path == "seed")
    text("seed", "Seed", std::to_string(config.seed), "The same seed gives the same run.");
  else if (path == "view.show")
    sites_shown(session, view);
  else if (path == "view.coordinates")
    coordinates(session, view);
  else if (path == "view.draws")
    draws(session, view);
  else
    return unit_control(path, session);
  return true;
}

std::vector<Assignment> ControlPanel::draw_in(QRectF place, const std::vector<std::string>& paths,
                                              const Session& session, View& view, const ImGuiBridge& bridge) {
  const float factor = static_cast<float>(bridge.factor()), width = static_cast<float>(place.width());
  edits_.clear();
  hide();
  control_width_ = 110 * factor;
  placed_for_ = 0;  // outside the column it is placed anew
  ImGui::SetNextWindowPos({static_cast<float>(place.left()), static_cast<float>(place.top())});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(1.0f, static_cast<float>(place.height()))});
  ImGui::SetNextWindowCollapsed(false);
  ImGui::Begin("###Column", nullptr,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoTitleBar);
  if (paths.empty()) all_controls(session, view);
  for (const std::string& path : paths) control(path, session, view);
  covered_ = window_place();
  needed_ = ImGui::GetCursorPosY() + ImGui::GetScrollY() - ImGui::GetStyle().ItemSpacing.y +
            ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  return addressed(edits_);
}

}  // namespace ergo
