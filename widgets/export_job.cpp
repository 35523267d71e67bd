#include "widgets/export_job.h"

#include <chrono>
#include <new>
#include <optional>

#include "core/backend/cpu_backend.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/unit/error.h"

namespace ergo {

ExportJob::ExportJob(std::vector<PresetSession> runs, Pace pace, BackendKind backend, RunRecord record,
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

void ExportJob::run(const std::vector<PresetSession>& runs, Pace pace, const RunRecord& record) {
  try {
    make(runs, pace, record);
  } catch (const Error& error) {
    emit finished(QString::fromUtf8(error.what()), {});
  } catch (const std::bad_alloc&) {
    emit finished(tr("Too little memory: fewer draws, or netCDF, which goes to the disk in portions."), {});
  }
}

void ExportJob::make(const std::vector<PresetSession>& runs, Pace pace, const RunRecord& record) {
  std::optional<OffscreenContext> context;
  const auto factory = [&](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    if (!context) context.emplace();
    context->make_current();
    return std::make_unique<GlBackend>();
  };
  // Checkpoints serve going back, which an export never does.
  Comparison::Sessions sessions;
  for (const PresetSession& run : runs)
    sessions.push_back(std::make_unique<Session>(run.config, factory, run.journal, 0));
  Comparison again(std::move(sessions), pace);
  RunRecorder recorder(again, record);
  auto told = std::chrono::steady_clock::now();
  while (recorder.advance()) {
    if (cancelled_) return emit finished(tr("Cancelled: nothing was written."), {});
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(50)) continue;
    told = now;
    emit progressed(static_cast<double>(again.steps()) / static_cast<double>(record.steps));
  }
  if (cancelled_) return emit finished(tr("Cancelled: nothing was written."), {});
  recorder.finish();
  QStringList states;
  for (int i = 0; i < again.count(); ++i) states << QString::fromStdString(again.session(i).state_hash());
  emit finished({}, states.join(", "));
}

}  // namespace ergo
