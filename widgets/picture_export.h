#pragma once

#include <QImage>
#include <functional>

#include "core/io/run_clip.h"
#include "widgets/export_dialog.h"

namespace ergo {

class Panes;
class Picture;

/// What is on the picture, for exports: drawn anew, or told so that others can draw it. The picture is laid
/// out for that and put back; needs the GL context current.
class PictureExport {
 public:
  PictureExport(Picture& picture, Panes& panes, std::function<void()> lay_out)
      : picture_(picture), panes_(panes), lay_out_(std::move(lay_out)) {}

  QImage image(int scale, bool interface, bool transparent);
  /// Of the run in focus, among its axes.
  void write_figure(const ExportRequest& request);
  /// A clip that shows what the screen does, without panel and read-outs: each run the same part of the
  /// plane, points and lines in proportion to the size.
  ClipRecord clip(const ExportRequest& request);
  /// Of the picture in physical pixels, even numbers.
  QSize clip_size() const;

 private:
  Picture& picture_;
  Panes& panes_;
  std::function<void()> lay_out_;
};

}  // namespace ergo
