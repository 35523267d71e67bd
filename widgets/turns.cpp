#include "widgets/turns.h"

#include <new>

#include "core/unit/error.h"

namespace ergo {

Turns::Turns(Portion portion, QObject* parent) : QObject(parent), portion_(std::move(portion)) {
  connect(&timer_, &QTimer::timeout, this, &Turns::turn);
  timer_.start(0);
}

void Turns::turn() {
  QString error;
  try {
    if (portion_()) return;
  } catch (const Error& failure) {
    error = QString::fromUtf8(failure.what());
  } catch (const std::bad_alloc&) {
    error = tr("Too little memory: a smaller picture.");
  }
  timer_.stop();
  emit finished(error);
}

}  // namespace ergo
