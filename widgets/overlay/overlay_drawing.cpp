#include "widgets/overlay/overlay_drawing.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "core/base/error.h"

namespace ergo {
namespace {

using Vertex = OverlayDrawing::Vertex;
static_assert(sizeof(Vertex) == sizeof(ImDrawVert) && sizeof(std::uint16_t) == sizeof(ImDrawIdx));

/// As ImGui's own renderer clips: whole pixels from the lower left one.
QRect clip_of(const ImDrawCmd& command, const ImDrawData& frame, int height) {
  const ImVec2 scale = frame.FramebufferScale, at = frame.DisplayPos;
  const ImVec4 clip = command.ClipRect;
  const float left = (clip.x - at.x) * scale.x, right = (clip.z - at.x) * scale.x;
  const float top = (clip.y - at.y) * scale.y, bottom = (clip.w - at.y) * scale.y;
  const int foot = static_cast<int>(static_cast<float>(height) - bottom), rows = static_cast<int>(bottom - top);
  return {static_cast<int>(left), height - foot - rows, static_cast<int>(right - left), rows};
}

void add(const ImDrawList& list, const ImDrawData& frame, OverlayDrawing& drawing) {
  const std::size_t vertices = drawing.vertices.size(), indices = drawing.indices.size();
  drawing.vertices.resize(vertices + static_cast<std::size_t>(list.VtxBuffer.Size));
  std::memcpy(&drawing.vertices[vertices], list.VtxBuffer.Data, list.VtxBuffer.size_in_bytes());
  drawing.indices.insert(drawing.indices.end(), list.IdxBuffer.begin(), list.IdxBuffer.end());
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const QRect clip = clip_of(command, frame, drawing.size.height());
    if (clip.isEmpty() || command.ElemCount == 0) continue;
    drawing.parts.push_back({clip, indices + command.IdxOffset, static_cast<int>(command.ElemCount),
                             static_cast<int>(vertices + command.VtxOffset)});
  }
}

}  // namespace

OverlayDrawing ended_frame(std::shared_ptr<const GlyphCoverage> glyphs) {
  const ImDrawData& frame = *ImGui::GetDrawData();
  OverlayDrawing drawing{.extent = {frame.DisplaySize.x, frame.DisplaySize.y},
                         .size = {static_cast<int>(frame.DisplaySize.x * frame.FramebufferScale.x),
                                  static_cast<int>(frame.DisplaySize.y * frame.FramebufferScale.y)},
                         .glyphs = std::move(glyphs)};
  for (int i = 0; i < frame.CmdListsCount; ++i) add(*frame.CmdLists[i], frame, drawing);
  return drawing;
}

QImage drawn(const OverlayDrawing& what, const Pause& pause) {
  QImage image(what.size, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull())
    throw machine_error("picture too large:", std::to_string(what.size.width()), "a smaller scale");
  image.fill(Qt::transparent);
  const int height = what.size.height(), rows = std::max(1, portion_pixels / what.size.width());
  for (int top = 0; top < height; top += rows) {
    paint(what, image, top, std::min(top + rows, height));
    pause();
  }
  return image;
}

}  // namespace ergo
