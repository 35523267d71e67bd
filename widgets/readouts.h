#pragma once

#include <QRectF>
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
  std::string distinction;  ///< what tells the run from others of its sampler; takes the subtitle's place
  Colour dot = 0;
  std::vector<std::string> lines;   ///< top right, right-aligned
  std::optional<Gauge> acceptance;  ///< below them
};
/// What there is room for in a small picture.
void shorten(Readouts& readouts);
/// For an audience far away, whom the plots tell the numbers.
void keep_title(Readouts& readouts);

/// Where the title and the words beside or below it stand in a room so wide, some of it `taken` at the right
/// end of the title's own row.
QRectF title_place(const Readouts& readouts, const ImGuiBridge& bridge, double width, double taken);
/// Of the lines, with what keeps them apart from others.
double lines_width(const Readouts& readouts, const ImGuiBridge& bridge);

/// Where read-outs may stand in a picture.
struct ReadoutRoom {
  double title_width = 0, title_taken = 0;
  double lines_right = 0;  ///< edge at which the lines end
  double lines_width = 0;  ///< of the room to its left
  double lines_top = 0;    ///< at least; 0: beside the title, where they fit
  double lines_height = 0;
  double area = 0;  ///< that lines and gauge may each cover a tenth of
};
/// Draws them and returns the places that they cover, title first.
std::vector<QRectF> draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                                  const ReadoutRoom& room);

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
