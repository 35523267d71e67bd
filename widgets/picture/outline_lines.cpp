#include "widgets/picture/outline_lines.h"

#include "widgets/overlay/pen.h"

namespace ergo {

void draw_outline(const LevelLines& outline, const Palette& palette, const ImGuiBridge& bridge) {
  const Pen pen{palette, bridge};
  const auto point = [](Position x) { return ImVec2(static_cast<float>(x.x), static_cast<float>(x.y)); };
  for (const auto& [from, to] : outline)
    pen.list.AddLine(point(from), point(to), ink(palette.text, outline_opacity),
                     static_cast<float>(palette.line_width) * pen.unit());
}

}  // namespace ergo
