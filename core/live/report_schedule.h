#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/live/diagnostics_worker.h"
#include "core/live/distribution_follower.h"
#include "core/run/paced_run.h"
#include "core/view/view.h"

namespace ergo {

/// Decides which steps of a run are reported. It asks for a copy of the chains there, passes it to the
/// diagnostics, and takes their reports. Step 0 and steps at which an edit begins are always reported; of the
/// others as many as the diagnostics have time for. No call waits for a report.
class ReportSchedule {
 public:
  /// Reported steps are passed on to `distribution`. Both references must outlive this object.
  ReportSchedule(PacedRun& run, DistributionFollower& distribution) : run_(run), distribution_(distribution) {}

  /// Sets how many steps the next frame will make. Reports are planned by it.
  void set_pace(std::uint64_t steps) { pace_ = steps; }
  /// Asks for a report of the present chains, or plans one a few steps on, if none is under way.
  void observe(const View& view);
  /// Whether the run may leave its present step: at step 0, and where an edit begins, the chains have to be
  /// copied first.
  bool may_leave(const View& view);
  /// The step ahead at which the chains are to be copied, if one is planned.
  std::optional<std::uint64_t> planned_step() const;
  /// Copies the chains if the run is at the planned step.
  void reached_step();
  /// An edit begins at the present step, which will be reported.
  void mark_edit() { marked_ = true; }
  /// The configuration has changed: what was reported before is not of the present.
  void expect_new_report() { last_.reset(); }

  /// A report that has come since the last call.
  struct Taken {
    std::shared_ptr<const DiagnosticReport> report;  ///< null if there is none
    std::optional<Moment> edit = {};  ///< an edit that began at an earlier step, kept by keep_for_later()
  };
  Taken take();
  /// The newest report taken of the run where it stands; null before there is one.
  const DiagnosticReport* newest() const { return report_.get(); }
  /// Whether the newest report is of the present step and none is under way.
  bool at_rest() const;

  /// Keeps the present chains. They are reported later, before any report of the present, in the order kept.
  void keep_for_later(bool edit_begins);
  /// How many times the chains may be kept for later.
  std::size_t room_for_later() const;
  /// Whether reports of kept chains are still to come.
  bool reports_later() const { return !later_.empty(); }
  /// Drops kept chains of steps after this one.
  void drop_later(std::uint64_t after);
  void drop_all_later() { later_.clear(); }
  /// Drops all kept chains if the last of them had another sampler than the run has now.
  void drop_later_of_another_sampler();
  /// Number of steps in the sampler's cycle; 1 if it has none.
  std::size_t period() const;

  /// Forgets the reports of the present step and all that are under way. New ones will come.
  void forget_present();
  /// Call it when the backend has been replaced: the copy under way is lost.
  void forget_request() { requested_.reset(); }
  /// Ignores copies of the chains that are under way.
  void discard_copies() { ++epoch_; }

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
    double gradients = 0, gradients_before = 0, seconds = 0;
    Wanted wanted;
    std::uint64_t epoch = 0;
    bool edit_begins = false;
    RunConfig config;
  };
  struct KeptChains {
    Copied copied;
    ChainData data;
    bool begun_at_start;
  };
  struct Plan {
    std::uint64_t step;
    Wanted wanted;
  };

  Wanted wanted_by(const View& view) const;
  Copied present(Wanted wanted, bool edit_begins) const;
  void request(Wanted wanted);
  void collect();
  void submit(const Copied& copied, ChainData data, bool begun_at_start);
  void report_kept(Wanted wanted);
  std::uint64_t next_planned();

  PacedRun& run_;
  DistributionFollower& distribution_;
  DiagnosticsWorker worker_;
  std::optional<Copied> requested_;  ///< the copy under way
  std::optional<Copied> last_;       ///< the last one submitted, if it is of the present configuration
  std::shared_ptr<const DiagnosticReport> report_;
  bool marked_ = false;                       ///< an edit began at the present step, which has not been copied
  bool any_submitted_ = false;                ///< since forget_present()
  std::optional<std::uint64_t> must_report_;  ///< step of a report that no newer one may replace
  bool must_report_edit_ = false;             ///< an edit began at that step, which was kept for later
  std::deque<KeptChains> later_;
  std::optional<Plan> planned_;
  std::vector<std::uint64_t> phases_seen_;  ///< number of copies at each phase of the sampler's cycle
  std::uint64_t pace_ = 0;                  ///< steps of the last frame
  std::uint64_t epoch_ = 0;                 ///< copies of earlier epochs are worthless
};

}  // namespace ergo
