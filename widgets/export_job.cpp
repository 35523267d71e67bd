#include "widgets/export_job.h"

#include <chrono>
#include <new>
#include <optional>

#include "core/backend/cpu_backend.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/unit/error.h"

namespace ergo {
namespace {

struct Cancelled {};

/// What the job's thread computes and draws with; its context is made when first needed.
class Workshop {
 public:
  BackendFactory factory() {
    return [this](BackendKind kind) -> std::unique_ptr<Backend> {
      if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
      make_current();
      return std::make_unique<GlBackend>();
    };
  }
  void make_current() {
    if (!context_) context_.emplace();
    context_->make_current();
  }

 private:
  std::optional<OffscreenContext> context_;
};

}  // namespace

ExportJob::ExportJob(std::vector<PresetSession> runs, Pace pace, BackendKind backend, Record record,
                     QObject* parent)
    : QObject(parent) {
  for (PresetSession& run : runs) run.config.backend = backend;
  thread_ = std::thread(
      [this, runs = std::move(runs), pace, record = std::move(record)] { run(runs, pace, record); });
}

ExportJob::~ExportJob() {
  cancel();
  thread_.join();
}

void ExportJob::run(const std::vector<PresetSession>& runs, Pace pace, const Record& record) {
  try {
    const QString states = make(runs, pace, record);
    emit finished({}, states);
  } catch (const Cancelled&) {
    emit finished(tr("Cancelled: nothing was written."), {});
  } catch (const Error& error) {
    emit finished(QString::fromUtf8(error.what()), {});
  } catch (const std::bad_alloc&) {
    emit finished(
        tr("Too little memory: fewer draws, netCDF, which goes to the disk in portions, or a smaller clip."),
        {});
  }
}

QString ExportJob::make(const std::vector<PresetSession>& runs, Pace pace, const Record& record) {
  Workshop workshop;
  // Checkpoints serve going back, which an export never does.
  Comparison::Sessions sessions;
  for (const PresetSession& run : runs)
    sessions.push_back(std::make_unique<Session>(run.config, workshop.factory(), run.journal, 0));
  Comparison again(std::move(sessions), pace);
  const auto* clip = std::get_if<ClipRecord>(&record);
  const std::uint64_t end = clip ? clip->end : std::get<RunRecord>(record).steps;
  auto told = std::chrono::steady_clock::now();
  const auto progress = [&](std::uint64_t steps) {
    if (cancelled_) throw Cancelled();
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(50)) return;
    told = now;
    emit progressed(end > 0 ? static_cast<double>(steps) / static_cast<double>(end) : 1);
  };
  if (clip) {
    workshop.make_current();
    write_clip(again, *clip, {}, progress);
  } else {
    RunRecorder recorder(again, std::get<RunRecord>(record));
    while (recorder.advance()) progress(again.steps());
    progress(again.steps());
    recorder.finish();
  }
  QStringList states;
  for (int i = 0; i < again.count(); ++i) states << QString::fromStdString(again.session(i).state_hash());
  return states.join(", ");
}

}  // namespace ergo
