#include "widgets/base/portioned_task.h"

#include <new>

#include "core/base/error.h"

namespace ergo {

PortionedTask::PortionedTask(Portion portion, QObject* parent)
    : QObject(parent), portion_(std::move(portion)) {
  connect(&timer_, &QTimer::timeout, this, &PortionedTask::turn);
  timer_.start(0);
}

void PortionedTask::turn() {
  QString error;
  try {
    if (portion_()) return;
  } catch (const Error& failure) {
    error = QString::fromUtf8(failure.what());
  } catch (const std::bad_alloc&) {
    error = tr("Not enough memory. Try a smaller picture.");
  }
  timer_.stop();
  emit finished(error);
}

}  // namespace ergo
