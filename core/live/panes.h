#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/live/player.h"
#include "core/run/shared_clock.h"
#include "core/settings/preset.h"

namespace ergo {

/// One to six runs on one target, start and seed, and the clock they share. An edit of the sampler is one of
/// the pane in focus, any other of all panes. Every call needs the GL context current that was current when
/// they were made.
class Panes {
 public:
  /// Throws Error where a run cannot start. `shaders` none: the built-in copy.
  Panes(std::shared_ptr<ShaderLibrary> shaders, const Preset& preset);
  /// Puts other runs on; throws Error and keeps the old ones where one cannot start.
  void open(const Preset& preset);
  /// All runs as they stand, to be opened again where they are.
  Preset saved(const PresetView& view) const;

  /// The runs where they stand, at their time and pace.
  struct Standing {
    std::vector<Player::Standing> runs;
    double clock = 0;
    Pace pace = Pace::gradients;
    std::optional<double> pause;
    std::optional<std::uint32_t> followed;
    int focus = 0;
    bool running = false;
  };
  Standing standing();  ///< with the runs' moments; waits for the device
  /// Puts them on again where they stood, without a step; throws Error and keeps the present ones where one
  /// cannot start.
  void open(const Standing& was);

  int count() const { return static_cast<int>(players_.size()); }
  Player& at(int pane) { return *players_.at(static_cast<std::size_t>(pane)); }
  const Player& at(int pane) const { return *players_.at(static_cast<std::size_t>(pane)); }
  Player& focused() { return at(focus_); }
  const Player& focused() const { return at(focus_); }
  int focus() const { return focus_; }
  void set_focus(int pane);

  bool running = true;
  double speed = 1;         ///< times steps_per_frame; below 1 some frames pass without a step
  int steps_per_frame = 4;  ///< of the dearest sampler; at least 1
  void set_pace(Pace pace);
  Pace pace() const { return clock_.pace(); }

  /// Adds a run of this sampler with its usual values, and begins all anew. Throws Error.
  void add(const std::string& sampler);
  /// Adds a copy of the pane in focus as it stands. Throws Error.
  void duplicate();
  /// Takes the pane in focus away; the last one stays.
  void remove();
  /// Takes all runs but the one in focus off.
  void keep_focused();

  /// Edits the runs, all or nothing; throws Error. Paths may begin with `sessions.N.`. Repeated edits of one
  /// path until end_edit() are one edit to undo. An edit of a chain is one of the pane in focus and stands
  /// alone.
  void assign(const std::vector<Assignment>& assignments);
  void end_edit() { edited_path_.clear(); }
  /// Starts anew with all chains around a place: at it where the start is a point, else spread by a normal
  /// distribution.
  void place(Position at, double spread);
  /// Takes back the last edit: all runs stand bit for bit where they stood before it. False when there is
  /// none.
  bool undo();
  /// Makes it again: runs that went on with it stand there, those that began anew where they were when it was
  /// taken back.
  bool redo();

  /// All runs follow this chain closely, or none: the same random numbers make its steps in each.
  void follow(std::optional<std::uint32_t> chain);
  std::optional<std::uint32_t> followed() const { return followed_; }
  /// How much of a run's next step is over on the clock, from 0 to 1: in slow motion and at rest. Faster runs
  /// are shown between steps.
  double phase(int pane) const;
  /// To where the next or the previous part of the focused run's step begins, while a chain is followed.
  void step_part(bool forward);

  void step();              ///< one step of the dearest sampler, in the next frame
  void step_back();         ///< the same, backwards
  void restart();           ///< to step 0 of the configurations as they are now
  void seek(double clock);  ///< pauses and goes there in the next frame, within the tape

  /// The runs go on to this time of the clock and pause there; going back or resetting forgets it.
  void pause_at(double clock) { pause_ = clock; }
  /// There at once, as runs that are opened: what happened on the way is reported afterwards.
  void stand_at(double clock);
  bool report_way() const;  ///< and so it is, as fast as reports come
  /// Goes on to this time in the next frame, beyond the tape's end too.
  void advance_to(double clock) { clock_.set(std::max(clock_.now(), clock)); }

  /// Where the runs stand: gradient evaluations or steps of a chain, as the pace has it; of a single run,
  /// steps.
  double clock() const { return clock_.now(); }
  /// The clock's time for one step of the dearest sampler.
  double unit() const { return clock_.unit(); }
  /// The furthest that the runs have been on their tapes.
  double end() const { return clock_.end(); }
  /// Where on the clock edits of some run's parameters began; ascending.
  std::vector<double> edits() const { return clock_.edits(); }
  /// Of the dearest sampler, since the beginning.
  std::uint64_t steps() const { return clock_.steps(); }
  const SharedClock& time() const { return clock_; }
  /// A run's steps in one of the frames at the pace that is set.
  std::uint64_t steps_per_frame_of(int pane) const {
    return clock_.steps_within(static_cast<std::size_t>(pane), steps_per_frame);
  }
  bool counts_gradients() const { return clock_.counts_gradients(); }

  /// Takes all runs to the clock's next time and draws them. `view_of(pane)` is how each is looked at. Throws
  /// Error; what ran before goes on.
  void frame(const std::function<const View&(int)>& view_of);
  std::vector<const Session*> sessions() const;
  std::vector<RunConfig> configs() const;  ///< as they are now
  std::vector<unsigned> framebuffers() const;
  /// True when some shader files changed on disk. Throws Error with the compiler's message.
  bool reload_shaders();
  std::uint64_t chain_steps() const;
  std::vector<Moment> moments() const;  ///< where each run is

  /// An edit of a pane began at this point of its run.
  std::function<void(int pane, const Moment& at)> on_mark;
  /// What was known of a pane beyond this point no longer holds; below 0, nothing does.
  std::function<void(int pane, double gradients)> on_cut;
  /// A run like this pane's stands behind it now, with the same past; on_panes comes next.
  std::function<void(int pane)> on_copy;
  /// This pane is taken away; on_panes comes after the last of them.
  std::function<void(int pane)> on_remove;
  /// There are other panes now.
  std::function<void()> on_panes;
  /// The runs are about to begin anew, or to give way to others.
  std::function<void()> on_leave;
  /// What is known of the runs beyond where they stand.
  struct Known {
    std::function<void()> show;  ///< again, of the same runs
    std::size_t bytes = 0;
  };
  /// Keeps it, for edits to be taken back that no curve survives.
  std::function<Known()> on_keep;

 private:
  using Players = std::vector<std::unique_ptr<Player>>;
  /// The edits of each run.
  std::vector<std::vector<Assignment>> routed(const std::vector<Assignment>& assignments) const;
  void steer(const Assignment& edit);
  /// The runs as they stood before an edit, or after one taken back.
  struct Edit {
    Standing runs;
    std::shared_ptr<const Known> known = {};  ///< none where going to the edit keeps what is known
    bool known_beyond = false;                ///< and of what came after, perhaps on other tapes
  };
  Standing tapes() const;                     ///< standing() without the runs' moments
  std::shared_ptr<const Known> kept() const;  ///< null where nothing keeps it
  Edit whole() { return {standing(), kept()}; }
  /// An edit is to be made of runs that stood so.
  void remember(Edit before);
  /// The tapes are about to end: moments that they lead to are kept, and what is known of them.
  void keep_passed();
  bool passed(const Standing& was) const;  ///< on the tapes of the present runs
  static void fit_in_memory(std::vector<Edit>& edits);
  void stand(const Edit& edit);
  void show_known(const Edit& edit) const;
  /// Goes to where the last of one list stood and puts the present on the other; false when there is none.
  bool exchange(std::vector<Edit>& from, std::vector<Edit>& to);
  void check_room() const;  ///< throws Error where there is none for another run
  void put_on(const Preset& preset);
  void adopt(Players players);
  void connect(std::size_t pane);
  void panes_changed();

  std::shared_ptr<ShaderLibrary> shaders_;
  Players players_;
  int focus_ = 0;
  SharedClock clock_;
  std::optional<double> pause_;
  std::optional<std::uint32_t> followed_;
  std::vector<Edit> undone_, done_;  ///< after the edits taken back, before those made
  std::string edited_path_;
};

}  // namespace ergo
