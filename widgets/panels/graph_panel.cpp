#include "widgets/panels/graph_panel.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/control_words.h"
#include "widgets/panels/graph_canvas.h"

namespace ergo {
namespace {

void tooltip(const StateGraph& graph, std::size_t state) {
  ImGui::BeginTooltip();
  ImGui::Text("state %s", graph.names[state].c_str());
  ImGui::Text("target      %s", significant(graph.target[state], 4).c_str());
  ImGui::Text("stationary  %s", significant(graph.stationary[state], 4).c_str());
  ImGui::Text("P(stay)     %s", significant(graph.transition(state, state), 4).c_str());
  ImGui::EndTooltip();
}

constexpr float detail_lines = 3;

void details(const StateGraph& graph, const GraphCanvas& canvas) {
  ImGui::TextDisabled("disc: target; ring: stationary distribution; blue: too little, orange: too much");
  ImGui::TextDisabled("arcs: transition probability per %s, up to %s; loops: P(stay), up to %s",
                      graph.steps > 1 ? "cycle" : "step", significant(canvas.widest(), 3).c_str(),
                      significant(canvas.loop(), 3).c_str());
  if (canvas.has_flow())
    ImGui::TextDisabled("arrows: net probability flow, up to %s", significant(canvas.largest_flow(), 3).c_str());
  else
    ImGui::TextDisabled("detailed balance holds: no net flow");
}

}  // namespace

void GraphPanel::open(const std::optional<std::string>& subject) {
  shown = subject.has_value();
  ising_ = subject == "ising";
  values_ = initial_values(ising_descriptor().parameters);
}

std::optional<std::string> GraphPanel::subject() const {
  if (!shown) return {};
  return ising_ ? "ising" : "run";
}

void GraphPanel::follow(const RunConfig& run) {
  Key key{.ising = ising_};
  if (ising_)
    key.values = values_;
  else
    key.target = run.target, key.sampler = run.sampler, key.gradient_noise = run.gradient_noise;
  if (key_ == key) return;
  key_ = std::move(key);
  graph_.reset();
  reason_.clear();
  try {
    graph_ = ising_ ? ising_graph(values_) : state_graph(run);
  } catch (const Error& error) {
    reason_ = error.what();
  }
}

void GraphPanel::choose(const RunConfig& run, float width) {
  const auto button = [&](const std::string& words, const char* name, bool ising) {
    if (ImGui::RadioButton(words.c_str(), ising_ == ising)) ising_ = ising;
    places_[name] = last_item();
  };
  button(target_descriptor(run).title + ", " + sampler_unit(run.sampler.id).descriptor.title,
         "subject=run", false);
  const float end = ImGui::GetItemRectMax().x + 2 * ImGui::GetFrameHeight() +
                    ImGui::CalcTextSize(ising_descriptor().title.c_str()).x;
  if (end < ImGui::GetWindowPos().x + width) ImGui::SameLine();
  button(ising_descriptor().title, "subject=ising", true);
}

void GraphPanel::edit_ising(float width) {
  const auto& parameters = ising_descriptor().parameters;
  constexpr std::size_t columns = 3;
  const float column = width / columns;
  ImGui::PushItemWidth(0.65f * column);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    const std::string label = typeset(p.symbol);
    if (p.kind == Kind::boolean) {
      bool on = values_[i] != 0;
      ImGui::Checkbox(label.c_str(), &on);
      values_[i] = on;
    } else {
      const auto flags = p.scale == Scale::log ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
      ImGui::SliderScalar(label.c_str(), ImGuiDataType_Double, &values_[i], &p.slider.low, &p.slider.high,
                          slider_format(p, values_[i]).c_str(), flags);
      values_[i] = std::clamp(values_[i], p.hard.low, p.hard.high);
    }
    places_[p.id] = last_item();
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) ImGui::SetTooltip("%s", typeset(parameter_words(p)).c_str());
    const std::size_t next = (i + 1) % columns;
    if (next != 0 && i + 1 < parameters.size())
      ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + static_cast<float>(next) * column);
  }
  ImGui::PopItemWidth();
}

void GraphPanel::draw_graph(const Palette& palette, float unit, QSizeF room) {
  // With little room the explanation is left out, not the picture.
  const double words = static_cast<double>(detail_lines * ImGui::GetTextLineHeightWithSpacing());
  const bool detailed = room.height() - words >= 260 * static_cast<double>(unit);
  const double tall = (graph_->places.size() <= 2 ? 170 : 380) * static_cast<double>(unit);
  const QSizeF size(room.width(), std::clamp(room.height() - (detailed ? words : 0), 110.0, tall));
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 extent = {static_cast<float>(size.width()), static_cast<float>(size.height())};
  ImGui::Dummy(extent);
  places_["canvas"] = last_item();
  const GraphCanvas canvas(*graph_, palette, low, extent, unit);
  if (ImGui::IsItemHovered()) focus_ = canvas.state_at(ImGui::GetIO().MousePos);
  canvas.draw(focus_);
  if (focus_) tooltip(*graph_, *focus_);
  ImGui::Text("bias  Σ|stationary − target| = %s", significant(graph_->bias(), 4).c_str());
  if (detailed) details(*graph_, canvas);
}

void GraphPanel::draw(const RunConfig& run, const Palette& palette, const ImGuiBridge& bridge, QSizeF picture,
                      double left, const QRectF& title) {
  hide();
  if (!shown) return;
  follow(run);
  const float unit = static_cast<float>(bridge.factor());
  const float wide = static_cast<float>(picture.width()), high = static_cast<float>(picture.height());
  const float beside = wide - static_cast<float>(left) - 32 * unit;
  const float width = std::min(440 * unit, beside >= 300 * unit ? beside : wide - 32 * unit);
  const bool below = wide - width - 32 * unit < static_cast<float>(title.right());
  const float top = below ? static_cast<float>(title.bottom()) + 6 * unit : 8 * unit;
  // Where it is placed depends on its size, which it knows a frame or two late.
  constexpr int frames_to_settle = 3;
  settling_ = std::exchange(placed_for_, unit) != unit ? frames_to_settle : std::max(0, settling_ - 1);
  // A small one at the foot, clear of the read-outs and of the axis.
  const bool low = graph_ && graph_->places.size() <= 2;
  ImGui::SetNextWindowPos({wide - 6 * unit, low ? high - 30 * unit : top},
                          settling_ > 0 ? ImGuiCond_Always : ImGuiCond_Appearing, {1, low ? 1.0f : 0.0f});
  if (ImGui::Begin("State graph", nullptr,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing)) {
    choose(run, width);
    if (ising_) edit_ising(width);
    if (graph_) {
      const float foot = ImGui::GetFrameHeightWithSpacing() + 16 * unit;
      draw_graph(palette, unit,
                 {width, high - top - (ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y + foot)});
    } else {
      ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
      ImGui::TextUnformatted(typeset(reason_).c_str());
      ImGui::PopTextWrapPos();
    }
    covered_ = window_place();
  }
  ImGui::End();
}

}  // namespace ergo
