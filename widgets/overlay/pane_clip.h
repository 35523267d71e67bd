#pragma once

#include <QPointF>
#include <QSizeF>

#include "widgets/overlay/pen.h"

namespace ergo {

/// While it lives, what is drawn on the picture goes to one cell: coordinates are the cell's own, and nothing
/// passes its edge.
class PaneClip {
 public:
  PaneClip(QPointF corner, QSizeF size)
      : corner_(static_cast<float>(corner.x()), static_cast<float>(corner.y())) {
    list_.AddDrawCmd();
    // Text outside the clip rectangle is not even laid out, so it is in the cell's coordinates for now.
    list_.PushClipRect({0, 0}, {static_cast<float>(size.width()), static_cast<float>(size.height())});
    first_vertex_ = list_.VtxBuffer.Size;
    first_command_ = list_.CmdBuffer.Size - 1;
  }
  ~PaneClip() {
    for (int i = first_vertex_; i < list_.VtxBuffer.Size; ++i) {
      list_.VtxBuffer[i].pos.x += corner_.x;
      list_.VtxBuffer[i].pos.y += corner_.y;
    }
    for (int i = first_command_; i < list_.CmdBuffer.Size; ++i) {
      ImVec4& clip = list_.CmdBuffer[i].ClipRect;
      clip = {clip.x + corner_.x, clip.y + corner_.y, clip.z + corner_.x, clip.w + corner_.y};
    }
    list_.PopClipRect();
  }
  PaneClip(const PaneClip&) = delete;

 private:
  ImDrawList& list_ = *ImGui::GetBackgroundDrawList();
  ImVec2 corner_;
  int first_vertex_, first_command_;
};

}  // namespace ergo
