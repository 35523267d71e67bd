#pragma once

#include <functional>

#include "core/figures/run_clip.h"
#include "widgets/export/export_dialog.h"
#include "widgets/export/run_snapshot.h"

namespace ergo {

class Panes;
class Picture;

/// What is on the picture, told so that exports can draw it anew. The picture is laid out for that and put
/// back; needs the GL context current.
class PictureExport {
 public:
  PictureExport(Picture& picture, Panes& panes, std::function<void()> lay_out)
      : picture_(picture), panes_(panes), lay_out_(std::move(lay_out)) {}

  /// All runs as they stand, and what lies on them.
  RunSnapshot still(int scale, bool interface, bool transparent);
  /// The one in focus, without what lies on it.
  RunSnapshot::Run focused(int scale);
  /// A clip that shows what the screen does, without panel and read-outs: each run the same part of the
  /// plane, points and lines in proportion to the size.
  ClipRecord clip(const ExportRequest& request);
  /// The same of the picture's size; the file and the steps are still to be told.
  ClipRecord shown(bool all_runs);
  /// Of the picture in physical pixels, even numbers.
  QSize clip_size() const;

 private:
  RunSnapshot::Run run(int pane) const;

  Picture& picture_;
  Panes& panes_;
  std::function<void()> lay_out_;
};

/// The clip that is asked for, of what this one shows.
ClipRecord clip_of(ClipRecord shown, const ExportRequest& request);

}  // namespace ergo
