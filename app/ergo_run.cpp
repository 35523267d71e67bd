#include <cstdio>
#include <filesystem>
#include <optional>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "app/progress.h"
#include "core/diagnostics/diagnostics.h"
#include "core/io/init_file.h"
#include "core/io/metrics_csv.h"
#include "core/io/provenance.h"
#include "core/io/trajectory.h"
#include "core/run/session.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

void check_outputs(const RunOptions& options) {
  if (!options.out && !options.metrics)
    throw Error("nothing to write", "", "--out FILE.npz, --out FILE.csv, --metrics FILE.csv", "ergo run");
  if (options.out && extension(*options.out) != ".npz" && extension(*options.out) != ".csv")
    throw Error("unknown kind of file", *options.out, "FILE.npz, FILE.csv", "--out");
  if (options.metrics && extension(*options.metrics) != ".csv")
    throw Error("unknown kind of file", *options.metrics, "FILE.csv", "--metrics");
  if (options.out == options.metrics)
    throw Error("one file for two outputs", *options.out, "two names", "--metrics");
}

/// The chains of --init; their number becomes the run's.
ChainData given_chains(const std::string& path, RunRequest& request) {
  ChainData data = read_init(path, request.config);
  if (request.chains_given && request.config.chains != data.chains)
    throw Error("chains differ from those of the file", std::to_string(request.config.chains),
                std::to_string(data.chains), path);
  request.config.chains = data.chains;
  return data;
}

/// Diverged chains are told whatever else is silent.
void report_diverged(Session& session) {
  if (const std::uint64_t diverged = session.backend().means().diverged)
    std::fprintf(stderr, "ergo: %llu of %llu chains diverged\n", static_cast<unsigned long long>(diverged),
                 static_cast<unsigned long long>(session.config().chains));
}

DrawsUsed draws_of(const RunOptions& options, const Descriptor& sampler) {
  if (options.draws.empty()) return available(DrawsUsed::reservoir, sampler);
  std::string legal;
  for (const DrawsUsed draws : draws_of(sampler)) {
    if (options.draws == to_string(draws)) return draws;
    legal += (legal.empty() ? "" : ", ") + to_string(draws);
  }
  if (legal == "raw") legal += ": " + sampler.id + " has no weights";
  throw Error("illegal value of --draws", options.draws, legal, "--draws");
}

MmdEstimator estimator_of(const RunOptions& options) {
  if (options.mmd == "closed_form") return MmdEstimator::closed_form;
  if (options.mmd == "paper") return MmdEstimator::paper;
  throw Error("illegal value of --mmd", options.mmd, "closed_form, paper", "");
}

/// The metrics file: one row per kept step.
class Metrics {
 public:
  /// `given`: chains began where a file had them, and not at the start unit's draws.
  Metrics(std::string path, DrawsUsed draws, MmdEstimator estimator, bool given)
      : path_(std::move(path)), draws_(draws), estimator_(estimator), given_(given) {}

  void add(Session& session) {
    DiagnosticReport report =
        diagnostics_.report({session.read(), session.config(), session.gradient_evaluations(), draws_,
                             estimator_, session.begun_at_start(),
                             given_ ? std::nullopt : std::optional(session.initial()), session.journal()});
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
  DrawsUsed draws_;
  MmdEstimator estimator_;
  bool given_;
  Diagnostics diagnostics_;
  std::optional<MetricsCsv> file_;
};

void write(Trajectory& trajectory, Session& session, const RunOptions& options) {
  std::map<std::string, std::string> extra = {{"state_hash", session.state_hash()},
                                              {"every", std::to_string(options.every)}};
  if (options.init) extra["init"] = *options.init;
  const std::string meta = provenance(session, extra);
  if (extension(*options.out) == ".npz")
    trajectory.write_npz(*options.out, meta);
  else
    trajectory.write_csv(*options.out, meta);
}

}  // namespace

int run_command(const RunOptions& options) {
  check_outputs(options);
  RunRequest request = parse_run(options.run);
  std::optional<ChainData> given;
  if (options.init) given = given_chains(*options.init, request);
  Machine machine(options.gl_device, options.shaders);
  // Checkpoints serve going back, which this command never does.
  Session session(request.config, machine.factory(), request.journal, 0);
  if (given) session.start_from(*given);

  const DrawsUsed draws = draws_of(options, session.sampler_descriptor());
  std::optional<Trajectory> trajectory;
  std::optional<Metrics> metrics;
  if (options.out)
    trajectory.emplace(session.config(), session.backend().kind(), options.steps / options.every + 1);
  if (options.metrics)
    metrics.emplace(*options.metrics, draws, estimator_of(options), options.init.has_value());
  Progress progress("steps", options.steps, options.quiet);
  while (true) {
    if (trajectory) trajectory->record(session.read());
    if (metrics) metrics->add(session);
    progress.at(session.step());
    if (options.steps - session.step() < options.every) break;
    session.advance(options.every);
  }
  session.advance(options.steps - session.step());
  report_diverged(session);
  if (trajectory) write(*trajectory, session, options);
  if (metrics) metrics->finish();
  return 0;
}

}  // namespace ergo
