#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/worker.h"
#include "core/picture/scene.h"
#include "core/run/parameter_map.h"
#include "core/run/session.h"
#include "core/run/tuning.h"

namespace ergo {

class ShaderLibrary;

/// Plays a session at the window's pace: what one frame does to the run, and what is known of it. Every call
/// needs the GL context current that was current when the player was made.
class Player {
 public:
  /// Throws Error where the run cannot start. `shaders` none: the built-in copy.
  Player(std::shared_ptr<ShaderLibrary> shaders, const RunConfig& config, const Journal& journal = {});

  /// Puts another run on; throws Error and keeps the old one where it cannot start.
  void open(const RunConfig& config, const Journal& journal = {});
  Session& session() { return *session_; }
  const Session& session() const { return *session_; }

  bool running = true;
  double speed = 1;         ///< times steps_per_frame; below 1 some frames pass without a step
  int steps_per_frame = 4;  ///< at least 1

  /// Edits the run, all or nothing; throws Error. Repeated edits of one path until end_edit() are one edit to
  /// undo.
  void assign(const std::vector<Assignment>& assignments);
  /// Starts anew with all chains around a place: at it where the start is a point, else spread by a normal
  /// law.
  void place(Position at, double spread);
  void end_edit() { edited_path_.clear(); }
  /// Takes back the last edit; false when there is none.
  bool undo();

  void step() { ++pending_steps_; }  ///< one step, in the next frame
  void step_back();
  void restart();  ///< to step 0 of the configuration as it is now
  void rewind();   ///< to step 0 of the tape

  /// Steps as far as the frame asks, in portions so that the trails show the path, and draws.
  /// Throws Error where an edited shader does not compile; what ran before goes on.
  void frame(const View& view);
  unsigned framebuffer() const { return scene_->framebuffer(); }
  const SiteScale& site_scale() const { return scene_->site_scale(); }
  /// The map of the run's sampler over its first two numbers, made and stepped by frame() while it is wanted;
  /// null otherwise, and where there is none to make.
  const ParameterMap* map() const { return map_.get(); }
  bool map_wanted = false;

  /// Begins a search for a cyclical schedule beside the run; frame() goes on with it. Throws Error.
  void tune(const TuningOptions& options);
  const Tuning* tuning() const { return tuning_.get(); }

  /// Asks for the newest chains if there are any, for the diagnostics of these draws.
  void observe(DrawsUsed draws);
  /// A report of the run as it stands now that was not taken before; null when there is none. Never waits.
  std::shared_ptr<const DiagnosticReport> take_report();

  /// Takes up shader files that changed on disk; true when some did. Throws Error with the compiler's
  /// message, and what ran before goes on.
  bool reload_shaders();

  /// Per chain; where chains differ, their mean in the newest report.
  double gradient_evaluations() const;
  std::uint64_t chain_steps() const { return chain_steps_; }  ///< done since the player was made

  /// A parameter changed at this point of the run.
  std::function<void(double gradients, bool same_edit)> on_mark;
  /// What was known beyond this point no longer holds; below 0, nothing does.
  std::function<void(double gradients)> on_cut;

 private:
  struct Sight {
    std::uint64_t step = 0;
    double gradients = 0;
    DrawsUsed draws = DrawsUsed::raw;
    std::uint64_t epoch = 0;
  };

  std::unique_ptr<Backend> make_backend(BackendKind kind) const;
  std::unique_ptr<Session> make_session(const RunConfig& config, const Journal& journal) const;
  Effect assign_all(const std::vector<Assignment>& assignments);
  std::uint64_t steps_to_edit() const;  ///< to the tape's next entry
  void advance(std::uint64_t steps, const View& view);
  /// At step 0, asks for the chains; false as long as that has to wait.
  bool beginning_seen(DrawsUsed draws);
  void collect();
  /// Throws Error where the run has no map; then it is not wanted any more.
  void follow_map();
  void changed(bool same_edit);
  void cut(double gradients);

  std::shared_ptr<ShaderLibrary> shaders_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Scene> scene_;
  unsigned shader_revision_ = 0;
  std::unique_ptr<ParameterMap> map_;
  std::unique_ptr<Tuning> tuning_;
  DiagnosticsWorker worker_;
  std::vector<RunConfig> undo_;
  std::string edited_path_;
  double due_ = 0;  ///< steps owed, below 1 after a frame
  std::uint64_t pending_steps_ = 0, chain_steps_ = 0;
  bool trails_ = false;
  std::optional<Sight> requested_;     ///< the snapshot under way
  std::optional<Sight> first_, last_;  ///< sent to the worker since the last cut
  bool first_reported_ = false;
  double reported_gradients_ = 0;
  std::uint64_t epoch_ = 0;  ///< counts the edits, which make a snapshot under way worthless
};

}  // namespace ergo
