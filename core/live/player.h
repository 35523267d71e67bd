#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/live/diagnostics_worker.h"
#include "core/live/distribution_worker.h"
#include "core/live/moment_history.h"
#include "core/picture/scene.h"
#include "core/run/followed_chain.h"
#include "core/run/parameter_map.h"
#include "core/run/session.h"
#include "core/run/shared_clock.h"
#include "core/run/swarm_motion.h"
#include "core/run/tuning.h"

namespace ergo {

class ShaderLibrary;

/// One run on the screen: its session, its scene and what is known of it. Every call needs the GL context
/// current that was current when the player was made.
class Player : public PacedRun {
 public:
  /// Throws Error where the run cannot start. `shaders` none: the built-in copy.
  Player(std::shared_ptr<ShaderLibrary> shaders, const RunConfig& config, const Journal& journal = {});

  /// Puts another run on; throws Error and keeps the old one where it cannot start.
  void open(const RunConfig& config, const Journal& journal = {});
  /// A run where it stands, to be put on there again; with the moment, without stepping.
  struct Standing {
    RunConfig initial;
    Journal journal;
    std::uint64_t step = 0;
    double gradients = 0, seconds = 0;
    std::optional<Checkpoint> moment = {};
  };
  Standing standing() const;                          ///< without the moment
  Checkpoint moment() { return session_->moment(); }  ///< waits for the device
  /// Goes to where the run stood that has been put on.
  void resume(const Standing& was);
  /// Puts a run on where it stood; of the run that is on, what its tape had in common with it stays known.
  /// Throws Error and keeps the old one where it cannot start.
  void stand(const Standing& was);
  /// Another player of the same run, at the same step.
  std::unique_ptr<Player> duplicate() const;
  Session& session() { return *session_; }
  const Session& session() const override { return *session_; }

  /// What these edits would do to the run; throws Error where it could not take them.
  Effect check(const std::vector<Assignment>& assignments) const;
  /// Edits the run, all or nothing; throws Error. `same_edit`: it goes on with the last one.
  Effect assign(const std::vector<Assignment>& assignments, bool same_edit = false);
  void restart();  ///< to step 0 of the configuration as it is now
  /// Goes to a step in portions, so that the trails show the path; backwards at once. Stays where it is as
  /// long as the diagnostics have not seen the beginning.
  void go_to(std::uint64_t step, const View& view);
  /// There at once, as a run that is opened. The chains at some steps on the way are kept, as far as there is
  /// memory, and reported one after the other before any of the present: those since the sampler that the run
  /// has at the end was put on.
  void stand_at(std::uint64_t step);
  bool reports_way() const { return !way_.empty(); }  ///< some are still to be reported

  /// Draws, and takes the map and the tuning a frame further. Throws Error where an edited shader does not
  /// compile; what ran before goes on. `phase` of the next step is over: the chains are drawn on their way.
  /// `stands`: no time has gone by since the last frame, so that trails do not fade.
  void draw(const View& view, double phase, bool stands);
  unsigned framebuffer() const { return scene_->framebuffer(); }
  const SiteScale& site_scale() const { return scene_->site_scale(); }
  /// The map of the run's sampler over its first two numbers, made and stepped by draw() while it is wanted;
  /// null otherwise, and where there is none to make.
  const ParameterMap* map() const { return map_.get(); }
  bool map_wanted = false;

  /// The chain that is followed closely; nothing for none.
  void follow(std::optional<std::uint32_t> chain);
  const FollowedChain* followed() const { return followed_ ? &*followed_ : nullptr; }

  /// Begins a search for a cyclical schedule beside the run; draw() goes on with it. Throws Error.
  void tune(const TuningOptions& options);
  const Tuning* tuning() const { return tuning_.get(); }

  /// Asks for the newest chains if there are any, for the diagnostics of what this view shows.
  void observe(const View& view);
  /// A report of the run as it stands now that was not taken before; null when there is none. Never waits.
  std::shared_ptr<const DiagnosticReport> take_report();
  /// The newest report taken that still holds; null before there is one.
  const DiagnosticReport* report() const { return report_.get(); }

  /// How far the distribution of infinitely many chains is from the target, at its steps since the last call.
  /// Never waits.
  struct Infinite {
    Moment at;
    double total_variation = 0;
  };
  std::vector<Infinite> take_infinite();
  /// That distribution as it was then, at a step of its own; null where it is not known, or not yet.
  const DistributionWorker::State* infinite() const { return infinite_ ? &*infinite_ : nullptr; }

  /// Asks for the equilibrium of the run as it is, once per edit; true when it has come since the last call.
  bool follow_equilibrium();
  /// Of the run as it is; null before it is known, and where it never is.
  const Equilibrium* equilibrium() const {
    return equilibrium_ && asked_of_this() ? &*equilibrium_ : nullptr;
  }

  /// Whether the report, the distribution of infinitely many chains and the equilibrium are those of the
  /// present, as far as they come at all.
  bool at_rest() const;

  /// Takes up shader files that changed on disk; true when some did. Throws Error with the compiler's
  /// message, and what ran before goes on.
  bool reload_shaders();

  Moment now() const { return {gradient_evaluations(), static_cast<double>(session_->step()), seconds_}; }
  std::uint64_t chain_steps() const { return chain_steps_; }  ///< done since the player was made

  /// An edit began at this point of the run, which is reported.
  std::function<void(const Moment& at)> on_mark;
  /// What was known beyond this point no longer holds; below 0, nothing does.
  std::function<void(double gradients)> on_cut;

 private:
  /// What the diagnostics need to know of a view.
  struct Shown {
    DrawsUsed draws = DrawsUsed::raw;
    bool marginals = false;
    bool operator==(const Shown&) const = default;
  };
  struct Sight {
    std::uint64_t step = 0;
    double gradients = 0, gradients_before = 0, seconds = 0;
    Shown shown;
    std::uint64_t epoch = 0;
    bool marked = false;  ///< an edit began here
    RunConfig config;     ///< as it was then
  };
  /// The chains as they were seen on the way to where the run was opened.
  struct Passed {
    Sight seen;
    ChainData data;
    bool begun_at_start;
  };

  std::unique_ptr<Backend> make_backend(BackendKind kind) const;
  std::unique_ptr<Session> make_session(const RunConfig& config, const Journal& journal) const;
  Effect assign_all(const std::vector<Assignment>& assignments, bool same_edit);
  void mark();
  /// Goes to a step of another tape, which is the same before it.
  void retape(const Journal& journal, std::uint64_t step);
  std::uint64_t steps_to_edit() const;  ///< to where the tape's next edit begins
  void advance(std::uint64_t steps, const View& view);
  /// Asks for the chains as they are now.
  void look(Shown shown);
  Sight sight(Shown shown, bool marked) const;
  void submit(const Sight& seen, ChainData data, bool begun_at_start);
  void pass(bool marked);        ///< keeps the chains as they are now
  void report_way(Shown shown);  ///< the next of them
  void forget_way(std::uint64_t beyond);
  std::size_t period() const;  ///< of the sampler's cycle; 1 where it has none
  /// Where among the next steps to look: with a sampler that has a cycle at the phase seen least, so that the
  /// pace of frames hides none, else at round steps.
  std::uint64_t next_look();
  Shown shown(const View& view) const;
  /// At step 0 and where an edit began, asks for the chains; false as long as that has to wait.
  bool seen_here(const View& view);
  void collect();
  /// Whether the equilibrium was asked for of the run as it is.
  bool asked_of_this() const;
  /// Throws Error where the run has no map; then it is not wanted any more.
  void follow_map();
  void cut(double gradients);
  /// The distribution of infinitely many chains may go on to this step.
  void lead_distribution(std::uint64_t step);
  /// The distribution begins anew; moments beyond so many gradient evaluations are not reached.
  void forget_distribution(double gradients);
  /// Reports of the present are to come; trails begin anew.
  void forget_present();

  std::shared_ptr<ShaderLibrary> shaders_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Scene> scene_;
  unsigned shader_revision_ = 0;
  std::unique_ptr<ParameterMap> map_;
  std::unique_ptr<Tuning> tuning_;
  std::optional<FollowedChain> followed_;
  SwarmMotion motion_;
  DiagnosticsWorker worker_;
  DistributionWorker distribution_worker_;
  MomentHistory moments_;  ///< of the looks that the distribution may reach
  std::optional<DistributionWorker::State> infinite_;
  EquilibriumWorker equilibrium_worker_;
  std::optional<RunConfig> equilibrium_of_;  ///< asked for
  std::optional<Equilibrium> equilibrium_;
  std::uint64_t chain_steps_ = 0;
  double seconds_ = 0;  ///< spent stepping since step 0
  bool trails_ = false;
  std::optional<Sight> requested_;  ///< the snapshot under way
  std::optional<Sight> last_;       ///< sent to the worker since the last cut, and of the run as it is
  bool marked_ = false;  ///< an edit began where the run stands, and the chains are to be asked for
  bool begun_ = false;   ///< a report was asked for since the last cut
  std::optional<std::uint64_t> owed_;  ///< the step of a report that no newer one may replace
  std::deque<Passed> way_;
  bool owed_mark_ = false;  ///< an edit began at the step owed, on the way
  struct Look {
    std::uint64_t step;
    Shown shown;
  };
  std::optional<Look> planned_;             ///< on the way of the coming frames
  std::vector<std::uint64_t> phases_seen_;  ///< looks at each phase of the sampler's cycle
  std::uint64_t pace_ = 0;                  ///< steps of the last frame
  std::shared_ptr<const DiagnosticReport> report_;
  std::uint64_t epoch_ = 0;  ///< counts what makes a snapshot under way worthless
};

}  // namespace ergo
