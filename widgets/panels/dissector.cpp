#include "widgets/panels/dissector.h"

#include <algorithm>
#include <utility>

#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

bool tells_momentum(const SubStep& part) { return part.find(ToldQuantity::Kind::momentum); }

const char* legend(Coordinates plane, bool momentum) {
  switch (plane) {
    case Coordinates::position:
      return momentum
                 ? "Arrows: momentum, to scale; grey: −∇E, length on a log scale. Rings: 1 and 2 standard "
                   "deviations of the random draw."
                 : "Grey arrow: −∇E, length on a log scale. Rings: 1 and 2 standard deviations of the random "
                   "draw.";
    case Coordinates::phase:
      return "Arrows: change of x by p, to scale; grey: change of p by −∇E, length on a log scale.";
    case Coordinates::thermostat:
      return "Grey arrow: change of p by −∇E, length on a log scale.";
    case Coordinates::section:
      return "Discs: crossings where ξ rises through its mean. The faint path and the ring lie outside the section.";
  }
  return "";
}

std::string pair_words(Position value, int dim) {
  if (dim == 1) return significant(value.x, 4);
  std::string words("(");
  return words.append(significant(value.x, 4)).append(", ").append(significant(value.y, 4)).append(")");
}

std::vector<std::string> numbers_of(const SubStep& part, int dim) {
  // The proposal's place until a step decides, under whatever symbol the formulas have for it.
  std::vector<std::string> words = {std::string("at ").append(pair_words(part.x, dim))};
  for (const ToldQuantity& told : part.quantities)
    if (told.kind != ToldQuantity::Kind::distribution) words.push_back(quantity_words(told, dim));
  return words;
}

/// Side by side as far as they fit.
void write_numbers(const std::vector<std::string>& numbers) {
  const float gap = 2 * ImGui::CalcTextSize(" ").x,
              right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  float end = ImGui::GetCursorPosX();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::string shown = typeset(numbers[k]);
    const float wide = ImGui::CalcTextSize(shown.c_str()).x;
    if (k > 0 && end + gap + wide < right)
      ImGui::SameLine(0, gap), end += gap + wide;
    else
      end = ImGui::GetCursorPosX() + wide;
    ImGui::TextUnformatted(shown.c_str());
  }
}

std::string step_words(const FollowedChain& chain, const Session& session) {
  return "chain " + std::to_string(chain.chain()) + " · step " + std::to_string(session.step()) + " → " +
         std::to_string(session.step() + 1);
}

}  // namespace

std::string quantity_words(const ToldQuantity& told, int dim) {
  using Kind = ToldQuantity::Kind;
  if (told.kind == Kind::decision) return told.value.x > 0 ? "accepted" : "rejected";
  std::string words(told.symbol);
  words.append(" = ");
  if (told.kind == Kind::number || told.kind == Kind::thermostat)
    return words.append(significant(told.value.x, 4));
  if (told.kind == Kind::distribution)
    return words.append("N(")
        .append(pair_words(told.value, dim))
        .append(", ")
        .append(pair_words(told.sd, dim))
        .append("²)");
  return words.append(pair_words(told.value, dim));
}

void Dissector::draw_head(const FollowedChain& chain, const Session& session, const ImGuiBridge& bridge) {
  const std::string head = session.sampler_descriptor().title + " · " + step_words(chain, session);
  std::string at("x = ");
  at.append(pair_words(chain.x(), session.target().dim));
  if (chain.diverged()) at.append("   diverged: the chain no longer moves");
  if (learns_first(session)) at.append("   the model learns before this step");
  ImGui::PushTextWrapPos(0);
  if (!room_.beside) ImGui::TextUnformatted(head.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PushFont(bridge.fonts().mono);
  ImGui::TextUnformatted(at.c_str());
  ImGui::PopFont();
  ImGui::Separator();
  words_ = {head, at};
}

void Dissector::draw_part(const SubStep& part, std::size_t number, const Inks& inks, bool whole,
                          const ImGuiBridge& bridge) {
  const float factor = static_cast<float>(bridge.factor());
  // A pair of numbers fits where the panel is as narrow as large text in a small window makes it.
  const float indent = (ImGui::GetContentRegionAvail().x < 200 * factor ? 4 : 16) * factor;
  std::string name = std::to_string(number + 1);
  name.append("  ").append(part.name);
  ImGui::PushStyleColor(ImGuiCol_Text, ink(inks.name));
  ImGui::TextUnformatted(typeset(name).c_str());
  ImGui::PopStyleColor();
  words_.push_back(name);
  if (!whole) return;
  const auto numbers = numbers_of(part, inks.dim);
  words_.push_back(part.formula);
  words_.insert(words_.end(), numbers.begin(), numbers.end());
  ImGui::PushTextWrapPos(0);
  ImGui::Indent(indent);
  ImGui::TextUnformatted(typeset(part.formula).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PushFont(bridge.fonts().mono);
  ImGui::PushStyleColor(ImGuiCol_Text, ink(inks.numbers));
  write_numbers(numbers);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::Unindent(indent);
}

void Dissector::draw_parts(const ExplainedStep& step, double phase, int dim, const Palette& palette,
                           const ImGuiBridge& bridge) {
  const StepCursor cursor = cursor_at(step, phase);
  const float bar = 3 * static_cast<float>(bridge.factor()), margin = 2 * bar;
  ImGui::Indent(margin);
  for (std::size_t k = 0; k < step.sub_steps.size(); ++k) {
    const bool now = phase > 0 && k == cursor.part, done = phase > 0 && k < cursor.part;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const Colour name = now ? palette.emphasis : done ? palette.text : palette.secondary;
    draw_part(step.sub_steps[k], k, {dim, name, palette.secondary}, !brief_ || k == cursor.part, bridge);
    if (!now) continue;
    const float foot = low.y + static_cast<float>(cursor.share) * (ImGui::GetCursorScreenPos().y - low.y);
    ImGui::GetWindowDrawList()->AddRectFilled({low.x - margin, low.y}, {low.x - margin + bar, foot},
                                              ink(palette.emphasis));
    if (part_ != k) ImGui::SetScrollFromPosY(low.y - ImGui::GetWindowPos().y, 0.1f);
    part_ = k;
  }
  ImGui::Unindent(margin);
  if (brief_) return;
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("%s", legend(plane_, std::ranges::any_of(step.sub_steps, tells_momentum)));
  ImGui::PopTextWrapPos();
}

void Dissector::draw(const FollowedChain& chain, double phase, const Session& session, Coordinates plane,
                     const Palette& palette, const ImGuiBridge& bridge, QRectF cell, bool beside) {
  hide();
  brief_ = false;
  plane_ = plane;
  const float factor = static_cast<float>(bridge.factor()), margin = 10 * factor;
  const float wide = std::min(330 * factor, 0.46f * static_cast<float>(cell.width()));
  const bool small = wide < 220;  // folded, so that it does not hide the picture
  const float top = beside ? margin : 78 * factor,
              left = beside ? static_cast<float>(cell.width()) - wide - margin : margin;
  const float high = static_cast<float>(cell.height()) - top - margin;
  // Between changes of its room the user may drag it.
  enter({cell, factor, beside, session.sampler_descriptor().id});
  const ImGuiCond when = moved_ ? ImGuiCond_Always : ImGuiCond_Appearing;
  ImGui::SetNextWindowPos({static_cast<float>(cell.left()) + left, static_cast<float>(cell.top()) + top},
                          when);
  // Measured in all the room there is, as the bar of one too small breaks lines that would be whole.
  ImGui::SetNextWindowSize({wide, measuring_ ? high : std::min(high, needed_)});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(high, 60 * factor)});
  ImGui::SetNextWindowCollapsed(small, when);
  // The run's title stands beside it.
  const std::string title = (beside ? step_words(chain, session) : "Step dissector") + "###dissector";
  if (ImGui::Begin(title.c_str(), nullptr, ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoResize))
    draw_all(chain, phase, session, palette, bridge);
  ImGui::End();
}

void Dissector::draw_in(const FollowedChain& chain, double phase, const Session& session, Coordinates plane,
                        const Palette& palette, const ImGuiBridge& bridge, QRectF place) {
  hide();
  plane_ = plane;
  // Its height follows from its words, so it is not measured anew when the place grows or shrinks.
  enter({QRectF(place.left(), 0, place.width(), 0), static_cast<float>(bridge.factor()), false,
         session.sampler_descriptor().id});
  const float high = std::max(1.0f, static_cast<float>(place.height()));
  brief_ = !measuring_ && needed_ > high;
  ImGui::SetNextWindowPos({static_cast<float>(place.left()), static_cast<float>(place.top())});
  ImGui::SetNextWindowSize({static_cast<float>(place.width()),
                            measuring_ ? ImGui::GetIO().DisplaySize.y : std::min<float>(high, needed())});
  ImGui::Begin("###dissector_column", nullptr,
               ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoTitleBar);
  draw_all(chain, phase, session, palette, bridge);
  ImGui::End();
}

void Dissector::enter(const Room& room) {
  moved_ = std::exchange(room_, room) != room;
  if (moved_) needed_ = 0, measuring_ = true;
}

void Dissector::draw_all(const FollowedChain& chain, double phase, const Session& session,
                         const Palette& palette, const ImGuiBridge& bridge) {
  place_ = window_place();
  draw_head(chain, session, bridge);
  const float head = ImGui::GetCursorPosY();
  ImGui::BeginChild("parts");
  draw_parts(chain.next(), phase, session.target().dim, palette, bridge);
  const float told = head + ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::EndChild();
  told_ = told;
  const bool longer = told > needed_;
  if (measuring_) needed_ = std::max(needed_, told);
  measuring_ = longer && !measuring_;
}

}  // namespace ergo
