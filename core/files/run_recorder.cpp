#include "core/files/run_recorder.h"

#include <algorithm>
#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/diagnostics/diagnostics.h"
#include "core/diagnostics/start_overlap.h"
#include "core/files/draws_file.h"
#include "core/files/metrics_csv.h"
#include "core/files/recorded_columns.h"
#include "core/platform/threads.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"

namespace ergo {

namespace {

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : "; ") + sentence;
  return text;
}

}  // namespace

bool is_folder(const std::string& out) {
  std::error_code ignored;
  return out.ends_with('/') || std::filesystem::is_directory(out, ignored);
}

void check_outputs(const RunRecord& record) {
  const auto& [out, metrics, steps, every, draws, estimator, init, weights, take_metrics] = record;
  const std::string kind = out ? extension(*out) : ".npz";
  if (kind != ".npz" && kind != ".csv" && kind != ".nc" && !is_folder(*out))
    throw Error("unknown kind of file", *out, "FILE.npz, FILE.csv, FILE.nc, FOLDER/", "--out");
  if (metrics && extension(*metrics) != ".csv")
    throw Error("unknown kind of file", *metrics, "FILE.csv", "--metrics");
  if (out && out == metrics) throw Error("one file for two outputs", *out, "two names", "--metrics");
}

std::string path_of_run(const std::string& path, int run, const std::string& sampler) {
  const std::string kind = extension(path);
  return path.substr(0, path.size() - kind.size()).append(".").append(std::to_string(run)) + "-" + sampler +
         kind;
}

class RunRecorder::Draws {
 public:
  Draws(FileSet& files, const std::string& path, const Comparison& runs, std::uint64_t count) {
    for (int i = 0; i < runs.count(); ++i) {
      const Session& session = runs.session(i);
      const std::string& sampler = session.sampler_descriptor().id;
      files_.push_back(std::make_unique<DrawsFile>(
          files, runs.count() > 1 ? path_of_run(path, i, sampler) : path, session, count));
    }
  }
  void add(Comparison& runs) {
    for (int i = 0; i < runs.count(); ++i) files_[static_cast<std::size_t>(i)]->add(runs.session(i));
  }
  void finish(Comparison& runs, const std::vector<RunSummary>& summaries,
              std::map<std::string, std::string> notes, const WriteProgress& progress) {
    const auto of_file = [&](int i) -> WriteProgress {
      if (!progress) return {};
      return [&progress, i, count = runs.count()](double share) { progress((i + share) / count); };
    };
    for (int i = 0; i < runs.count(); ++i) {
      Session& session = runs.session(i);
      if (runs.count() > 1) notes["session"] = std::to_string(i);
      notes["state_hash"] = session.state_hash();
      notes["draws"] = counting_of(session.sampler_descriptor());
      notes["remarks"] = joined(summaries[static_cast<std::size_t>(i)].remarks());
      if (notes["remarks"].empty()) notes.erase("remarks");
      notes["draw_0"] = first_draw_of(session.sampler_descriptor());
      files_[static_cast<std::size_t>(i)]->finish(session, provenance(session, notes), of_file(i));
    }
  }

 private:
  std::vector<std::unique_ptr<DrawsFile>> files_;
};

class RunRecorder::Metrics {
 public:
  /// Without a path the metrics are only handed on.
  Metrics(FileSet& files, const std::optional<std::string>& path, int runs)
      : diagnostics_(static_cast<std::size_t>(runs)) {
    if (path) file_.emplace(files, *path);
  }

  void add(Comparison& runs, const RunRecord& record, const Pause& pause) {
    std::vector<MetricsRow> rows;
    for (int i = 0; i < runs.count(); ++i)
      rows.push_back(row(runs.session(i), diagnostics_[static_cast<std::size_t>(i)], record, pause));
    if (file_) file_->add(rows);
    if (record.take_metrics) record.take_metrics(rows);
  }
  void describe(const std::string& meta) {
    if (file_) file_->describe(meta);
  }

 private:
  static MetricsRow row(Session& session, Diagnostics& diagnostics, const RunRecord& record,
                        const Pause& pause) {
    const Descriptor& sampler = session.sampler_descriptor();
    DiagnosticReport report =
        diagnostics.report({session.read(), session.config(), session.gradient_evaluations(),
                            available(record.draws, sampler), record.estimator, session.begun_at_start(),
                            record.init ? std::nullopt : std::optional(session.initial()), session.journal(),
                            0, false, session.sampler_beginning().gradients,
                            session.learning() ? std::optional(session.learning()->report()) : std::nullopt,
                            known_start(session)});
    if (pause) pause();
    while (diagnostics.band_pending()) {
      diagnostics.simulate_band(16);
      if (pause) pause();
    }
    diagnostics.add_band(report);
    return {sampler.id, session.step(), report.gradient_evaluations, metrics(report)};
  }

  std::vector<Diagnostics> diagnostics_;
  std::optional<MetricsCsv> file_;
};

RunRecorder::NewFolder::~NewFolder() {
  std::error_code still_used;
  for (const auto& folder : made_) std::filesystem::remove(folder, still_used);
}

void RunRecorder::NewFolder::make(const std::filesystem::path& folder) {
  std::error_code error;
  auto path = std::filesystem::absolute(folder / "").lexically_normal().parent_path();
  for (; !std::filesystem::exists(path, error); path = path.parent_path()) made_.push_back(path);
  std::filesystem::create_directories(folder, error);
  if (error) throw machine_error("cannot make the folder (" + error.message() + ")", folder.string(), "");
}

RunRecorder::RunRecorder(Comparison& runs, RunRecord record, Pause pause)
    : runs_(runs),
      record_(std::move(record)),
      pause_(std::move(pause)),
      summaries_(static_cast<std::size_t>(runs.count())),
      late_means_(summaries_.size()) {
  if (record_.out && is_folder(*record_.out)) {
    const std::filesystem::path folder = *record_.out;
    folder_.make(folder);
    record_.out = folder / "trajectory.npz";
    if (!record_.metrics) record_.metrics = folder / "metrics.csv";
    preset_ = &files_.add(folder / "preset.json");
  }
  if (record_.out)
    draws_ = std::make_unique<Draws>(files_, *record_.out, runs_, record_.steps / record_.every + 1);
  if (record_.metrics || record_.take_metrics)
    metrics_ = std::make_unique<Metrics>(files_, record_.metrics, runs_.count());
  if (runs_.session(0).target().sites()) next_late_ = record_.steps / 2 + 1;
  keep();
  summarise();
}

RunRecorder::~RunRecorder() = default;

void RunRecorder::keep() {
  if (draws_) draws_->add(runs_);
  if (metrics_) metrics_->add(runs_, record_, pause_);
  kept_until_ = record_.every > record_.steps - runs_.steps() ? record_.steps : runs_.steps() + record_.every;
}

void RunRecorder::summarise() {
  constexpr std::uint64_t states = 64;
  next_summary_ = runs_.steps() + std::max<std::uint64_t>(1, record_.steps / states);
  for (int i = 0; i < runs_.count(); ++i) {
    const ChainData data = runs_.session(i).read();
    summaries_[static_cast<std::size_t>(i)].add(data, runs_.session(i).config());
  }
}

void RunRecorder::add_late() {
  constexpr std::uint64_t states = 1000;
  next_late_ = runs_.steps() + std::max<std::uint64_t>(1, (record_.steps / 2 + states - 1) / states);
  for (int i = 0; i < runs_.count(); ++i)
    late_means_[static_cast<std::size_t>(i)].add(runs_.session(i).read(), runs_.session(i).config());
}

bool RunRecorder::advance() {
  if (runs_.steps() == record_.steps) return false;
  const std::uint64_t next = std::min({kept_until_, next_summary_, next_late_});
  const double before = platform::processor_seconds();
  runs_.advance(std::min(next - runs_.steps(), runs_.portion()));
  stepping_seconds_ += platform::processor_seconds() - before;
  if (runs_.steps() >= next_summary_) summarise();
  if (runs_.steps() >= next_late_) add_late();
  if (runs_.steps() == kept_until_ && runs_.steps() % record_.every == 0) keep();
  return runs_.steps() < record_.steps;
}

std::map<std::string, std::string> RunRecorder::notes() const {
  std::map<std::string, std::string> notes = comparison_notes(runs_.sessions(), runs_.clock(), runs_.steps());
  notes["every"] = std::to_string(record_.every);
  if (record_.init) notes["init"] = *record_.init;
  if (record_.weights) notes["weights"] = *record_.weights;
  return notes;
}

std::map<std::string, std::string> RunRecorder::notes_of_metrics() const {
  std::map<std::string, std::string> notes = this->notes();
  std::string& draws = notes["draws"];
  for (const Session* session : runs_.sessions())
    draws += (draws.empty() ? "" : ", ") + to_string(available(record_.draws, session->sampler_descriptor()));
  notes["mmd"] = record_.estimator == MmdEstimator::paper ? "paper" : "closed_form";
  std::string& states = notes["state_hash"];
  for (int i = 0; i < runs_.count(); ++i) states += (i > 0 ? " " : "") + runs_.session(i).state_hash();
  return notes;
}

std::string RunRecorder::description_of_metrics() const {
  return provenance(runs_, runs_.steps(), notes_of_metrics());
}

void RunRecorder::finish(const WriteProgress& progress) {
  if (runs_.steps() > 0) summarise();
  if (draws_) draws_->finish(runs_, summaries_, notes(), progress);
  if (metrics_) metrics_->describe(description_of_metrics());
  if (preset_) preset_->write(preset_text(saved_runs(runs_.sessions(), runs_.clock())));
  files_.commit();
}

}  // namespace ergo
