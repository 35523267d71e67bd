#include "widgets/panels/schedule_panel.h"

#include <algorithm>
#include <cmath>

#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr std::size_t most_phases = 400;  // a bar each

int channel(const RunConfig& run, const char* id) {
  return find_channel(sampler_unit(run.sampler.id).descriptor, id);
}

}  // namespace

void SchedulePanel::learn(const RunConfig& run) {
  if (known_ && run.sampler == run_.sampler) return;
  known_ = true;
  run_ = run;
  phases_.clear();
  const std::vector<CyclePhase> cycle = make_sampler(run)->cycle();
  if (cycle.size() < 2 || cycle.size() > most_phases) return;
  for (const auto& [alpha, beta] : cycle) phases_.push_back({.alpha = alpha, .beta = beta});
}

void SchedulePanel::follow(const DiagnosticReport& report, const RunConfig& run) {
  learn(run);
  const int rate = channel(run, "acceptance_rate");
  if (phases_.empty() || report.step == 0 || rate < 0 ||
      report.channels.size() <= static_cast<std::size_t>(rate))
    return;
  const ChannelMean& mean = report.channels[static_cast<std::size_t>(rate)];
  if (mean.count == 0) return;
  Phase& phase = phases_[static_cast<std::size_t>((report.step - 1) % phases_.size())];
  phase.acceptance += (mean.mean - phase.acceptance) / ++phase.reports;
}

int SchedulePanel::phases_seen() const {
  return shown_
             ? static_cast<int>(std::ranges::count_if(phases_, [](const Phase& p) { return p.reports > 0; }))
             : 0;
}

void SchedulePanel::draw(const Session& session, const Palette& palette, const ImGuiBridge& bridge,
                         QRectF free, double room) {
  learn(session.config());
  shown_ = !phases_.empty();
  if (!shown_) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float unit = static_cast<float>(bridge.factor());
  ImFont* font = bridge.fonts().text;
  const float size = font->FontSize * ImGui::GetIO().FontGlobalScale;
  const float whole = static_cast<float>(free.bottom()), words = 2 * size + 18 * unit;
  const float high = std::min(62 * unit, 0.15f * whole), margin = 10 * unit, foot = whole - size - 8 * unit;
  shown_ = high + words <= room * whole;
  if (!shown_) return;
  const float left = static_cast<float>(free.left()) + margin,
              right = static_cast<float>(free.right()) - margin, head = foot - high;
  list.AddRectFilled({static_cast<float>(free.left()), head - size - 10 * unit},
                     {static_cast<float>(free.right()), static_cast<float>(free.bottom())},
                     ink(palette.panel, 225));
  height_ = static_cast<float>(free.bottom()) - (head - size - 10 * unit);
  double least = phases_[0].alpha, most = phases_[0].alpha;
  for (const Phase& p : phases_) least = std::min(least, p.alpha), most = std::max(most, p.alpha);
  const float wide = (right - left) / static_cast<float>(phases_.size());
  const auto height = [&](double share) {
    return foot - high * static_cast<float>(std::clamp(share, 0.0, 1.0));
  };
  for (std::size_t k = 0; k < phases_.size(); ++k) {
    const Phase& p = phases_[k];
    const float x = left + wide * static_cast<float>(k), middle = x + 0.5f * wide;
    const double share =
        most > least ? 0.06 + 0.94 * std::log(p.alpha / least) / std::log(most / least) : 0.5;
    list.AddRectFilled({x + 0.15f * wide, height(share)}, {x + 0.85f * wide, foot},
                       ink(palette.secondary, 90));
    list.AddRectFilled({x + 0.2f * wide, height(p.beta) - unit}, {x + 0.8f * wide, height(p.beta) + unit},
                       ink(palette.emphasis));
    if (p.reports > 0) list.AddCircleFilled({middle, height(p.acceptance)}, 3.5f * unit, ink(palette.accent));
    if (wide > 22 * unit)
      list.AddText(font, size, {middle - 0.3f * size, foot + 2 * unit}, ink(palette.secondary),
                   std::to_string(k).c_str());
  }
  if (session.step() > 0) {
    const auto now = static_cast<float>((session.step() - 1) % phases_.size());
    const float x = left + wide * (now + 0.5f);
    list.AddLine({x, head - 2 * unit}, {x, foot}, ink(palette.text), 2 * unit);
  }
  const bool lattice = session.target_descriptor().space == Space::lattice;
  const std::string ends = significant(most, 4) + " → " + significant(least, 3) + (lattice ? " sites²" : "");
  const auto width_of = [&](const char* words) { return font->CalcTextSizeA(size, FLT_MAX, 0, words).x; };
  const float width = width_of(ends.c_str());
  for (const char* caption : {"One cycle. Bars: α (log). Dashes: β (0–1). Dots: acceptance (0–1).",
                              "Bars: α (log), dashes: β, dots: acceptance", "α, β, acceptance"}) {
    if (width_of(caption) > right - left - width - margin) continue;
    list.AddText(font, size, {left, head - size - 4 * unit}, ink(palette.text), caption);
    break;
  }
  list.AddText(font, size, {std::max(left, right - width), head - size - 4 * unit}, ink(palette.secondary),
               ends.c_str());
}

}  // namespace ergo
