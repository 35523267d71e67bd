#include "widgets/panels/control_panel.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/config/learning_settings.h"
#include "core/config/remarks.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/control_words.h"

namespace ergo {
namespace {

/// The name of a choice, in words.
std::string shown_choice(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// The part of a slider's trough up to its value, drawn under the slider itself.
void fill_trough(float width, double share) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight(), rounding = ImGui::GetStyle().FrameRounding;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + width, low.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
  list.AddRectFilled(low, {low.x + std::max(2 * rounding, width * static_cast<float>(share)), low.y + height},
                     ImGui::GetColorU32(ImGuiCol_SliderGrab, 0.62f), rounding);
}

}  // namespace

void ControlPanel::place(const std::string& path) { places_[path] = last_item(); }

bool ControlPanel::heading(const char* label, bool open) {
  ImGui::SetNextItemOpen(open, ImGuiCond_Once);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::PushStyleColor(ImGuiCol_Header, 0);
  const bool shown = ImGui::CollapsingHeader(label);
  ImGui::PopStyleColor(2);
  place(std::string("heading.") + label);
  return shown;
}

void ControlPanel::slider(const std::string& path, const Parameter& p, double value) {
  const std::string format = slider_format(p, value);
  const ImGuiSliderFlags flags = p.scale == Scale::log ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
  fill_trough(control_width_, share_of(p, value));
  for (const auto index : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
    ImGui::PushStyleColor(index, 0);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, 0);
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, 0);
  const bool changed = ImGui::SliderScalar(("##" + path).c_str(), ImGuiDataType_Double, &value, &p.slider.low,
                                           &p.slider.high, format.c_str(), flags);
  ImGui::PopStyleColor(5);
  // Typed text takes effect when the field is left, not letter by letter.
  if (ImGui::IsItemActive() && ImGui::GetIO().WantTextInput) {
    if (changed) typed_ = {path, value};
    return;
  }
  bool taken = changed;
  if (typed_ && typed_->first == path) {
    value = std::exchange(typed_, std::nullopt)->second;
    taken = !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  }
  if (!taken) return;
  constexpr double countable = 1e15;  // what is typed may be anything; the run tells what is legal
  if (p.kind == Kind::integer && std::abs(value) < countable)
    edits_.push_back({path, value_text(p, std::round(value))});
  else
    edits_.push_back({path, value_text(Parameter{}, value)});
}

void ControlPanel::parameter(const std::string& path, const Parameter& p, double value, bool used,
                             const std::optional<std::vector<std::string>>& legal) {
  ImGui::BeginDisabled(!used);
  ImGui::SetNextItemWidth(control_width_);
  if (p.kind == Kind::boolean) {
    bool on = value != 0;
    if (ImGui::Checkbox(("##" + path).c_str(), &on)) edits_.push_back({path, value_text(p, on)});
  } else if (p.kind == Kind::choice) {
    const int current = static_cast<int>(value);
    if (ImGui::BeginCombo(("##" + path).c_str(), shown_choice(p.choices[current]).c_str())) {
      for (int i = 0; i < static_cast<int>(p.choices.size()); ++i) {
        const bool offered = !legal || std::ranges::count(*legal, p.choices[i]) > 0;
        if (ImGui::Selectable(shown_choice(p.choices[i]).c_str(), i == current,
                              offered ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled))
          edits_.push_back({path, value_text(p, i)});
        place(path + "=" + p.choices[i]);
        if (!offered) tooltip("It cannot learn this target.\n" + p.doc);
      }
      ImGui::EndCombo();
    }
  } else {
    slider(path, p, value);
  }
  ImGui::EndDisabled();
  place(path);
  tooltip(parameter_words(p));
  ImGui::SameLine();
  ImGui::TextUnformatted(typeset(parameter_label(p)).c_str());
  tooltip(parameter_words(p));
}

void ControlPanel::letters(const std::string& path, const Parameter& p, const std::string& text) {
  field(path, text, initial_text(p).c_str(), control_width_);
  tooltip(parameter_words(p));
  ImGui::SameLine();
  ImGui::TextUnformatted(typeset(parameter_label(p)).c_str());
}

void ControlPanel::picture_file(const std::string& path, const Parameter& p, const std::string& file) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, button = ImGui::GetFrameHeight();
  field(path, file, initial_text(p).c_str(), control_width_ - gap - button);
  tooltip(parameter_words(p) + (file.empty() ? "" : "\n" + file));
  ImGui::SameLine(0, gap);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  if (ImGui::Button(("...##" + path).c_str(), {button, 0})) browsed_ = path;
  ImGui::PopStyleVar();
  place(path + ".choose");
  tooltip("Choose a file.");
  ImGui::SameLine();
  ImGui::TextUnformatted(typeset(parameter_label(p)).c_str());
}

void ControlPanel::gradient_noise(const RunConfig& config) {
  if (!heading("Gradient noise", config.gradient_noise.values[0] != 0)) return;
  for (std::size_t i = 0; i < gradient_noise_descriptor().parameters.size(); ++i) noise_parameter(config, i);
  remark("gradient_noise.remark", noise_remark(config));
}

void ControlPanel::learning(const Session& session) {
  const RunConfig& config = session.config();
  const Space space = target_descriptor(config).space;
  if (space == Space::lattice || (space == Space::plane && target_descriptor(config).dim != 2)) return;
  if (!heading("Learning", learns(config))) return;
  for (std::size_t i = 0; i < learning_descriptor().parameters.size(); ++i) learning_parameter(config, i);
  remark("learn.remark", learning_words(session));
}

void ControlPanel::learning_parameter(const RunConfig& config, std::size_t index) {
  const auto& parameters = learning_descriptor().parameters;
  Parameter p = parameters.at(index);
  const bool used = is_used(p, parameters, config.learning.values);
  if (!used) p.doc = (learns(config) ? "Not for this model.\n" : "Nothing learns. Choose a model first.\n") + p.doc;
  const bool model = p.kind == Kind::choice;
  parameter("learn." + p.id, p, config.learning.values[index], used,
            model ? std::optional(legal_models(config)) : std::nullopt);
}

/// The strength has two forms, and both follow either slider.
void ControlPanel::noise_parameter(const RunConfig& config, std::size_t index) {
  const auto& parameters = gradient_noise_descriptor().parameters;
  const GradientNoise noise = gradient_noise_of(config);
  const double values[] = {static_cast<double>(noise.kind), gradient_noise_sd(config), gradient_noise_B(config)};
  Parameter p = parameters.at(index);
  const bool used = is_used(p, parameters, config.gradient_noise.values);
  if (!used) p.doc = noise_reason(noise.kind) + "\n" + p.doc;
  parameter("gradient_noise." + p.id, p, values[index], used);
}

void ControlPanel::remark(const std::string& path, const std::string& words) {
  if (words.empty()) return;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x);
  ImGui::TextUnformatted(typeset(words).c_str());
  ImGui::PopTextWrapPos();
  place(path);
}

void ControlPanel::field(const std::string& path, const std::string& value, const char* hint, float width) {
  char buffer[8193] = {};  // as long as a formula may be
  std::strncpy(buffer, (edited_path_ == path ? edited_text_ : value).c_str(), sizeof buffer - 1);
  ImGui::SetNextItemWidth(width);
  ImGui::InputTextWithHint(("##" + path).c_str(), hint, buffer, sizeof buffer);
  if (ImGui::IsItemActive())
    edited_path_ = path, edited_text_ = buffer;
  else if (edited_path_ == path)
    edited_path_.clear();
  if (ImGui::IsItemDeactivatedAfterEdit() && buffer != value) edits_.push_back({path, buffer});
  place(path);
}

void ControlPanel::text(const std::string& path, const char* label, const std::string& value,
                        const char* words) {
  field(path, value, "", control_width_);
  tooltip(words);
  ImGui::SameLine();
  ImGui::TextUnformatted(label);
}

void ControlPanel::fold(bool folded) {
  if (gives_way_) unfolds_again_ = !folded;
  if (folded || !gives_way_) fold_ = folded;
}

void ControlPanel::give_way(bool given) {
  if (std::exchange(gives_way_, given) == given) return;
  if (given) unfolds_again_ = !fold_.value_or(folded_);
  fold_ = given || !unfolds_again_;
}

std::vector<Assignment> ControlPanel::draw(const Session& session, View& view, const ImGuiBridge& bridge,
                                           QRectF cell, QRectF fold) {
  const float factor = static_cast<float>(bridge.factor()), words = 104 * factor;
  const float width = covered_.isEmpty() ? static_cast<float>(fold.width()) : 276 * factor;
  edits_.clear();
  hide();
  const float top = static_cast<float>(fold.top()), margin = 10 * factor;
  control_width_ = 110 * factor;
  // Below the title, whose size goes with the factor; between changes of it the user may drag the panel.
  const bool rescaled = std::exchange(placed_for_, factor) != factor;
  const float right = ImGui::GetIO().DisplaySize.x - width - margin;
  const float left =
      std::clamp(static_cast<float>(cell.left() + fold.left()), margin, std::max(margin, right));
  const QPointF corner(left, cell.top() + fold.top());
  const bool moved = std::exchange(placed_at_, corner) != corner;
  ImGui::SetNextWindowPos({left, static_cast<float>(cell.top()) + top},
                          rescaled || moved ? ImGuiCond_Always : ImGuiCond_Once);
  ImGui::SetNextWindowSizeConstraints(
      {width, 0}, {width, std::max(4 * margin, static_cast<float>(cell.height()) - top - margin)});
  if (fold_) ImGui::SetNextWindowCollapsed(*std::exchange(fold_, std::nullopt));
  // The name is left out if there is no room for it.
  const bool open = ImGui::Begin(width < words ? "###Controls" : "Controls###Controls", nullptr,
                                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  folded_ = !open;
  if (open) {
    all_controls(session, view);
    covered_ = window_place();
  }
  ImGui::End();
  return addressed(edits_);
}

}  // namespace ergo
