#pragma once

#include <QElapsedTimer>
#include <QMainWindow>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/window/side_panels.h"
#include "app/window/text_scale.h"
#include "core/live/panes.h"
#include "core/settings/lecture.h"
#include "core/settings/preset.h"
#include "widgets/bars/command_line.h"
#include "widgets/bars/run_bar.h"
#include "widgets/bars/scrub_bar.h"
#include "widgets/bars/state_hash.h"
#include "widgets/bars/status.h"
#include "widgets/base/theme.h"
#include "widgets/export/files.h"
#include "widgets/lecture/cue_history.h"
#include "widgets/lecture/lecturer.h"
#include "widgets/picture/picture.h"
#include "widgets/presets/compile_ahead.h"

namespace ergo {

class ShaderLibrary;

struct WindowOptions {
  Preset preset;
  std::string preset_name = "default";  ///< the card to mark; any other text marks none
  std::optional<Lecture> lecture;       ///< to begin with, at this cue
  int cue = 0;
  std::string theme = "dark";
  double interface_scale = 1;
  bool thumbnails = false;     ///< of presets, rendered beside the run
  bool compile_ahead = false;  ///< what the run may switch to, beside it
  PresenterChoice presenter = PresenterChoice::automatic;
  std::shared_ptr<ShaderLibrary> shaders;  ///< none: the built-in copy
  bool keep_session = false;               ///< for the next time the window is opened
  bool rests = true;                       ///< draws no frames while nothing moves
};

/// The window of one run or of several side by side. The GL context and the sessions live on this thread;
/// whatever changes a run is queued and done between two frames, where the context is current and an Error
/// becomes a toast.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Throws Error (Blame::machine) where there is no usable OpenGL, and Error where the run cannot start.
  explicit MainWindow(WindowOptions options);
  ~MainWindow() override;

  Panes* panes() { return panes_.get(); }  ///< null until a native context exists
  Player* player() { return panes_ ? &panes_->focused() : nullptr; }
  Picture& picture() { return picture_; }
  Plots& plots() { return panels_->plots(); }
  Files& files() { return *files_; }
  PresetBrowser& presets() { return panels_->presets(); }
  Lecturer& lecturer() { return *lecturer_; }
  const Meter& meter() const { return meter_; }
  std::uint64_t frames() const { return frames_; }
  const DiagnosticReport* report() const { return panes_->focused().report(); }
  const std::string& theme() const { return theme_; }

  void set_theme(const std::string& id);
  /// Of text and controls beside the theme's own; the window shows as much of it as it has room for.
  void set_interface_scale(double scale) {
    options_.interface_scale = std::clamp(scale, 0.7, 2.5);
    apply_theme();
  }
  void open_preset(int index);
  /// Opens a built-in lecture or a lecture file; where it is wrong a toast says so and all stays.
  void open_lecture(const std::string& name_or_path, int cue = 0);
  /// Frames as fast as they can be made instead of at most some 60 a second.
  void run_unthrottled() { timer_.setInterval(0); }

 signals:
  void framed(quint64 frames);
  /// The machine failed; the text says how.
  void failed(QString message);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  using Command = std::function<void()>;
  void post(Command command) { commands_.push_back(std::move(command)); }
  template <class Reaction>
  void on(const char* action, Reaction reaction) {
    connect(actions_.at(action), &QAction::triggered, this, reaction);
  }
  void build_layout();
  void connect_actions();
  void connect_view_actions();
  void connect_files();
  void connect_compare_actions();
  void connect_lecture();
  void start();
  void release_gl();
  void tick();  ///< a turn; an Error ends the program
  void turn();
  /// Lays out the overlay and points the cameras; what the user edited comes back.
  std::vector<Assignment> lay_out(double seconds);
  /// What a click at this place of the plane does.
  void pick(Position place);
  void frame(double seconds);
  void guarded(const Command& command);
  void show_preset(const Preset& preset, int index);
  void assign(std::vector<Assignment> assignments);
  /// What was typed: of the runs, or of how they are shown. Throws Error.
  void carry_out(const Assignment& typed);
  void show_runs();
  void take_reports();
  void show_state();
  void open_file();
  void choose_picture(const std::string& path);
  void open_run(const Preset& preset);
  void apply_theme();
  double text_scale() const {
    return ergo::text_scale(ergo::palette(theme_), options_.interface_scale, size());
  }
  /// As far as the window has room; a toast says where it has none.
  void enlarge(double factor);
  void fit();

  WindowOptions options_;
  std::string theme_, theme_before_projector_ = "dark";
  std::vector<std::string> preset_names_;
  std::map<QString, QAction*> actions_;
  Picture picture_;
  std::unique_ptr<Panes> panes_;
  SidePanels* panels_ = nullptr;
  Lecturer* lecturer_ = nullptr;
  CueHistory cue_history_;
  RunBar* run_bar_ = nullptr;
  ScrubBar* scrub_ = nullptr;
  CommandLine* command_line_ = nullptr;
  Status* status_ = nullptr;
  Files* files_ = nullptr;
  Meter meter_;
  StateHash state_hash_;
  CompileAhead compile_ahead_;
  std::vector<Command> commands_;
  QTimer timer_;
  QElapsedTimer frame_clock_, plot_clock_;
  std::uint64_t frames_ = 0;
  int idle_frames_ = 0;
  double shown_scale_ = 0;  ///< of the text
};

}  // namespace ergo
