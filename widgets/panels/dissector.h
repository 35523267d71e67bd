#pragma once

#include <QRectF>
#include <QSizeF>
#include <string>
#include <vector>

#include "core/run/followed_chain.h"
#include "core/view/view.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// The step dissector: the next step of the followed chain in the sampler's own parts, each with its formula
/// and its numbers, and how far the step has come.
class Dissector {
 public:
  /// Draws in the current ImGui frame: `phase` of the step is over, and `plane` is what the marks are drawn
  /// in. `cell`: the run's part of the surface, in logical pixels. `beside`: to the right of the run's title,
  /// where nothing else stands, rather than below it.
  void draw(const FollowedChain& chain, double phase, const Session& session, Coordinates plane,
            const Palette& palette, const ImGuiBridge& bridge, QRectF cell, bool beside);
  /// Draws it without a title bar at the top of `place`, as high as its longest words. If they do not fit, only the
  /// part under way has its formula and its numbers.
  void draw_in(const FollowedChain& chain, double phase, const Session& session, Coordinates plane,
               const Palette& palette, const ImGuiBridge& bridge, QRectF place);
  void hide() { words_.clear(), place_ = {}; }
  /// Text of the dissector, line by line; empty while it is hidden.
  const std::vector<std::string>& words() const { return words_; }
  QRectF place() const { return place_; }
  /// Height of what draw_in() shows.
  float needed() const { return brief_ ? told_ : needed_; }

 private:
  struct Room {
    QRectF cell;
    float factor = 0;
    bool beside = false;
    std::string sampler = {};
    bool operator==(const Room&) const = default;
  };
  struct Inks {
    int dim;
    Colour name, numbers;
  };
  void enter(const Room& room);
  void draw_all(const FollowedChain& chain, double phase, const Session& session, const Palette& palette,
                const ImGuiBridge& bridge);
  void draw_head(const FollowedChain& chain, const Session& session, const ImGuiBridge& bridge);
  void draw_parts(const ExplainedStep& step, double phase, int dim, const Palette& palette,
                  const ImGuiBridge& bridge);
  void draw_part(const SubStep& part, std::size_t number, const Inks& inks, bool whole, const ImGuiBridge& bridge);

  std::vector<std::string> words_;
  QRectF place_;
  Room room_;         ///< that it was last placed for
  float needed_ = 0;  ///< height for the longest words told there
  float told_ = 0;    ///< height of the words of the last frame
  bool measuring_ = false, moved_ = false, brief_ = false;
  Coordinates plane_ = Coordinates::position;
  std::size_t part_ = 0;  ///< last shown as under way
};

/// "p = (0.31, −1.2)"
std::string quantity_words(const ToldQuantity& told, int dim);

}  // namespace ergo
