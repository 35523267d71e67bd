#include "core/survey/found_target.h"

#include <utility>

#include "core/base/thread_pool.h"

namespace ergo {

const FoundWindow& FoundTarget::window() const {
  std::call_once(window_once_, [this] { window_ = find_window(landscape_); });
  return window_;
}

const std::vector<Mode>& FoundTarget::modes() const {
  std::call_once(modes_once_, [this] { modes_ = find_modes(landscape_, window().window, window().low); });
  return modes_;
}

std::optional<Properness> FoundTarget::properness(std::chrono::milliseconds patience) const {
  const FoundWindow& found = window();
  std::unique_lock lock(mutex_);
  if (!thread_.joinable() && !properness_)
    thread_ = start_thread([this, &found](StopToken stop) {
      std::optional<Properness> result;
      std::exception_ptr thrown;
      try {
        result = check_density(landscape_, found, stop);
      } catch (const std::exception&) {  // too little memory
        thrown = std::current_exception();
      }
      const std::lock_guard guard(mutex_);
      properness_ = result;
      thrown_ = thrown;
      ended_.notify_all();
    });
  ended_.wait_for(lock, patience, [this] { return properness_ || thrown_; });
  if (thrown_) {
    thread_ = {};
    std::rethrow_exception(std::exchange(thrown_, nullptr));
  }
  return properness_;
}

}  // namespace ergo
