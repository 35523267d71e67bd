#pragma once

#include <QElapsedTimer>
#include <QMainWindow>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "app/window/formula_entry.h"
#include "app/window/presentation.h"
#include "app/window/side_panels.h"
#include "app/window/text_scale.h"
#include "core/live/panes.h"
#include "core/settings/lecture.h"
#include "core/settings/preset.h"
#include "widgets/bars/command_line.h"
#include "widgets/bars/formula_bar.h"
#include "widgets/bars/run_bar.h"
#include "widgets/bars/question_bar.h"
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

class Target;
struct OwnDensity;

struct WindowOptions {
  Preset preset;
  std::string preset_name = "default";  ///< name of the preset's card; marks none if there is no such card
  std::optional<Lecture> lecture;       ///< opened at the beginning, at this cue
  int cue = 0;
  bool present = false;  ///< begins in presentation mode, as every lecture does
  std::string theme = "dark";
  double interface_scale = 1;
  bool thumbnails = false;     ///< renders thumbnails of presets beside the run
  bool compile_ahead = false;  ///< compiles shaders of other units beside the run
  std::string compiler;        ///< path of `ergo`, which compiles those of typed targets; empty: beside this program
  Renderer renderer = Renderer::automatic;
  PresenterChoice presenter = PresenterChoice::automatic;
  std::shared_ptr<ShaderLibrary> shaders;  ///< null: the built-in ones
  bool keep_session = false;               ///< keeps the session, to be reopened later
  bool rests = true;                       ///< draws no frames while nothing changes
  int frame_interval = 16;                 ///< milliseconds from one frame to the next
};

/// The window of one run or of several side by side. The GL context and the sessions belong to this thread.
/// Commands that change a run are queued and carried out between two frames, where the context is current and
/// an Error becomes a toast.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Throws Error (Blame::machine) if there is no usable OpenGL, and Error if the run cannot start.
  explicit MainWindow(WindowOptions options);
  ~MainWindow() override;

  Panes* panes() { return panes_.get(); }  ///< null until a native context exists
  Player* player() { return panes_ ? &panes_->focused() : nullptr; }
  Picture& picture() { return picture_; }
  Plots& plots() { return panels_->plots(); }
  Files& files() { return *files_; }
  PresetBrowser& presets() { return panels_->presets(); }
  Lecturer& lecturer() { return *lecturer_; }
  Presentation& presentation() { return *presentation_; }
  const Meter& meter() const { return meter_; }
  std::uint64_t frames() const { return frames_; }
  const DiagnosticReport* report() const { return panes_->focused().report(); }
  const std::string& theme() const { return theme_; }
  /// Pauses the runs and says what went wrong.
  void tell_failure(const std::exception& failure);

  void set_theme(const std::string& id);
  /// Scales text and controls, besides the theme's own scale, as far as the window has room.
  void set_interface_scale(double scale) {
    options_.interface_scale = std::clamp(scale, 0.7, 2.5);
    apply_theme();
  }
  void open_preset(int index);
  /// Opens a built-in lecture or a lecture file. If it is wrong, a toast says so and nothing changes.
  void open_lecture(const std::string& name_or_path, int cue = 0);
  /// Is called after each part of a frame.
  PartDone part_done;
  /// Draws frames as fast as possible instead of at most about 60 per second.
  void run_unthrottled() { timer_.setInterval(0); }

 signals:
  void framed(quint64 frames);
  /// The machine failed; the message says how.
  void failed(QString message);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  using Command = std::function<void()>;
  void post(Command command) { commands_.push_back(std::move(command)); }
  /// Connects an action. Where it has no effect, a notice says why instead.
  template <class Reaction>
  void on(const char* action, Reaction reaction) {
    connect(actions_.at(action), &QAction::triggered, this, [this, action, reaction](bool on) {
      if (refused(action)) return;
      if constexpr (std::is_invocable_v<Reaction, bool>)
        reaction(on);
      else
        reaction();
    });
  }
  bool refused(const char* action);
  void show_interface(bool shown);
  PresetChange preset_change() const;
  void show_change();  ///< of the runs from their preset, whose question goes with it
  void list_history();  ///< fills the menu
  void offer_findings();
  void begin_line(const QString& begun);  ///< of the command line
  void show_graph(bool shown);
  void build_layout();
  void connect_actions();
  void connect_view_actions();
  void connect_files();
  void connect_compare_actions();
  void connect_lecture();
  void start();
  void release_gl();
  void tick();  ///< calls turn(); an Error of the machine ends the program
  void turn();
  /// Lays out the overlay and sets the cameras. Returns the user's edits.
  std::vector<Assignment> lay_out(double seconds);
  /// Handles a click at this place of the plane.
  void pick(Position place);
  void frame(double seconds);
  void guarded(const Command& command);
  void show_preset(const Preset& preset, int index);
  void assign(std::vector<Assignment> assignments);
  /// Edits the runs between two frames. A notice tells what changed besides, and offers to undo it. Throws Error.
  void edit(const std::vector<Assignment>& assignments);
  /// A message with a button, which goes with the next edit.
  void notice(const std::string& words, const std::string& button, Command pressed);
  void answer_notice();  ///< if its button was pressed
  void edit_density(bool on);
  void edit_as(OwnDensity (*convert)(const Target&));
  void take_density_edit();  ///< that the pointer has made on the picture
  void show_editing();
  /// Carries out a typed assignment, of the runs or of how they are shown. Throws Error.
  void carry_out(const Assignment& typed);
  void enter_formula(const std::string& target, const std::string& text);
  void show_runs();
  void take_reports();
  void show_state();
  void open_file();
  /// A run, or data that become the target.
  void open_path(const std::string& path);
  void choose_file(const std::string& path);  ///< for the parameter at this path
  void open_run(const Preset& preset);
  void apply_theme();
  /// Enters or leaves presentation mode.
  void present(bool on);
  void leave_full_screen();
  double text_scale() const;
  /// Enlarges the text as far as the window has room. If there is none, a toast says so.
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
  Presentation* presentation_ = nullptr;
  CueHistory cue_history_;
  RunBar* run_bar_ = nullptr;
  QuestionBar* question_ = nullptr;
  QString asked_;  ///< by the preset
  ScrubBar* scrub_ = nullptr;
  CommandLine* command_line_ = nullptr;
  FormulaBar* formula_ = nullptr;
  FormulaEntry* formula_entry_ = nullptr;
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
  std::vector<PresetSession> preset_runs_;  ///< of the chosen preset, as it begins
  Command noticed_;                 ///< what the button of the notice on screen does; empty if there is none
  std::uint64_t noticed_edit_ = 0;  ///< the panes' revision that the notice is of
  double shown_scale_ = 0;  ///< scale of the text
};

}  // namespace ergo
