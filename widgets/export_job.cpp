#include "widgets/export_job.h"

#include <chrono>
#include <new>
#include <optional>

#include "core/backend/cpu_backend.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/unit/error.h"

namespace ergo {

ExportJob::ExportJob(RunConfig initial, Journal journal, BackendKind backend, RunRecord record,
                     QObject* parent)
    : QObject(parent) {
  initial.backend = backend;
  thread_ = std::thread([this, initial = std::move(initial), journal = std::move(journal),
                         record = std::move(record)] { run(initial, journal, record); });
}

ExportJob::~ExportJob() {
  cancel();
  thread_.join();
}

void ExportJob::run(const RunConfig& initial, const Journal& journal, const RunRecord& record) {
  try {
    make(initial, journal, record);
  } catch (const Error& error) {
    emit finished(QString::fromUtf8(error.what()), {});
  } catch (const std::bad_alloc&) {
    emit finished(tr("Too little memory: fewer draws, or netCDF, which goes to the disk in portions."), {});
  }
}

void ExportJob::make(const RunConfig& initial, const Journal& journal, const RunRecord& record) {
  std::optional<OffscreenContext> context;
  const auto factory = [&](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    context.emplace();
    context->make_current();
    return std::make_unique<GlBackend>();
  };
  // Checkpoints serve going back, which an export never does.
  Session session(initial, factory, journal, 0);
  RunRecorder recorder(session, record);
  auto told = std::chrono::steady_clock::now();
  while (recorder.advance()) {
    if (cancelled_) return emit finished(tr("Cancelled: nothing was written."), {});
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(50)) continue;
    told = now;
    emit progressed(static_cast<double>(session.step()) / static_cast<double>(record.steps));
  }
  if (cancelled_) return emit finished(tr("Cancelled: nothing was written."), {});
  recorder.finish();
  emit finished({}, QString::fromStdString(session.state_hash()));
}

}  // namespace ergo
