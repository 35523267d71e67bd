#pragma once

#include <QRectF>
#include <QSizeF>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run/session.h"
#include "core/site_pictures/site_picture.h"
#include "core/sites/site_sampler.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// The configurations of chains on a target of sites: one chain large, the followed one or the first, and the next 16
/// chains small. Sites that have changed since the last picture are marked on the large one; under the microscope it
/// has the probabilities with which the next proposal changes each site instead. Below them the filters of a machine:
/// the weights of its hidden units to the sites.
class SitesPanel {
 public:
  static constexpr std::size_t small_tiles = 16;

  /// Reads the chains of the run as they are now. Call it once before each frame. Waits for the run's steps.
  void follow(Session& session, std::optional<std::uint32_t> followed, bool magnified);
  /// Draws in the current ImGui frame, in the upper right corner of `room`, of whose width other panels have `taken` some
  /// pixels. Beside other runs it is small and stands in the lower left corner of its own run's room, with words only
  /// under the pointer and the microscope.
  void draw(const Session& session, const Palette& palette, const ImGuiBridge& bridge, const QRectF& room, double taken,
            bool beside_others);
  /// Area that the panel covers; empty while it is hidden or folded.
  QRectF covered() const { return covered_; }
  /// Places of the tiles by chain, the large one first; logical pixels. Empty while they are hidden.
  const std::vector<QRectF>& places() const { return places_; }
  void hide() { covered_ = {}, places_.clear(), filters_.clear(); }

  /// Places of a machine's filters, those with the largest weights first.
  const std::vector<QRectF>& filters() const { return filters_; }

  /// Sites of the large tile that are marked.
  const std::vector<std::size_t>& marked() const { return marked_; }
  /// Configurations shown, by chain, the large one first.
  const std::vector<Configuration>& configurations() const { return now_; }

  /// What the next step of the large chain will do. `probabilities` of a change of each site in the proposal: empty
  /// where no formula for them is known.
  struct NextStep {
    std::vector<double> probabilities;
    SiteStepReport report;
    bool rejects = false;
  };
  const std::optional<NextStep>& next() const { return next_; }  ///< under the microscope

  bool shown = true;

 private:
  /// What is drawn, and how large. Lengths are logical pixels; `unit` is one of the design.
  struct Look {
    float unit = 1, side = 0, gap = 0;  ///< side of the large tile
    bool brief = false;                 ///< no words
    bool small_tiles = true;
    std::size_t filters_in_row = 8;
  };
  /// What has room beside `taken` pixels of the room's width and the plane.
  Look look_in(QSizeF room, double taken, bool beside_others, bool filters, float unit) const;
  void look_ahead(const Session& session);
  /// Where the next window begins: anew in another room, else where the user has left it.
  void place_window(const QRectF& room, bool beside_others, float margin);
  void draw_tiles(const SiteTarget& target, const Palette& palette, const Look& look);
  void draw_marks(const Palette& palette, float unit, float cell, QPointF corner, int columns);
  std::string words_of_marks(float unit, float cell) const;
  void draw_filters(const RbmWeights& machine, SiteGridShape shape, const Palette& palette, const Look& look);
  void draw_tile(const SiteTarget& target, const Configuration& x, const Palette& palette, QPointF corner, float cell);

  std::vector<std::uint32_t> chains_;
  std::vector<Configuration> now_;
  const Session* session_ = nullptr;  ///< the one that was followed last; only compared
  UnitChoice target_;
  std::uint64_t step_ = 0, steps_between_ = 0;
  std::vector<std::size_t> marked_;
  std::optional<NextStep> next_;
  std::vector<QRectF> places_, filters_;
  QRectF covered_, room_;
  bool beside_others_ = false;
};

}  // namespace ergo
