#pragma once

#include <map>
#include <mutex>
#include <string>

namespace ergo {

/// What texts of the program itself say, each read when it is first asked for. May be called by many threads at once.
template <class Value>
class ReadOnce {
 public:
  /// read() gives the value of this name. If it throws, the next call reads again.
  template <class Read>
  const Value& operator()(const std::string& name, const Read& read) {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(name);
    return found != values_.end() ? found->second : values_.emplace(name, read()).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Value> values_;
};

}  // namespace ergo
