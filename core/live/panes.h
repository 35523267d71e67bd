#pragma once

// A slider's way to the GPU and back, in eight files:
//
// 1. widgets/panels/control_panel.cpp draws the slider and returns an Assignment, "sampler.step_size = 0.2".
// 2. app/window/main_window.cpp passes a frame's assignments to Panes::assign().
// 3. core/live/panes.cpp checks the edit for every run it concerns, remembers where the runs stand for undo,
//    and passes it to their players.
// 4. core/live/player.cpp passes it to its Session and decides what is recorded before and after it.
// 5. core/run/session.cpp writes it to the journal and applies it to the configuration at the present step.
// 6. core/gl/gl_backend.cpp writes the parameters to the buffer SamplerData, which the sampler's compute shader
//    reads in the next step.
// 7. core/live/report_schedule.cpp copies the chains at equal gradient costs, passes them to the diagnostics, and
//    takes the report.
// 8. core/live/run_history.cpp records the report. The plots draw the history; core/picture draws the chains
//    from the buffers that the shader wrote.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/live/frame_parts.h"
#include "core/live/panes_position.h"
#include "core/live/player.h"
#include "core/live/undo.h"
#include "core/run/comparison.h"
#include "core/settings/preset.h"

namespace ergo {

/// One to six runs on one target and seed, as they are watched: a Comparison and a player for each run. An edit
/// concerns the panes that its RunPath edits; without a run, the sampler's concern the pane in focus. Every call needs the
/// machine's context current, if it has one.
class Panes {
 public:
  /// Throws Error if a run cannot start.
  Panes(std::shared_ptr<Machine> machine, const Preset& preset);
  /// Starts other runs; throws Error and keeps the old ones if one cannot start.
  void open(const Preset& preset);
  /// All runs where they stand, to be opened there again.
  Preset saved(const PresetView& view) const;
  /// With the chains and the histories of the runs; waits for the device.
  PanesPosition position();
  /// Starts runs at a position. Throws Error and keeps the old ones if one cannot start.
  void open(const PanesPosition& position);

  int count() const { return static_cast<int>(players_.size()); }
  Player& at(int pane) { return *players_.at(static_cast<std::size_t>(pane)); }
  const Player& at(int pane) const { return *players_.at(static_cast<std::size_t>(pane)); }
  Player& focused() { return at(focus_); }
  const Player& focused() const { return at(focus_); }
  int focus() const { return focus_; }
  void set_focus(int pane);

  bool running = true;
  double speed = 1;         ///< times steps_per_frame; below 1 some frames pass without a step
  /// A run that comes to this time of the clock goes back to its beginning, until an edit.
  std::optional<double> loop;
  int steps_per_frame = 4;  ///< steps of the costliest sampler; at least 1
  void set_pace(Pace pace) { comparison_.clock().set_pace(pace); }
  Pace pace() const { return time().pace(); }

  /// Adds a run of this sampler with its default values, and starts all runs anew. Throws Error.
  void add(const std::string& sampler);
  /// Adds a copy of the pane in focus as it stands. Throws Error.
  void duplicate();
  /// Removes the pane in focus unless it is the last one.
  void remove();
  /// Removes all panes but the one in focus.
  void keep_focused();

  /// Edits the runs. The edit is checked for every run first: on Error all runs are as they were. Paths may
  /// begin with `sessions.N.`. Repeated edits of one path until end_edit() are undone as one. An edit of a chain
  /// concerns the pane in focus and is always one of its own.
  void assign(const std::vector<Assignment>& assignments);
  void end_edit() { edited_path_.clear(); }
  /// Starts anew with all chains around a place: at it if the start of the pane in focus is a point, else spread by
  /// a normal distribution. All runs start there, or that in focus alone.
  void place(Position at, double spread, bool focused_alone = false);
  /// Takes back the last edit: all runs stand bit for bit where they stood before it. False if there is none.
  bool undo() { return go(Undo::Direction::back); }
  /// Makes it again: runs that the edit changed on their way stand there, runs that it started anew stand where
  /// they were when it was taken back.
  bool redo() { return go(Undo::Direction::forth); }
  /// The edits made and those taken back, in order of time, each with the step at which it was made.
  struct EditHistory {
    std::vector<std::string> made, taken_back;
  };
  EditHistory edit_history() const;
  /// Takes back edits, or makes them again, until so many are made. Does nothing beyond the history's ends.
  void go_to_edit(std::size_t made);
  /// Increases whenever an edit is made, goes on, or is taken back.
  std::uint64_t edit_revision() const { return undo_.revision(); }

  /// All runs follow this chain closely, or none; a run with fewer chains its first. The same random numbers make its
  /// steps in each run.
  void follow(std::optional<std::uint32_t> chain);
  std::optional<std::uint32_t> followed() const { return followed_; }
  /// Share of a run's next step that is over on the clock, from 0 to 1, in slow motion and while paused. Faster
  /// runs are shown between steps.
  double phase(int pane) const;
  /// Goes to where the next or the previous part of the focused run's step begins, while a chain is followed.
  void step_part(bool forward);

  void stop();              ///< pauses where the furthest run stands
  void step();              ///< one step of the costliest sampler, in the next frame
  void step_back();         ///< one step back
  void restart();           ///< goes to step 0 of the present configurations
  void seek(double clock);  ///< pauses and goes there in the next frame, within the tape

  /// The runs go on to this time of the clock and pause there, unless they go back or start anew before.
  void pause_at(double clock) { pause_ = clock; }
  /// Goes there at once. What happened on the way is reported afterwards.
  void fast_forward(double clock);
  bool reports_later() const;  ///< whether reports of the way are still to come
  /// Goes there in the next frame, beyond the tape's end too.
  void advance_to(double clock) { comparison_.clock().set(std::max(time().now(), clock)); }

  /// The clock counts gradient evaluations or steps of a chain, by the pace; for a single run, steps.
  const SharedClock& time() const { return comparison_.clock(); }
  double clock() const { return time().now(); }
  double unit() const { return time().unit(); }                       ///< one step of the costliest sampler
  double end() const { return time().end(); }                         ///< the furthest that runs have been
  std::vector<double> edits() const { return time().edits(); }        ///< where edits begin; ascending
  std::uint64_t steps() const { return time().steps(); }              ///< of the costliest sampler
  bool counts_gradients() const { return time().counts_gradients(); }
  /// Steps that a run makes in a frame.
  std::uint64_t steps_per_frame_of(int pane) const {
    return time().steps_within(static_cast<std::size_t>(pane), steps_per_frame);
  }

  /// Takes all runs to the clock's next time and draws them. `view_of(pane)`: how each is shown. Throws Error;
  /// what ran before goes on.
  void frame(const std::function<const View&(int)>& view_of, const PartDone& done = {});
  /// Processor time of all diagnostics of these runs, in seconds.
  double diagnostics_seconds() const;
  std::vector<const Session*> sessions() const { return comparison_.sessions(); }
  std::vector<RunConfig> configs() const { return comparison_.configs(); }  ///< as they are now
  std::vector<DrawnPicture> drawn() const;
  /// True if some shader files changed on disk. Throws Error with the compiler's message.
  bool reload_shaders();
  std::uint64_t chain_steps() const;
  std::vector<Moment> moments() const;  ///< where each run is

  /// What is recorded of each run.
  std::vector<std::shared_ptr<const RunHistory>> histories() const;
  /// Keeps a copy of each run's curves under these names, until the runs have another target.
  void keep_curves(const std::vector<std::string>& names);
  void forget_kept_curves() { kept_curves_.clear(); }
  const std::vector<KeptCurves>& kept_curves() const { return kept_curves_; }

  /// There are other panes now.
  std::function<void()> on_panes;
  /// The runs are about to start anew, or to be replaced.
  std::function<void()> on_leave;

 private:
  using Players = std::vector<std::unique_ptr<Player>>;
  SharedClock& shared_clock() { return comparison_.clock(); }
  /// The edits of each run.
  std::vector<std::vector<Assignment>> routed(const std::vector<Assignment>& assignments) const;
  void assign_chain(const Assignment& edit);
  PanesPosition tapes() const;  ///< position() without the chains and histories
  std::shared_ptr<const std::vector<RunHistory>> copied_histories() const;
  /// Keeps the position for undo, before an edit of this description.
  void remember(PanesPosition before, const std::string& words);
  std::string at_step(const std::string& words) const;  ///< with the present step
  std::string title_of(int pane) const;                 ///< of its sampler
  void keep_passed();  ///< for undo: the tapes are about to end
  bool go(Undo::Direction direction);
  void restore(const PanesPosition& position);
  void restore_histories(const PanesPosition& position);
  void check_room() const;  ///< throws Error if there are as many runs as there can be
  void start(const Preset& preset);
  void adopt(Players players);
  void panes_changed();

  std::shared_ptr<Machine> machine_;
  Players players_;
  Comparison comparison_;  ///< of the players' runs
  int focus_ = 0;
  std::optional<double> pause_;
  bool held_up_ = false;  ///< in the last frame a run waited for a report before it had made all its steps
  std::optional<std::uint32_t> followed_;
  Undo undo_;
  std::string edited_path_;
  std::vector<KeptCurves> kept_curves_;
  UnitChoice kept_of_;  ///< target of the kept curves
};

}  // namespace ergo
