#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/diagnostics/late_means.h"
#include "core/diagnostics/mmd.h"
#include "core/diagnostics/run_summary.h"
#include "core/files/metrics_csv.h"
#include "core/run/comparison.h"
#include "core/unit/draws_used.h"

namespace ergo {

/// What to keep of a run or a comparison, and where.
struct RunRecord {
  std::optional<std::string> out;      ///< draws: FILE.npz, FILE.csv, FILE.nc, or a folder
  std::optional<std::string> metrics;  ///< FILE.csv, one row per draw and run
  std::uint64_t steps = 0, every = 1;  ///< draws are the beginning and each every-th step
  DrawsUsed draws = DrawsUsed::raw;    ///< that the metrics use, of samplers that have them
  MmdEstimator estimator = MmdEstimator::closed_form;
  std::optional<std::string> init;     ///< the file that the chains began with
  std::optional<std::string> weights;  ///< the file that the model began with
  /// Takes the metrics too, one row per run, whether or not they go to a file.
  std::function<void(const std::vector<MetricsRow>&)> take_metrics = {};
};

/// Whether draws go to a folder: one that exists, or any name that ends in '/'.
bool is_folder(const std::string& out);

/// Throws Error naming the option for files of no known kind and one file for two outputs.
void check_outputs(const RunRecord& record);

/// The file for one run of a comparison: "a.npz" is "a.1-mala.npz".
std::string path_of_run(const std::string& path, int run, const std::string& sampler);

/// Takes a comparison, or a single run, to the end of what is to be kept and writes it. Draws go to one file
/// for each run of a comparison, metrics of all to one. Steps are those of the dearest sampler, at which the
/// others stand where their pace has brought them. A folder, made where it is missing, gets trajectory.npz,
/// metrics.csv and preset.json, which opens the runs at their last step. All files appear at finish(), or
/// none; errors as AtomicFile.
class RunRecorder {
 public:
  using Pause = std::function<void()>;
  /// The runs stand at step 0. `pause`: between portions of what takes longer than a few steps; may throw to
  /// stop, as `progress` of finish() may.
  RunRecorder(Comparison& runs, RunRecord record, Pause pause = {});
  ~RunRecorder();
  /// Steps on, for some hundredths of a second; false where the runs are at their end.
  bool advance();
  /// What is to be said of a run at its end: see RunSummary.
  std::vector<std::string> remarks(int run) const {
    return summaries_[static_cast<std::size_t>(run)].remarks();
  }
  /// Processor time of all steps so far, on all threads.
  double stepping_seconds() const { return stepping_seconds_; }
  /// Of a run's second half, over states that are evenly spread. Of runs on sites alone.
  std::vector<LateMean> late_means(int run) const { return late_means_[static_cast<std::size_t>(run)].means(); }
  /// How to make the runs and their metrics again, at the step where they are: JSON of provenance().
  std::string description_of_metrics() const;
  /// `progress`: of writing what is still in memory.
  void finish(const WriteProgress& progress = {});

 private:
  class Metrics;
  class Draws;
  /// Folders that were missing; those still empty at the end go again.
  class NewFolder {
   public:
    ~NewFolder();
    void make(const std::filesystem::path& folder);

   private:
    std::vector<std::filesystem::path> made_;  ///< the deepest first
  };
  void keep();
  void summarise();
  void add_late();
  std::map<std::string, std::string> notes() const;
  /// With the draws that each run's metrics used, and the estimator of MMD².
  std::map<std::string, std::string> notes_of_metrics() const;

  Comparison& runs_;
  RunRecord record_;
  Pause pause_;
  std::uint64_t kept_until_ = 0;  ///< the step of the next draw
  std::vector<RunSummary> summaries_;
  std::vector<LateMeans> late_means_;
  std::uint64_t next_summary_ = 0;  ///< the step from which the next state is looked at
  std::uint64_t next_late_ = std::numeric_limits<std::uint64_t>::max();  ///< the same for late means
  double stepping_seconds_ = 0;
  NewFolder folder_;                ///< before what writes into it, so that it outlives that
  FileSet files_;
  std::unique_ptr<Draws> draws_;
  std::unique_ptr<Metrics> metrics_;
  AtomicFile* preset_ = nullptr;  ///< in a folder
};

}  // namespace ergo
