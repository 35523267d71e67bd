#include "core/base/stop.h"

#include <utility>

namespace ergo {

void StopSource::request_stop() {
  const std::lock_guard lock(token_.state_->mutex);
  if (token_.state_->requested.exchange(true)) return;
  for (const StopListener* listener : token_.state_->listeners) listener->call_();
}

StopListener::StopListener(StopToken token, std::function<void()> call)
    : token_(std::move(token)), call_(std::move(call)) {
  if (!token_.state_) return;
  const std::lock_guard lock(token_.state_->mutex);
  token_.state_->listeners.push_back(this);
}

StopListener::~StopListener() {
  if (!token_.state_) return;
  const std::lock_guard lock(token_.state_->mutex);
  std::erase(token_.state_->listeners, this);
}

void StoppableCondition::notify_all() {
  const std::lock_guard lock(mutex_);
  woken_.notify_all();
}

bool StoppableCondition::wait_until(std::unique_lock<std::mutex>& lock, const StopToken& stop, Time end,
                                    const std::function<bool()>& ready) {
  const StopListener listener(stop, [this] { notify_all(); });
  while (!ready()) {
    std::unique_lock sleep(mutex_);
    if (stop.stop_requested()) return false;
    lock.unlock();
    const bool late = end != Time() && woken_.wait_until(sleep, end) == std::cv_status::timeout;
    if (end == Time()) woken_.wait(sleep);
    sleep.unlock();
    lock.lock();
    if (late) return ready();
  }
  return true;
}

StoppableThread::StoppableThread(std::function<void(StopToken)> body)
    : thread_([body = std::move(body), token = source_.token()] { body(token); }) {}

StoppableThread& StoppableThread::operator=(StoppableThread&& other) noexcept {
  end();
  source_ = std::move(other.source_);
  thread_ = std::move(other.thread_);
  return *this;
}

void StoppableThread::end() noexcept {
  if (!thread_.joinable()) return;
  source_.request_stop();
  thread_.join();
}

}  // namespace ergo
