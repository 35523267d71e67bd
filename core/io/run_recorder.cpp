#include "core/io/run_recorder.h"

#include <algorithm>
#include <filesystem>

#include "core/diagnostics/diagnostics.h"
#include "core/io/metrics_csv.h"
#include "core/io/netcdf_trajectory.h"
#include "core/io/preset.h"
#include "core/io/provenance.h"
#include "core/io/trajectory.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

constexpr std::uint64_t portion = 1 << 18;   // chain-steps
constexpr std::uint64_t portion_steps = 16;  // at least, or dispatching costs more than stepping

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

}  // namespace

bool is_folder(const std::string& out) {
  std::error_code ignored;
  return out.ends_with('/') || std::filesystem::is_directory(out, ignored);
}

void check_outputs(const RunRecord& record) {
  const auto& [out, metrics, steps, every, draws, estimator, init] = record;
  if (!out && !metrics)
    throw Error("nothing to write", "",
                "--out FILE.npz, --out FILE.csv, --out FILE.nc, --out FOLDER/, --metrics FILE.csv",
                "ergo run");
  const std::string kind = out ? extension(*out) : ".npz";
  if (kind != ".npz" && kind != ".csv" && kind != ".nc" && !is_folder(*out))
    throw Error("unknown kind of file", *out, "FILE.npz, FILE.csv, FILE.nc, FOLDER/", "--out");
  if (metrics && extension(*metrics) != ".csv")
    throw Error("unknown kind of file", *metrics, "FILE.csv", "--metrics");
  if (out == metrics) throw Error("one file for two outputs", *out, "two names", "--metrics");
}

/// Where draws go: in memory first where the file's form has all draws of a chain together.
class RunRecorder::Draws {
 public:
  Draws(std::string path, const Session& session, std::uint64_t count) : path_(std::move(path)) {
    if (extension(path_) == ".nc")
      netcdf_.emplace(path_, session, count);
    else
      trajectory_.emplace(session.config(), session.backend().kind(), count);
  }
  void add(Session& session) {
    netcdf_ ? netcdf_->record(session, session.read()) : trajectory_->record(session.read());
  }
  void finish(const Session& session, const std::string& meta) {
    if (netcdf_)
      netcdf_->finish(session, meta);
    else if (extension(path_) == ".npz")
      trajectory_->write_npz(path_, meta);
    else
      trajectory_->write_csv(path_, meta);
  }

 private:
  std::string path_;
  std::optional<Trajectory> trajectory_;
  std::optional<NetcdfTrajectory> netcdf_;
};

class RunRecorder::Metrics {
 public:
  explicit Metrics(std::string path) : path_(std::move(path)) {}

  void add(Session& session, const RunRecord& record) {
    DiagnosticReport report = diagnostics_.report(
        {session.read(), session.config(), session.gradient_evaluations(), record.draws, record.estimator,
         session.begun_at_start(), record.init ? std::nullopt : std::optional(session.initial()),
         session.journal()});
    while (diagnostics_.band_pending()) diagnostics_.simulate_band(16);
    report.band = diagnostics_.band();
    const auto values = metrics(report);
    std::vector<std::string> ids;
    std::vector<MetricValue> row;
    for (const auto& m : values) {
      ids.push_back(m.id);
      row.push_back({m.value, m.error});
    }
    if (!file_) file_.emplace(path_, ids);
    file_->row(session.step(), report.gradient_evaluations, row);
  }
  void finish() { file_->finish(); }

 private:
  std::string path_;
  Diagnostics diagnostics_;
  std::optional<MetricsCsv> file_;
};

RunRecorder::RunRecorder(Session& session, RunRecord record) : session_(session), record_(std::move(record)) {
  if (record_.out && is_folder(*record_.out)) {
    const std::filesystem::path folder = *record_.out;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw machine_error("cannot make the folder (" + error.message() + ")", *record_.out, "");
    record_.out = folder / "trajectory.npz";
    if (!record_.metrics) record_.metrics = folder / "metrics.csv";
    preset_path_ = folder / "preset.json";
  }
  if (record_.out)
    draws_ = std::make_unique<Draws>(*record_.out, session_, record_.steps / record_.every + 1);
  if (record_.metrics) metrics_ = std::make_unique<Metrics>(*record_.metrics);
  keep();
}

RunRecorder::~RunRecorder() = default;

void RunRecorder::keep() {
  if (draws_) draws_->add(session_);
  if (metrics_) metrics_->add(session_, record_);
  kept_until_ =
      record_.every > record_.steps - session_.step() ? record_.steps : session_.step() + record_.every;
}

bool RunRecorder::advance() {
  if (session_.step() == record_.steps) return false;
  session_.advance(
      std::min(kept_until_ - session_.step(), std::max(portion_steps, portion / session_.config().chains)));
  if (session_.step() == kept_until_ && session_.step() % record_.every == 0) keep();
  return session_.step() < record_.steps;
}

std::string RunRecorder::meta() {
  std::map<std::string, std::string> extra = {{"state_hash", session_.state_hash()},
                                              {"every", std::to_string(record_.every)}};
  if (record_.init) extra["init"] = *record_.init;
  return provenance(session_, extra);
}

void RunRecorder::finish() {
  if (draws_) draws_->finish(session_, meta());
  if (metrics_) metrics_->finish();
  if (!preset_path_.empty()) write_file(preset_path_, preset_text(saved_run(session_)));
}

}  // namespace ergo
