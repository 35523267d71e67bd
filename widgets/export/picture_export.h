#pragma once

#include <functional>

#include "core/figures/run_clip.h"
#include "widgets/export/export_dialog.h"
#include "widgets/export/run_snapshot.h"

namespace ergo {

class Panes;
class Picture;

/// Describes the picture on screen so that exports can draw it again. The picture is laid out for the export and then
/// as before. The GL context must be current.
class PictureExport {
 public:
  PictureExport(Picture& picture, Panes& panes, std::function<void()> lay_out)
      : picture_(picture), panes_(panes), lay_out_(std::move(lay_out)) {}

  /// All runs at their present step, with the overlay.
  RunSnapshot still(int scale, bool interface, bool transparent);
  /// All runs, without the overlay.
  std::vector<RunSnapshot::Run> runs();
  /// The run in focus, without the overlay.
  RunSnapshot::Run focused();
  /// A clip of the picture on screen without panels and read-outs. All runs show the same part of the plane; points and
  /// lines scale with the size.
  ClipRecord clip(const ExportRequest& request);
  /// A clip of the picture's size. File and steps are to be set.
  ClipRecord shown(bool all_runs);
  /// Size of the picture in physical pixels, even numbers.
  QSize clip_size() const;

 private:
  RunSnapshot::Run run(int pane) const;

  Picture& picture_;
  Panes& panes_;
  std::function<void()> lay_out_;
};

/// The clip with the size, steps and speed of a request.
ClipRecord clip_of(ClipRecord shown, const ExportRequest& request);

}  // namespace ergo
