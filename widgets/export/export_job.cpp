#include "widgets/export/export_job.h"

#include <chrono>
#include <new>

#include "core/base/error.h"
#include "core/base/thread_pool.h"

namespace ergo {
namespace {

struct Cancelled {};

}  // namespace

void ExportJob::start() {
  thread_ = start_thread([this](const StopToken&) { run(); });
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
    Machine machine({.renderer = renderer_});
    const QString words = task_(machine, progress);
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
