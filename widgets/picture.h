#pragma once

#include <QObject>
#include <QWidget>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/control_panel.h"
#include "widgets/imgui_bridge.h"
#include "widgets/map_panel.h"
#include "widgets/microscope.h"
#include "widgets/navigation.h"
#include "widgets/presenter.h"
#include "widgets/readouts.h"
#include "widgets/schedule_panel.h"
#include "widgets/tune_panel.h"

namespace ergo {

/// What the overlay tells of.
struct Overlaid {
  const Session& session;
  const Readouts& readouts;
  const SiteScale& scale;             ///< of the sites' colours
  const ParameterMap* map = nullptr;  ///< null: none shown
  const Tuning* tuning = nullptr;     ///< the one under way or done
};

/// The centre of the window: the surface, where it looks, and what floats on it. Sizes and places are logical
/// pixels of the surface.
class Picture : public QObject {
  Q_OBJECT

 public:
  /// Throws Error where there is no usable OpenGL.
  explicit Picture(PresenterChoice choice);

  QWidget* surface() { return presenter_->widget(); }
  Presenter& presenter() { return *presenter_; }
  QSizeF size() { return surface()->size(); }
  void set_theme(const Palette& palette, double factor);

  /// Takes the input since the last frame, lays out the overlay and points the camera. The user's edits of
  /// the run come back unchecked. Needs the GL context current.
  std::vector<Assignment> overlay(const Overlaid& overlaid, double seconds);
  /// Adds the overlay to the drawn framebuffer and shows it.
  void present(unsigned framebuffer);

  /// Writes the picture last shown as PNG, all or nothing; throws Error (Blame::machine).
  void save(const QString& path);

  void toast(std::string words) { toast_.show(std::move(words)); }
  std::string toast_words() const { return toast_.words(); }
  Navigation& navigation() { return navigation_; }
  Microscope& microscope() { return microscope_; }
  MapPanel& map_panel() { return map_panel_; }
  SchedulePanel& schedule() { return schedule_; }
  TunePanel& tune_panel() { return tune_panel_; }
  ControlPanel& panel() { return panel_; }
  const ImGuiBridge& bridge() const { return bridge_; }
  /// The place of the plane under the pointer; nothing when it is not on the picture.
  std::optional<Position> place();
  /// On a lattice: from the law to the swarm, to their difference, to infinitely many chains where their law
  /// is known, and back.
  void show_next();
  /// True once after the user did something to the picture.
  bool take_activity() { return std::exchange(activity_, false); }
  /// Frees what belongs to the GL context, which must be current.
  void release_gl() { bridge_.release_gl(); }

  View view;                    ///< options; size, camera and palette are set by overlay()
  bool interface_shown = true;  ///< panel and read-outs
  bool tuning_shown = false;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QRectF free_area();

  ImGuiBridge bridge_;  // before the surface is watched: Qt sends events at once
  std::unique_ptr<Presenter> presenter_;
  Navigation navigation_;
  ControlPanel panel_;
  Microscope microscope_;
  MapPanel map_panel_;
  SchedulePanel schedule_;
  TunePanel tune_panel_;
  Toast toast_;
  std::optional<QPointF> pointer_;
  bool activity_ = true;
  Coordinates coordinates_ = Coordinates::position;  ///< and the target, as last shown
  std::string target_;
};

}  // namespace ergo
