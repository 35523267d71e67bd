// The controls by path: all of them, or those that a presentation needs.
#include <imgui.h>

#include <algorithm>

#include "core/config/remarks.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/control_panel.h"
#include "widgets/panels/control_words.h"

namespace ergo {
namespace {

template <class Units>
std::vector<const Descriptor*> descriptors_of(const Units& units, std::optional<Space> space = {}) {
  std::vector<const Descriptor*> all;
  for (const auto& unit : units)
    if (!space || unit.descriptor.space == *space) all.push_back(&unit.descriptor);
  return all;
}

}  // namespace

void ControlPanel::all_controls(const Session& session, View& view) {
  const RunConfig& config = session.config();
  unit("sampler", "Sampler", descriptors_of(samplers(), session.target_descriptor().space), config.sampler,
       session.target(), sampler_remark(config));
  unit("target", "Target", descriptors_of(targets()), config.target, session.target());
  gradient_noise(config);
  unit("start", "Start", descriptors_of(starts()), config.start, session.target());
  control("chains", session, view);
  control("seed", session, view);
  if (heading("Picture", true)) picture(session, view);
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

bool ControlPanel::unit_control(const std::string& path, const Session& session) {
  const RunConfig& config = session.config();
  const auto parameter_of = [&](const Descriptor& unit) {
    const std::string id = path.substr(path.find('.') + 1);
    return static_cast<std::size_t>(std::ranges::find(unit.parameters, id, &Parameter::id) - unit.parameters.begin());
  };
  const auto in_unit = [&](const char* name, const Descriptor& unit, const Descriptors& all, const UnitChoice& chosen) {
    if (path == name) {
      ImGui::PushID(name);
      unit_choice(name, all, unit);
      ImGui::PopID();
      return true;
    }
    if (!path.starts_with(std::string(name) + ".")) return false;
    const std::size_t index = parameter_of(unit);
    if (index == unit.parameters.size() || !has_effect_on(session.target(), unit.parameters[index])) return false;
    unit_parameter(name, unit, chosen, index, session.target());
    return true;
  };
  if (path.starts_with("gradient_noise.")) {
    const std::size_t index = parameter_of(gradient_noise_descriptor());
    if (index == gradient_noise_descriptor().parameters.size()) return false;
    noise_parameter(config, index);
    return true;
  }
  return in_unit("sampler", session.sampler_descriptor(),
                 descriptors_of(samplers(), session.target_descriptor().space), config.sampler) ||
         in_unit("target", session.target_descriptor(), descriptors_of(targets()), config.target) ||
         in_unit("start", start_unit(config.start.id).descriptor, descriptors_of(starts()), config.start);
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
  return edits_;
}

}  // namespace ergo
