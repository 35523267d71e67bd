#include "widgets/export/export_job.h"

#include <chrono>
#include <new>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/gl/gl_backend.h"
#include "core/lanes/simd_backend.h"

namespace ergo {
namespace {

struct Cancelled {};

}  // namespace

BackendFactory Workshop::factory() {
  return [this](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    if (kind == BackendKind::simd) return std::make_unique<SimdBackend>();
    make_current();
    return std::make_unique<GlBackend>();
  };
}

void Workshop::make_current() {
  if (!context_) context_.emplace();
  context_->make_current();
}

void ExportJob::start() {
  thread_ = start_thread([this](const std::stop_token&) { run(); });
}

ExportJob::~ExportJob() { cancel(); }

void ExportJob::run() {
  auto told = std::chrono::steady_clock::now();
  const auto progress = [&](double share) {
    if (cancelled_) throw Cancelled();
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(50)) return;
    told = now;
    emit progressed(share);
  };
  try {
    Workshop workshop;
    const QString words = task_(workshop, progress);
    emit finished({}, words);
  } catch (const Cancelled&) {
    emit finished(cancelled_words(), {});
  } catch (const std::bad_alloc&) {
    emit finished(
        tr("Not enough memory. Try a smaller picture or clip, fewer draws, or netCDF, which is written "
           "piece by piece."),
        {});
  } catch (const std::exception& error) {
    emit finished(QString::fromUtf8(error.what()), {});
  }
}

}  // namespace ergo
