#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/stop.h"

namespace ergo {

/// Starts a thread. Throws Error (Blame::machine) if the system has none left. `body` must catch what it
/// throws.
StoppableThread start_thread(std::function<void(StopToken)> body);

/// Standing threads that share the range [0, n) in contiguous blocks. The caller works too. Denormals are
/// flushed in the workers and, while it works, in the caller: the tails of exp() would cost an order of
/// magnitude.
class ThreadPool {
 public:
  /// 0: as many threads as the machine runs at once; fewer if the system has no more. Long work looks at
  /// stopped().
  explicit ThreadPool(unsigned threads = 0, StopToken stop = {});
  ~ThreadPool();
  /// Nobody waits for what is under way: it may end early, and what it found is worth nothing.
  bool stopped() const { return token_.stop_requested(); }
  unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }
  /// Calls body(begin, end) on disjoint blocks that cover [0, n); returns when all are done. If some of them
  /// throw, the first exception is thrown here, once all are done.
  void for_blocks(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body);

 private:
  void work(unsigned index);
  void run_block(unsigned index);

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(std::size_t, std::size_t)>* body_ = nullptr;
  std::size_t n_ = 0;
  unsigned long generation_ = 0;
  unsigned busy_ = 0;
  bool stop_ = false;
  std::exception_ptr thrown_;  ///< the first one of this round
  StopToken token_;
  std::vector<std::thread> workers_;
};

/// Flushes denormal results and operands to zero on this thread for its lifetime.
class FlushDenormals {
 public:
  FlushDenormals();
  ~FlushDenormals();
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  unsigned long before_;
};

}  // namespace ergo
