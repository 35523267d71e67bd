#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/live/distribution_follower.h"
#include "core/live/machine.h"
#include "core/live/parameter_plots.h"
#include "core/live/report_schedule.h"
#include "core/live/run_history.h"
#include "core/picture/scene.h"
#include "core/run/followed_chain.h"
#include "core/run/swarm_motion.h"
#include "core/run/tuning.h"

namespace ergo {

/// A run at one of its steps, to be opened there again.
struct RunPosition {
  RunConfig initial;
  Journal journal;
  std::uint64_t step = 0;
  double gradients = 0;  ///< gradient evaluations of a chain by then
  double seconds = 0;    ///< time spent on steps by then
  std::optional<Checkpoint> moment = {};  ///< the chains there, or at an earlier step to go on from
};

/// One run on the screen: its session and its scene. Its reports and the exact distribution beside it are the
/// work of a ReportSchedule and a DistributionFollower; what they find is recorded in its RunHistory. Every call
/// needs the machine's context current, if it has one.
class Player {
 public:
  /// Throws Error if the run cannot start.
  Player(std::shared_ptr<Machine> machine, const RunConfig& config, const Journal& journal = {});

  /// Starts another run; throws Error and keeps the old one if it cannot start.
  void open(const RunConfig& config, const Journal& journal = {});
  RunPosition position() const;                       ///< without the chains
  Checkpoint moment() { return session().moment(); }  ///< waits for the device
  /// Goes to a position of this run.
  void go_to(const RunPosition& position);
  /// Goes to a position of this or another run. What was recorded before the two runs part is kept. Throws
  /// Error and keeps the old run if the other one cannot start.
  void restore(const RunPosition& position);
  /// Another player of the same run, at the same step and with the same history.
  std::unique_ptr<Player> duplicate() const;
  Session& session() { return run_->session(); }
  const Session& session() const { return std::as_const(*run_).session(); }
  const std::shared_ptr<PacedRun>& run() const { return run_; }
  double gradient_evaluations() const { return run_->gradient_evaluations(); }

  /// Makes these edits of the run, which Session::check() must have found legal. Throws Error if the machine
  /// cannot; the run is then anywhere between before and after. `same_edit`: they continue the last one.
  Effect assign(const std::vector<Assignment>& assignments, bool same_edit = false);
  void restart();  ///< goes to step 0 of the present configuration
  /// Goes to a step: forwards in portions, so that trails show the path, backwards at once. Stays where it is
  /// while the chains of the present step have to be copied first.
  void go_to(std::uint64_t step, const View& view);
  /// Goes to a step at once. The chains at some steps on the way are kept, as far as there is memory, and
  /// reported before the present ones.
  void fast_forward(std::uint64_t step);

  /// Draws, and takes the plot over parameters and the tuning a frame further. `phase`: share of the next step that is over.
  /// `paused`: no time has passed since the last frame, so that trails do not fade. Throws Error if an edited
  /// shader does not compile; what ran before goes on.
  void draw(const View& view, double phase, bool paused);
  DrawnPicture drawn() const { return scene_->drawn(); }
  const SiteScale& site_scale() const { return scene_->site_scale(); }
  /// The tuning curve or the map of the run's sampler, which draw() makes and takes further while it is shown.
  ParameterPlots& parameters() { return parameters_; }
  const ParameterPlots& parameters() const { return parameters_; }

  /// Follows this chain closely, or none.
  void follow(std::optional<std::uint32_t> chain);
  const FollowedChain* followed() const { return followed_ ? &*followed_ : nullptr; }

  /// Begins a search for a cyclical schedule beside the run; draw() takes it further. Throws Error.
  void tune(const TuningOptions& options);
  const Tuning* tuning() const { return tuning_.get(); }

  /// Asks for the newest chains, if there are any, for the diagnostics of what this view shows.
  void observe(const View& view) { reports_.observe(view); }
  /// Adds the reports that have come since the last call to the history. The last of them with all quantities of the
  /// present sampler, or with an error; null if there is none.
  std::shared_ptr<const DiagnosticReport> take_report();
  /// The newest report of the run where it stands; null before there is one.
  const DiagnosticReport* report() const { return reports_.newest(); }
  /// Whether reports of steps that the run has left are still to come.
  bool reports_later() const { return reports_.unfinished(); }
  DistributionFollower& distribution() { return distribution_; }
  const DistributionFollower& distribution() const { return distribution_; }
  /// Takes over what has been found of the exact distribution; true if there was anything.
  bool update_distribution() { return distribution_.update(*history_); }
  /// Whether the report and the exact distribution are those of the present, as far as they come at all.
  bool at_rest() const { return reports_.at_rest() && distribution_.at_rest(); }

  std::shared_ptr<const RunHistory> history() const { return history_; }
  /// Records what a kept history has. `up_to`: only what is known at this position, which has the same
  /// beginning.
  void restore_history(const RunHistory& kept, const RunPosition* up_to);

  /// Loads shader files that changed on disk; true if some did. Throws Error with the compiler's message, and
  /// what ran before goes on.
  bool reload_shaders();

  Moment now() const;
  double diagnostics_seconds() const { return reports_.processor_seconds(); }  ///< of the processor
  std::uint64_t chain_steps() const { return chain_steps_; }  ///< done since the player was made

 private:
  std::unique_ptr<Session> make_session(const RunConfig& config, const Journal& journal) const;
  void mark_edit();
  /// Replaces the tape by another one that is the same before this step, and goes there.
  void replace_tape(const Journal& journal, std::uint64_t step);
  std::uint64_t steps_to_edit() const;  ///< steps until the tape's next edit begins
  void advance(std::uint64_t steps, const View& view);
  /// Forgets what is known of the present step; trails begin anew.
  void forget_present();
  /// Forgets all that is known of the run.
  void begin_anew();

  std::shared_ptr<Machine> machine_;
  unsigned shader_revision_ = 0;
  std::shared_ptr<PacedRun> run_;
  std::unique_ptr<Scene> scene_;
  bool watched_ = false;
  SwarmMotion motion_;
  std::optional<FollowedChain> followed_;
  ParameterPlots parameters_;
  std::unique_ptr<Tuning> tuning_;
  std::shared_ptr<RunHistory> history_ = std::make_shared<RunHistory>();
  DistributionFollower distribution_;
  ReportSchedule reports_;
  std::uint64_t chain_steps_ = 0;
};

}  // namespace ergo
