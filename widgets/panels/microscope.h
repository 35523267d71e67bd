#pragma once

#include <QRectF>
#include <QSizeF>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run/lattice_move.h"
#include "core/run/session.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"

namespace ergo {

/// The proposal microscope of lattice samplers: the whole proposal mass of one site over the lattice, how
/// likely each destination is accepted, the marginals on the lattice's edges, and a move's acceptance split
/// into its terms. The site is that under the pointer, or that of a chain which a click has pinned.
class Microscope {
 public:
  bool shown = false;
  /// Pins the chain nearest to the place, or releases the one pinned there.
  void toggle_pin(Session& session, Position place);
  std::optional<std::uint32_t> pinned() const { return pinned_; }
  /// Takes up where the pinned chain is. Call it before each frame.
  void follow(Session& session);
  /// Draws what is proposed into the current ImGui frame. `pointer`: the place under it.
  void draw(const Session& session, std::optional<Position> pointer, const Navigation& navigation,
            const Palette& palette, const ImGuiBridge& bridge, QSizeF picture);
  /// Draws a box with its numbers in the lower right corner of `free`, beside the sites if it can. Returns its place.
  QRectF draw_words(const Palette& palette, const ImGuiBridge& bridge, const QRectF& free);
  /// Draws the box at the top of `place`, as wide as it.
  QRectF draw_words_in(const Palette& palette, const ImGuiBridge& bridge, const QRectF& place);
  void hide() { place_ = {}; }
  /// Text of the box; empty while it is hidden.
  const std::vector<std::string>& words() const { return words_; }
  /// Position of the box, in the coordinates of `free`.
  QRectF place() const { return place_; }
  /// How much width it would have beside the sites.
  static double room(const ImGuiBridge& bridge);

 private:
  /// All that depends on the site, the run's values and the phase of a cycle alone.
  struct Seen {
    UnitChoice target, sampler;
    Position from;
    int phase = 0;
    std::vector<ProductMass> distribution;
    Marginals marginals;
    std::vector<double> mass, acceptance;  ///< of every site; empty on large lattices
  };
  void look(const LatticeStepView& view, const RunConfig& run, Position from);
  void describe(const LatticeMove& move, const std::string& whose);

  std::optional<std::uint32_t> pinned_;
  std::uint64_t step_ = 0;
  Position at_;                             ///< position of the pinned chain
  std::optional<LatticeMove> next_, last_;  ///< of the pinned chain
  std::shared_ptr<const Target> target_;
  UnitChoice target_choice_;
  std::optional<Seen> seen_;
  std::vector<std::string> words_;
  QRectF place_;
  double sites_right_ = 0;  ///< edge of the sites, in logical pixels of the picture
};

}  // namespace ergo
