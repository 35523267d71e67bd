#pragma once

#include <QSizeF>
#include <optional>
#include <string>
#include <vector>

#include "widgets/imgui_bridge.h"

namespace ergo {

/// A share between 0 and 1 on a bar with marks at what is best for a random walk, 0.234, and for proposals
/// that follow the gradient, 0.574, as d grows (Roberts & Rosenthal 2001).
struct Gauge {
  double value = 0;
  std::string words, beside;  ///< the value with its error, and what belongs to it
};

/// What stands on the picture: whose pane it is, and its numbers.
struct Readouts {
  std::string title, subtitle;
  Colour dot = 0;
  std::vector<std::string> lines;   ///< top right, right-aligned
  std::optional<Gauge> acceptance;  ///< below them
};
/// What there is room for in a small picture.
void shorten(Readouts& readouts);
/// For an audience far away, whom the plots tell the numbers.
void keep_title(Readouts& readouts);
/// `room`: of the picture, what panels leave for the swarm.
void draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                   QSizeF picture, QSizeF room);

/// A frame about the picture of the run in focus.
void draw_focus(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture);

/// A message that appears over the picture and goes by itself.
class Toast {
 public:
  void show(std::string words) { words_ = std::move(words), left_ = seconds_shown; }
  /// Draws it as long as it lasts; `seconds` since the last frame.
  void draw(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture, double seconds);
  /// The words on screen; empty when there is none.
  std::string words() const { return left_ > 0 ? words_ : std::string(); }

 private:
  static constexpr double seconds_shown = 8;
  std::string words_;
  double left_ = 0;
};

}  // namespace ergo
