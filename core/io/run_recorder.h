#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/diagnostics/mmd.h"
#include "core/run/session.h"
#include "core/unit/draws_used.h"

namespace ergo {

/// What to keep of a run, and where.
struct RunRecord {
  std::optional<std::string> out;      ///< draws: FILE.npz, FILE.csv, FILE.nc, or a folder
  std::optional<std::string> metrics;  ///< FILE.csv, one row per draw
  std::uint64_t steps = 0, every = 1;  ///< draws are the beginning and each every-th step
  DrawsUsed draws = DrawsUsed::raw;    ///< that the metrics use
  MmdEstimator estimator = MmdEstimator::closed_form;
  std::optional<std::string> init;  ///< the file that the chains began with
};

/// Whether draws go to a folder: one that exists, or any name that ends in '/'.
bool is_folder(const std::string& out);

/// Throws Error naming the option for files of no known kind, one file for two outputs, and none at all.
void check_outputs(const RunRecord& record);

/// Steps a session to the end of what is to be kept and writes it. A folder, made where it is missing, gets
/// trajectory.npz, metrics.csv and preset.json, which opens the run at its last step. Files appear at
/// finish(), each whole or not at all; errors as AtomicFile.
class RunRecorder {
 public:
  /// The session stands at step 0.
  RunRecorder(Session& session, RunRecord record);
  ~RunRecorder();
  /// Steps on, for a fraction of a second on common machines; false where the run is at its end.
  bool advance();
  void finish();

 private:
  class Draws;
  class Metrics;
  void keep();
  std::string meta();

  Session& session_;
  RunRecord record_;
  std::uint64_t kept_until_ = 0;  ///< the step of the next draw
  std::unique_ptr<Draws> draws_;
  std::unique_ptr<Metrics> metrics_;
  std::string preset_path_;
};

}  // namespace ergo
