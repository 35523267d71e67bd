#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ergo {

// What StoppableThread and its companions do, which libc++ lacks.

class StopListener;

/// Tells whether work was asked to stop; one without a StopSource never is.
class StopToken {
 public:
  StopToken() = default;
  bool stop_requested() const { return state_ && state_->requested; }

 private:
  friend class StopSource;
  friend class StopListener;
  struct State {
    std::atomic<bool> requested = false;
    std::mutex mutex;  ///< guards the listeners, and is held while they are called
    std::vector<const StopListener*> listeners;
  };
  std::shared_ptr<State> state_;
};

/// Asks all who have its token to stop. Copies are of the same request.
class StopSource {
 public:
  StopSource() { token_.state_ = std::make_shared<StopToken::State>(); }
  StopToken token() const { return token_; }
  bool stop_requested() const { return token_.stop_requested(); }
  /// Calls all listeners, the first time.
  void request_stop();

 private:
  StopToken token_;
};

/// While it lives, `call` is called when a stop is requested, on the thread that requests it.
class StopListener {
 public:
  StopListener(StopToken token, std::function<void()> call);
  ~StopListener();
  StopListener(const StopListener&) = delete;
  StopListener& operator=(const StopListener&) = delete;

 private:
  friend class StopSource;
  StopToken token_;
  std::function<void()> call_;
};

/// Where threads wait until something is so, or until they are asked to stop.
class StoppableCondition {
 public:
  void notify_all();
  /// Waits, with `lock` released meanwhile, until ready() or a request to stop; whether it was ready.
  template <class Ready>
  bool wait(std::unique_lock<std::mutex>& lock, const StopToken& stop, Ready ready) {
    return wait_until(lock, stop, {}, ready);
  }
  /// Waits for `longest` at most.
  template <class Ready>
  bool wait_for(std::unique_lock<std::mutex>& lock, const StopToken& stop, std::chrono::milliseconds longest,
                Ready ready) {
    return wait_until(lock, stop, std::chrono::steady_clock::now() + longest, ready);
  }

 private:
  using Time = std::chrono::steady_clock::time_point;

  bool wait_until(std::unique_lock<std::mutex>& lock, const StopToken& stop, Time end,
                  const std::function<bool()>& ready);

  std::mutex mutex_;  ///< held from the look at the token to the sleep, so that no call between them is missed
  std::condition_variable woken_;
};

/// A thread that is asked to stop and waited for when it is replaced and at its end.
class StoppableThread {
 public:
  StoppableThread() = default;
  /// Throws std::system_error where no thread can be started.
  explicit StoppableThread(std::function<void(StopToken)> body);
  ~StoppableThread() { end(); }
  StoppableThread(StoppableThread&&) = default;
  StoppableThread& operator=(StoppableThread&& other) noexcept;
  bool joinable() const { return thread_.joinable(); }

 private:
  void end() noexcept;

  StopSource source_;
  std::thread thread_;
};

}  // namespace ergo
