// The lists of samplers, targets and starts, and their parameters.
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "core/config/learning_settings.h"
#include "core/config/other_space.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/control_panel.h"
#include "widgets/panels/control_words.h"

namespace ergo {

void ControlPanel::unit(const char* path, const char* label, const UnitChoice& chosen, const Session& session,
                        const std::string& remark_words) {
  if (!heading(label, true)) return;
  const Descriptors all = listed_units(path, session.config());
  const Descriptor& listed = **std::ranges::find(all, chosen.id, &Descriptor::id);
  // A target that is described by what it is made of has parameters of its own.
  const Descriptor& own = std::string_view(path) == "target" ? session.target_descriptor() : listed;
  ImGui::PushID(path);
  unit_choice(path, all, listed, session.config());
  for (std::size_t i = 0; i < chosen.values.size(); ++i)
    if (is_used(own.parameters[i], own.parameters, chosen.values) &&
        has_effect_on(session.target(), own.parameters[i]))
      unit_parameter(path, own, chosen, i, session.target());
  remark(std::string(path) + ".remark", remark_words);
  ImGui::PopID();
}

void ControlPanel::unit_choice(const char* path, const Descriptors& all, const Descriptor& current,
                               const RunConfig& run) {
  ImGui::SetNextItemWidth(-1);
  const bool unfolded = ImGui::BeginCombo("##unit", current.title.c_str(), ImGuiComboFlags_HeightLargest);
  place(path);
  if (!unfolded) tooltip(unit_words(current));
  if (!unfolded) return;
  std::string group;
  for (const Descriptor* d : all) {
    if (const std::string own = group_heading(path, *d, run); std::exchange(group, own) != own)
      ImGui::TextDisabled("%s", own.c_str());
    unit_option(path, *d, d == &current, run);
  }
  ImGui::EndCombo();
}

/// A sampler of the other space is grey. A click on it also changes the target.
void ControlPanel::unit_option(const char* path, const Descriptor& unit, bool current, const RunConfig& run) {
  const std::string reason = switch_words(path, unit, run);
  ImGui::PushStyleColor(ImGuiCol_Text,
                        ImGui::GetStyleColorVec4(reason.empty() ? ImGuiCol_Text : ImGuiCol_TextDisabled));
  const bool picked = ImGui::Selectable(unit.title.c_str(), current);
  ImGui::PopStyleColor();
  place(std::string(path) + "=" + unit.id);
  tooltip(reason + unit_words(unit));
  if (!picked) return;
  if (reason.empty())
    edits_.push_back({path, unit.id});
  else
    edits_ = edits_to_sampler(run, unit.id);
}

void ControlPanel::unit_parameter(const char* path, const Descriptor& unit, const UnitChoice& chosen,
                                  std::size_t index, const Target& target) {
  Parameter p = unit.parameters[index];
  p.slider = slider_on(target, p);
  const std::string name = std::string(path) + "." + p.id;
  if (is_file(p))
    picture_file(name, p, shown_file(value_text(chosen, unit, index)));
  else if (p.kind == Kind::text)
    letters(name, p, value_text(chosen, unit, index));
  else
    parameter(name, p, chosen.values[index]);
}

bool ControlPanel::unit_control(const std::string& path, const Session& session) {
  const RunConfig& config = session.config();
  const auto parameter_of = [&](const Descriptor& unit) {
    const std::string id = path.substr(path.find('.') + 1);
    return static_cast<std::size_t>(std::ranges::find(unit.parameters, id, &Parameter::id) - unit.parameters.begin());
  };
  const auto in_unit = [&](const char* name, const Descriptor& unit, const UnitChoice& chosen) {
    if (path == name) {
      ImGui::PushID(name);
      unit_choice(name, listed_units(name, config), unit, config);
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
  if (path.starts_with("learn.")) {
    const std::size_t index = parameter_of(learning_descriptor());
    if (index == learning_descriptor().parameters.size()) return false;
    learning_parameter(config, index);
    return true;
  }
  return in_unit("sampler", session.sampler_descriptor(), config.sampler) ||
         in_unit("target", session.target_descriptor(), config.target) ||
         in_unit("start", start_unit(config.start.id).descriptor, config.start);
}

}  // namespace ergo
