#include "widgets/export/export_job.h"

#include <chrono>
#include <new>

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/gl/gl_backend.h"

namespace ergo {
namespace {

struct Cancelled {};

}  // namespace

BackendFactory Workshop::factory() {
  return [this](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    make_current();
    return std::make_unique<GlBackend>();
  };
}

void Workshop::make_current() {
  if (!context_) context_.emplace();
  context_->make_current();
}

void ExportJob::start() {
  thread_ = std::thread([this] { run(); });
}

ExportJob::~ExportJob() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

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
  } catch (const Error& error) {
    emit finished(QString::fromUtf8(error.what()), {});
  } catch (const std::bad_alloc&) {
    emit finished(
        tr("Too little memory: a smaller picture or clip, fewer draws, or netCDF, which goes to the "
           "disk in portions."),
        {});
  }
}

}  // namespace ergo
