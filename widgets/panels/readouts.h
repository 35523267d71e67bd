#pragma once

#include <QRectF>
#include <QSizeF>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// A share between 0 and 1 on a bar.
struct Gauge {
  double value = 0;
  std::string words, beside;  ///< the value with its error, and what belongs to it
};

/// What a line tells, the most important first: where room is short the last give way.
enum class LineKind { alarm, motion, modes, distance, parameter, energy, draws, channel, setting, exact };
struct ReadoutLine {
  LineKind kind;
  std::string words;
};

/// What stands on the picture: whose pane it is, and its numbers.
struct Readouts {
  std::string title, subtitle;
  std::string distinction;  ///< what tells the run from others of its sampler; takes the subtitle's place
  Colour dot = 0;
  std::vector<ReadoutLine> lines;   ///< right-aligned
  std::optional<Gauge> acceptance;  ///< below them
};
/// What is told in one of several pictures: no parameter where the distinction tells those that matter.
void shorten(Readouts& readouts);
/// For an audience far away, whom the plots tell the numbers. Alarms stay.
void keep_title(Readouts& readouts);

/// What a plate covers behind words in this place; `unit`: the bridge's factor.
QRectF plate_about(const QRectF& words, double unit);
/// Where the title and the words beside or below it stand in a room so wide.
QRectF title_place(const Readouts& readouts, const ImGuiBridge& bridge, double width);
/// Whether the title fits there without cutting a word.
bool title_whole(const Readouts& readouts, const ImGuiBridge& bridge, double width);
QSizeF line_size(const std::string& words, const ImGuiBridge& bridge);
/// Of one line and what parts it from the next.
double line_pitch(const ImGuiBridge& bridge);
QSizeF gauge_size(const Gauge& gauge, const ImGuiBridge& bridge);
/// Draws them, the title in a room so wide, lines and gauge in the upper right corner of the column, if there
/// is one. Returns the places that they cover, title first.
std::vector<QRectF> draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                                  double title_width, const QRectF& column);

/// Draws a frame around the picture of the run in focus.
void draw_focus(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture);

/// A message that appears over the picture and goes by itself. It may have a button.
class Toast {
 public:
  /// Shows a message. An empty one removes the present message.
  void show(std::string words, std::string button = {}) {
    left_ = words.empty() ? 0 : button.empty() ? seconds_shown : seconds_with_button;
    words_ = std::move(words);
    button_ = std::move(button);
    pressed_ = false;
  }
  /// Draws it as long as it lasts; `seconds` since the last frame.
  void draw(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture, double seconds);
  /// Message on screen; empty if there is none.
  std::string words() const { return left_ > 0 ? words_ : std::string(); }
  /// Place of the button on screen, in logical pixels; empty if there is none.
  QRectF button() const { return left_ > 0 ? button_place_ : QRectF(); }
  /// Whether the button was pressed; then the message goes.
  bool take_pressed();

 private:
  void draw_button(const Palette& palette, const ImGuiBridge& bridge);

  static constexpr double seconds_shown = 8, seconds_with_button = 20;
  std::string words_, button_;
  QRectF button_place_;
  bool pressed_ = false;
  double left_ = 0;
};

}  // namespace ergo
