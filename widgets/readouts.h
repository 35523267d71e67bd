#pragma once

#include <QRectF>
#include <QSizeF>
#include <optional>
#include <set>
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

/// What a line tells, the most important first: where room is short the last give way.
enum class LineKind { diverged, modes, distance, parameter, energy, draws, channel, setting, exact };
struct ReadoutLine {
  LineKind kind;
  std::string words;
};

/// What stands on the picture: whose pane it is, and its numbers.
struct Readouts {
  std::string title, subtitle;
  std::string distinction;  ///< what tells the run from others of its sampler; takes the subtitle's place
  Colour dot = 0;
  std::vector<ReadoutLine> lines;   ///< top right, right-aligned
  std::optional<Gauge> acceptance;  ///< below them
};
/// What is told in one of several pictures: no parameter where the distinction tells those that matter.
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
/// Takes away the lines for which there is no room, and those behind which the swarm would be hidden; returns
/// what they told.
std::set<LineKind> fit(Readouts& readouts, const ImGuiBridge& bridge, const ReadoutRoom& room);
/// Of one line and what parts it from the next; 0 where none is so narrow.
double line_pitch(const Readouts& readouts, const ImGuiBridge& bridge, double width);
/// Draws them and returns the places that they cover, title first.
std::vector<QRectF> draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                                  const ReadoutRoom& room);

/// A frame about the picture of the run in focus.
void draw_focus(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture);

/// A message that appears over the picture and goes by itself.
class Toast {
 public:
  /// Empty: none from now on.
  void show(std::string words) { left_ = words.empty() ? 0 : seconds_shown, words_ = std::move(words); }
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
