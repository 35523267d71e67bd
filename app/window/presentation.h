#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/settings/lecture.h"

class QWidget;

namespace ergo {

class LecturePane;
class Picture;
class Plots;
class SidePanels;

/// Presentation mode: the picture, the plots and panels that the cue names in a column beside it, and the cue's words
/// below. The bars are hidden. They come back while the pointer is at the top edge.
class Presentation : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    QWidget& window;
    Picture& picture;
    SidePanels& panels;
    Plots& plots;
    LecturePane& caption;
    std::vector<QWidget*> bars;       ///< hidden
    std::vector<QWidget*> edge_bars;  ///< of these, the ones that come back at the top edge
  };
  explicit Presentation(Parts parts);
  bool on() const { return on_; }
  void turn(bool on);
  /// What the present cue needs; none without a lecture.
  void set_needs(std::optional<CueNeeds> needs) { needs_ = std::move(needs); }
  /// Shows or hides the caption.
  void fold_caption();
  /// Pixels of the window for one of a window of 1280x720.
  double unit() const;
  /// Scales of text: the smallest letters of each have 18 pixels at 1280x720.
  double picture_scale() const;
  double plots_scale() const;
  /// Gives the plots and the panels their places in the column. Call it before each frame.
  void lay_out();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_bars(bool shown);

  Parts parts_;
  std::vector<QWidget*> hidden_;  ///< bars that were on the screen before
  std::optional<CueNeeds> needs_;
  bool on_ = false, at_edge_ = false, folded_ = false;
};

}  // namespace ergo
