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
#include "core/view/colour_key.h"
#include "widgets/base/cells.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"
#include "widgets/panels/brush_panel.h"
#include "widgets/panels/control_panel.h"
#include "widgets/panels/dissector.h"
#include "widgets/panels/graph_panel.h"
#include "widgets/panels/parameter_panel.h"
#include "widgets/panels/microscope.h"
#include "widgets/panels/readouts.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/sites_panel.h"
#include "widgets/panels/tune_panel.h"
#include "widgets/picture/marginal_strips.h"
#include "widgets/picture/mode_editor.h"
#include "widgets/picture/momentum_handle.h"
#include "widgets/picture/outside_labels.h"
#include "widgets/picture/paint_brush.h"
#include "widgets/picture/pane_layout.h"
#include "widgets/picture/presenter.h"

namespace ergo {

/// In a presentation panels stand in a column at the surface's right edge, which the pictures leave free.
struct PanelColumn {
  double width = 0, top = 0;  ///< logical pixels; above `top` other widgets cover the surface
  bool controls = false;      ///< whether the control panel stands there
  std::vector<std::string> paths = {};  ///< the controls that it shows; empty: all
};

/// What the overlay shows of one run.
struct Overlaid {
  const Session& session;
  Readouts readouts;
  const SiteScale& scale;                    ///< scale of the sites' colours
  const DiagnosticReport* report = nullptr;  ///< null before the first one
  const ParameterPlots& parameters;          ///< what is shown of them
  const Tuning* tuning = nullptr;            ///< in progress or done; null if there is none
  const FollowedChain* followed = nullptr;   ///< null if no chain is followed
  double phase = 0;                          ///< share of the next step that is over
  std::optional<double> place = {};          ///< run_places()
  const DistributionWorker::State* infinite =
      nullptr;  ///< distribution of infinitely many chains; null if it is not known
};

std::vector<const Session*> sessions_of(const std::vector<Overlaid>& runs);

/// The centre of the window: the surface with the pictures of one to six runs, their cameras, and the panels on them.
/// All runs show the same part of the plane. Places are in logical pixels of the surface, or of a run's cell where a
/// function says so.
class Picture : public QObject {
  Q_OBJECT

 public:
  /// Throws Error if there is no usable OpenGL.
  Picture(PresenterChoice choice, Renderer renderer);

  QWidget* surface() { return presenter_->widget(); }
  Presenter& presenter() { return *presenter_; }
  QSizeF size() const { return presenter_->widget()->size(); }
  const Cells& cells() const { return cells_; }
  void set_theme(const Palette& palette, double factor);

  /// Takes the input since the last frame, lays out the overlay and sets the cameras. The panel is that of the run in
  /// focus. Returns the user's edits, unchecked. The GL context must be current.
  std::vector<Assignment> overlay(const std::vector<Overlaid>& runs, int focus, double seconds);
  /// The run whose cell was pressed since the last call.
  std::optional<int> take_focus() { return std::exchange(pressed_, std::nullopt); }
  /// View of a run; overlay() sets its size and camera.
  const View& view_of(int run) const { return views_.at(static_cast<std::size_t>(run)); }
  /// Shows the drawn pictures with the overlay on them.
  void present(std::span<const DrawnPicture> pictures);

  void toast(std::string words) { toast_.show(std::move(words)); }
  std::string toast_words() const { return toast_.words(); }
  /// A message with a button.
  void notice(std::string words, std::string button) { toast_.show(std::move(words), std::move(button)); }
  Toast& toast() { return toast_; }
  Navigation& navigation() { return navigation_; }
  const Navigation& navigation() const { return navigation_; }
  /// Sets the camera of a run in the view's coordinates; without a camera, the whole target is shown.
  void look_at(const std::optional<Camera>& camera, const Session& session);
  Microscope& microscope() { return microscope_; }
  MomentumHandle& momentum() { return momentum_; }
  /// Whether the pointer edits the density, which it does where a target is made of what can be edited.
  bool editing() const { return editing_; }
  void set_editing(bool on);
  /// Whether an edit of the density may still go on.
  bool edit_goes_on() const { return modes_.busy(); }
  std::optional<DensityEdit> take_density_edit();
  /// Why something was not done; once.
  std::string take_editing_words();
  ModeEditor& modes() { return modes_; }
  const ModeEditor& modes() const { return modes_; }
  const PaintBrush& brush() const { return brush_; }
  BrushPanel& brush_panel() { return brush_panel_; }
  ParameterPanel& parameter_panel() { return parameter_panel_; }
  SchedulePanel& schedule() { return schedule_; }
  TunePanel& tune_panel() { return tune_panel_; }
  const TunePanel& tune_panel() const { return tune_panel_; }
  const Dissector& dissector() const { return dissector_; }
  SitesPanel& sites_panel() { return sites_panel_; }
  GraphPanel& graph_panel() { return graph_panel_; }
  const GraphPanel& graph_panel() const { return graph_panel_; }
  ControlPanel& panel() { return panel_; }
  /// Places that the read-outs of the last frame cover in a cell.
  const std::vector<QRectF>& words(int cell) const { return words_.at(static_cast<std::size_t>(cell)); }
  /// How many chains lie beyond the edges of a cell, as told in the last frame.
  const std::vector<OutsideLabel>& outside(int cell) const { return outside_.at(static_cast<std::size_t>(cell)); }
  /// Lines of the last frame in a cell.
  const std::vector<ReadoutLine>& lines(int cell) const {
    return layout_.readouts().at(static_cast<std::size_t>(cell)).lines;
  }
  /// Place of the target's window in a cell while the picture follows it. No text lies there.
  QRectF clear() const { return layout_.clear(); }
  /// The legend's place in a cell; empty if there is none.
  QRectF legend() const { return layout_.legend(); }
  /// Size of the marginal strips at a cell's right and lower edges.
  QSizeF room_of_strips(const Projection& shown) const;
  const ImGuiBridge& bridge() const { return bridge_; }
  /// Place of the plane under the pointer; nothing if the pointer is not on the picture.
  std::optional<Position> place();
  /// On a lattice, shows in turn: the distribution, the swarm, their difference, and infinitely many chains if their
  /// distribution is known.
  void show_next();
  /// Whether the user has done something to the picture since the last call.
  bool take_activity() { return std::exchange(activity_, false); }

  int magnification = 1;        ///< pixels of an exported picture per pixel of the screen, along each axis
  View view;                    ///< options and palette, the same for all runs
  bool interface_shown = true;  ///< whether panel and read-outs are shown
  bool tuning_shown = false;
  std::optional<PanelColumn> column;  ///< in a presentation

  /// Height that the panels of the last frame need in the column.
  double column_height() const { return column_height_; }
  /// The column's place below its top, in logical pixels of the surface.
  QRectF column_place() const;

 signals:
  /// The picture was right-clicked at this place of the surface.
  void menu_wanted(QPointF place);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  double ratio();  ///< physical pixels per logical pixel
  /// Height covered at the foot of a cell, with or without the focus.
  double schedule_height(bool focused) const {
    return focused && interface_shown && !column ? schedule_.height() : 0;
  }
  /// Part of a cell that the strips leave.
  QRectF area(const Projection& shown);
  void measure_titles(const std::vector<Overlaid>& runs);
  /// Panels that the user has opened, in coordinates of a cell. `run`: the one in focus.
  std::vector<QRectF> panels(const Overlaid& run, int cell, const QRectF& area);
  std::optional<PaneLayout::Legend> legend(const std::vector<Overlaid>& runs, int focus, const QRectF& area);
  bool thermostat_colours(const Overlaid& run) const;
  std::optional<ColourKey> key_of(const Overlaid& run) const;
  void lay_out(const std::vector<Overlaid>& runs, int focus);
  bool narrow_cells() const;
  /// Place of the folded control panel in a cell.
  QRectF fold_place() const;
  bool panel_fits() const;  ///< whether the panel has room, at least folded
  View view_for(const Overlaid& run) const;
  void draw_on(const Overlaid& run, int cell, bool focused);
  void draw_marginals(const Overlaid& run, int cell, bool focused);
  void draw_below(const Overlaid& run, int cell, bool focused);
  /// How many chains lie beyond the edges of a cell.
  void draw_outside(const Overlaid& run, int cell, bool focused);
  std::vector<Assignment> draw_panels(const Overlaid& run, int focus);
  std::vector<Assignment> draw_in_column(const Overlaid& run);
  void draw_windows(const Overlaid& run, int focus, std::vector<Assignment>& edits);
  /// Part of the surface that the pictures fill.
  QSizeF pictures_size() const { return {size().width() - (column ? column->width : 0), size().height()}; }
  void pointer(const PointerEvent& event);
  void follow_density(const UnitChoice& target, double seconds);
  /// Whether it belongs to an edit of the density.
  bool edits_density(const PointerEvent& event);
  void draw_editor(const Projection& shown, int cell);
  void look(const std::vector<Overlaid>& runs, int focus);

  ImGuiBridge bridge_;  // before the surface is watched: Qt sends events at once
  std::unique_ptr<Presenter> presenter_;
  Navigation navigation_;
  ControlPanel panel_;
  Microscope microscope_;
  MomentumHandle momentum_;
  bool editing_ = false;
  ModeEditor modes_;
  PaintBrush brush_;
  BrushPanel brush_panel_;
  std::vector<std::optional<QPointF>> discs_;  ///< place where a drag sets the followed chain's momentum, for each cell
  ParameterPanel parameter_panel_;
  SchedulePanel schedule_;
  TunePanel tune_panel_;
  Dissector dissector_;
  GraphPanel graph_panel_;
  SitesPanel sites_panel_;
  Toast toast_;
  std::map<int, MarginalStrips> strips_;  ///< for each cell
  std::optional<QPointF> pointer_;
  Cells cells_;
  QRectF title_;  ///< union of the titles' places in their cells
  double title_width_ = 0;
  PaneLayout layout_;
  std::vector<std::vector<QRectF>> words_;  ///< places that read-outs cover, for each cell
  std::vector<std::vector<OutsideLabel>> outside_;
  std::vector<View> views_;
  std::vector<Navigation> apart_;  ///< for runs with other axes than the run in focus
  int held_ = 0;                   ///< cell in which a button was pressed
  int edited_ = 0;                 ///< cell whose density the pointer edits
  std::optional<int> pressed_;
  bool activity_ = true;
  double column_height_ = 0;
  Coordinates coordinates_ = Coordinates::position;  ///< coordinates and target that were shown last
  std::string target_;
};

}  // namespace ergo
