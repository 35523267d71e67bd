#pragma once

#include <QObject>
#include <QWidget>
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/live/distribution_worker.h"
#include "widgets/base/cells.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"
#include "widgets/panels/control_panel.h"
#include "widgets/panels/dissector.h"
#include "widgets/panels/graph_panel.h"
#include "widgets/panels/map_panel.h"
#include "widgets/panels/microscope.h"
#include "widgets/panels/readouts.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/tune_panel.h"
#include "widgets/picture/compositor.h"
#include "widgets/picture/marginal_strips.h"
#include "widgets/picture/momentum_handle.h"
#include "widgets/picture/pane_layout.h"
#include "widgets/picture/presenter.h"

namespace ergo {

/// What the overlay tells of one run.
struct Overlaid {
  const Session& session;
  Readouts readouts;
  const SiteScale& scale;                    ///< of the sites' colours
  const DiagnosticReport* report = nullptr;  ///< null: none yet
  const ParameterMap* map = nullptr;         ///< null: none shown
  const Tuning* tuning = nullptr;            ///< the one under way or done
  const FollowedChain* followed = nullptr;   ///< null: none
  double phase = 0;                          ///< of the next step, this share is over
  const DistributionWorker::State* infinite =
      nullptr;  ///< the distribution of infinitely many chains; null: not known
};

/// The centre of the window: the surface with the pictures of one to six runs, where they look, and what
/// floats on them. All look at the same part of the plane. Places are logical pixels: of the surface, or of a
/// run's cell where a function says so.
class Picture : public QObject {
  Q_OBJECT

 public:
  /// Throws Error where there is no usable OpenGL.
  explicit Picture(PresenterChoice choice);

  QWidget* surface() { return presenter_->widget(); }
  Presenter& presenter() { return *presenter_; }
  QSizeF size() { return surface()->size(); }
  const Cells& cells() const { return cells_; }
  void set_theme(const Palette& palette, double factor);

  /// Takes the input since the last frame, lays out the overlay and points the cameras; the panel is that of
  /// the run in focus. The user's edits come back unchecked. Needs the GL context current.
  std::vector<Assignment> overlay(const std::vector<Overlaid>& runs, int focus, double seconds);
  /// The run whose cell was pressed last, once.
  std::optional<int> take_focus() { return std::exchange(pressed_, std::nullopt); }
  /// How a run is looked at; size and camera are set by overlay().
  const View& view_of(int run) const { return views_.at(static_cast<std::size_t>(run)); }
  /// Puts the drawn framebuffers together, adds the overlay and shows them.
  void present(std::span<const unsigned> framebuffers);

  void toast(std::string words) { toast_.show(std::move(words)); }
  std::string toast_words() const { return toast_.words(); }
  Navigation& navigation() { return navigation_; }
  const Navigation& navigation() const { return navigation_; }
  /// Looks there at this run in the view's coordinates, whatever was shown before; at all of the target where
  /// no camera is given.
  void look_at(const std::optional<Camera>& camera, const Session& session);
  Microscope& microscope() { return microscope_; }
  MomentumHandle& momentum() { return momentum_; }
  MapPanel& map_panel() { return map_panel_; }
  SchedulePanel& schedule() { return schedule_; }
  TunePanel& tune_panel() { return tune_panel_; }
  const TunePanel& tune_panel() const { return tune_panel_; }
  const Dissector& dissector() const { return dissector_; }
  GraphPanel& graph_panel() { return graph_panel_; }
  const GraphPanel& graph_panel() const { return graph_panel_; }
  ControlPanel& panel() { return panel_; }
  /// The places that the read-outs of the last frame cover in a cell.
  const std::vector<QRectF>& words(int cell) const { return words_.at(static_cast<std::size_t>(cell)); }
  /// The lines of the last frame in a cell.
  const std::vector<ReadoutLine>& lines(int cell) const {
    return layout_.readouts().at(static_cast<std::size_t>(cell)).lines;
  }
  /// Where the window of the target is seen in a cell while the picture follows it: no words lie there.
  QRectF clear() const { return layout_.clear(); }
  /// The legend's place in a cell; empty: none.
  QRectF legend() const { return layout_.legend(); }
  /// What the marginal strips take of a cell, from its right and its lower edge.
  QSizeF room_of_strips(const Projection& shown) const;
  const ImGuiBridge& bridge() const { return bridge_; }
  /// The place of the plane under the pointer; nothing when it is not on the picture.
  std::optional<Position> place();
  /// On a lattice: from the distribution to the swarm, to their difference, to infinitely many chains where
  /// their distribution is known, and back.
  void show_next();
  /// True once after the user did something to the picture.
  bool take_activity() { return std::exchange(activity_, false); }
  /// Frees what belongs to the GL context, which must be current.
  void release_gl() { bridge_.release_gl(), compositor_.release_gl(); }

  int magnification = 1;        ///< pixels of the picture a side for each of the screen: of exports
  View view;                    ///< options and palette, the same for all runs
  bool interface_shown = true;  ///< panel and read-outs
  bool tuning_shown = false;

 signals:
  /// A right click on the picture, at this place of the surface.
  void menu_wanted(QPointF place);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  double ratio();  ///< physical pixels of the picture per logical one
  /// Of a cell with or without the focus, at its foot.
  double schedule_height(bool focused) const { return focused && interface_shown ? schedule_.height() : 0; }
  /// Of a cell: what the strips leave.
  QRectF area(const Projection& shown);
  void measure_titles(const std::vector<Overlaid>& runs);
  /// What the user has opened, in coordinates of the cell in focus.
  std::vector<QRectF> panels(const Overlaid& run, int focus, const QRectF& area);
  std::optional<PaneLayout::Legend> legend(const std::vector<Overlaid>& runs, int focus);
  bool thermostat_colours(const Overlaid& run) const;
  void lay_out(const std::vector<Overlaid>& runs, int focus);
  bool narrow_cells() const;
  /// Of a cell: where the folded control panel stands.
  QRectF fold_place() const;
  bool panel_fits() const;  ///< at least folded
  View view_for(const Overlaid& run) const;
  void draw_on(const Overlaid& run, int cell, bool focused);
  void draw_marginals(const Overlaid& run, int cell, bool focused);
  void draw_below(const Overlaid& run, int cell, bool focused);
  std::vector<Assignment> draw_panels(const Overlaid& run, int focus);
  void pointer(const PointerEvent& event);
  void look(const std::vector<Overlaid>& runs, int focus);

  ImGuiBridge bridge_;  // before the surface is watched: Qt sends events at once
  std::unique_ptr<Presenter> presenter_;
  Navigation navigation_;
  ControlPanel panel_;
  Microscope microscope_;
  MomentumHandle momentum_;
  std::vector<std::optional<QPointF>> discs_;  ///< where a drag sets the followed chain's momentum, by cell
  MapPanel map_panel_;
  SchedulePanel schedule_;
  TunePanel tune_panel_;
  Dissector dissector_;
  GraphPanel graph_panel_;
  Toast toast_;
  std::map<int, MarginalStrips> strips_;  ///< by cell
  std::optional<QPointF> pointer_;
  Cells cells_;
  Compositor compositor_;
  QRectF title_;  ///< of the titles of all cells together, in coordinates of their cell
  double title_width_ = 0;
  PaneLayout layout_;
  std::vector<std::vector<QRectF>> words_;  ///< that read-outs cover, by cell
  std::vector<View> views_;
  std::vector<Navigation> apart_;  ///< of runs whose axes are not those of the run in focus
  int held_ = 0;                   ///< the cell that a button was pressed in
  std::optional<int> pressed_;
  bool activity_ = true;
  Coordinates coordinates_ = Coordinates::position;  ///< and the target, as last shown
  std::string target_;
};

}  // namespace ergo
