#include "core/base/thread_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "core/base/error.h"

namespace ergo {

#if defined(__SSE2__)
FlushDenormals::FlushDenormals() : before_(_mm_getcsr()) {
  constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
  _mm_setcsr(static_cast<unsigned>(before_) | flush_to_zero | denormals_are_zero);
}
FlushDenormals::~FlushDenormals() { _mm_setcsr(static_cast<unsigned>(before_)); }
#else
FlushDenormals::FlushDenormals() : before_(0) {}
FlushDenormals::~FlushDenormals() = default;
#endif

ThreadPool::ThreadPool(unsigned threads, StopToken stop) : token_(std::move(stop)) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  workers_.reserve(threads);
  try {
    for (unsigned i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
  } catch (const std::exception&) {  // those that could be started, and the caller, do the work
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void ThreadPool::for_blocks(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body) {
  {
    const std::lock_guard lock(mutex_);
    body_ = &body;
    n_ = n;
    busy_ = static_cast<unsigned>(workers_.size());
    ++generation_;
  }
  wake_.notify_all();
  run_block(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  if (const auto thrown = std::exchange(thrown_, nullptr)) std::rethrow_exception(thrown);
}

void ThreadPool::run_block(unsigned index) try {
  const FlushDenormals flush;
  const std::size_t begin = n_ * index / size(), end = n_ * (index + 1) / size();
  if (begin < end) (*body_)(begin, end);
} catch (...) {
  const std::lock_guard lock(mutex_);
  if (!thrown_) thrown_ = std::current_exception();
}

void ThreadPool::work(unsigned index) {
  unsigned long seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stop_ || generation_ != seen; });
    if (stop_) return;
    seen = generation_;
    lock.unlock();
    run_block(index);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

StoppableThread start_thread(std::function<void(StopToken)> body) try {
  return StoppableThread([body = std::move(body)](const StopToken& stop) { body(stop); });
} catch (const std::system_error& failure) {
  throw machine_error("no thread can be started:", failure.code().message(),
                      "fewer processes, or a higher limit (ulimit -u)");
}

}  // namespace ergo
