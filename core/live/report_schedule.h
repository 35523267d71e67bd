#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/live/diagnostics_worker.h"
#include "core/live/distribution_follower.h"
#include "core/live/report_grid.h"
#include "core/run/paced_run.h"
#include "core/view/view.h"

namespace ergo {

/// Decides which steps of a run are reported: step 0, the steps at which an edit begins, and the first step at or
/// beyond each point of a ReportGrid. Copies of the chains are reported in the order of steps on a thread of its own;
/// where too many wait, the run waits too. No call waits for a report.
class ReportSchedule {
 public:
  /// Reported steps are passed on to `distribution`. Both references must outlive this object.
  ReportSchedule(PacedRun& run, DistributionFollower& distribution) : run_(run), distribution_(distribution) {}

  /// Tells whether the run makes steps in the next frame.
  void set_moving(bool moving) { moving_ = moving; }
  /// Has the present step reported, if the run is at rest there and it was not yet.
  void observe(const View& view);
  /// Whether the run may leave its present step: where a report is due, the chains have to be copied first.
  bool may_leave(const View& view);
  /// The next step at which a report is due, edits ahead aside.
  std::uint64_t next_step();
  /// Begins to copy the chains if a report is due at the present step.
  void reached_step(const View& view);
  /// An edit begins at the present step, which will be reported.
  void mark_edit();
  /// The configuration has changed: what was reported before is not of the present.
  void expect_new_report();

  /// All reports since the last call, in order.
  DiagnosticsWorker::Reports take();
  /// The newest full report taken of the run where it stands; null before there is one.
  const DiagnosticReport* newest() const { return report_.get(); }
  /// Whether the newest report is of the present step and none is under way.
  bool at_rest() const;

  /// Keeps the present chains on the way of a run that is not watched. They are reported when it is.
  void keep(bool edit_begins);
  /// How many times the chains may be kept.
  std::size_t room_to_keep() const;
  /// Whether reports are still to come.
  bool unfinished() const { return !kept_.empty() || reported_ < submitted_; }
  /// Number of steps in the sampler's cycle; 1 if it has none.
  std::size_t period() const;

  /// The run stands at another step than before. Reports of earlier steps that are under way will come.
  void forget_present();
  /// Forgets all reports.
  void begin_anew();
  /// Call it when the backend has been replaced: the copy under way is lost.
  void forget_request() { requested_.reset(); }
  /// Ignores copies of the chains that are under way.
  void discard_copies() { ++epoch_; }
  double processor_seconds() const { return worker_.processor_seconds(); }  ///< of reports, used so far

 private:
  /// What a view needs from a report.
  struct Wanted {
    DrawsUsed draws = DrawsUsed::raw;
    bool marginals = false;
    bool operator==(const Wanted&) const = default;
  };
  /// A run when its chains are copied.
  struct Copied {
    std::uint64_t step = 0;
    double gradients_before = 0, seconds = 0;
    Wanted wanted;
    std::uint64_t epoch = 0;
    ReportOccasion occasion;
    RunConfig config;
    bool begun_at_start = false;
    std::optional<LearningReport> learning;
    std::shared_ptr<const std::vector<double>> start_words;
  };

  Wanted wanted_by(const View& view) const;
  Copied present(Wanted wanted, ReportOccasion occasion) const;
  bool due() const;
  /// What is to be reported of the present step, where a report is due.
  ReportOccasion occasion() const;
  void request(Wanted wanted, ReportOccasion occasion);
  void collect();
  void submit(Copied copied, ChainData data);
  void submit_kept(const View& view);
  bool room() const;  ///< for another report to wait
  void forget_after(double step);
  ReportGrid grid() const { return ReportGrid(run_.session().config().chains, period()); }

  PacedRun& run_;
  DistributionFollower& distribution_;
  DiagnosticsWorker worker_;
  std::optional<Copied> requested_;  ///< the copy under way
  std::optional<Copied> last_;       ///< the last one submitted, if it is of the present configuration
  struct KeptChains {
    Copied copied;
    ChainData data;
  };
  std::vector<KeptChains> kept_;
  std::shared_ptr<const DiagnosticReport> report_;
  bool marked_ = false;  ///< an edit began at the present step, which has not been copied
  bool moving_ = false;
  std::optional<std::uint64_t> next_;    ///< of next_step()
  std::optional<std::uint64_t> copied_;  ///< the last step at which a report was due and has been copied
  std::uint64_t submitted_ = 0, reported_ = 0;  ///< serial numbers
  std::uint64_t epoch_ = 0;                     ///< copies of earlier epochs are worthless
};

}  // namespace ergo
