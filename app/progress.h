#pragma once

#include <cstdint>
#include <string>

namespace ergo {

/// A progress bar on stderr; shows nothing where stderr is no terminal or `quiet` is set.
class Progress {
 public:
  Progress(std::string title, std::uint64_t total, bool quiet);
  ~Progress();
  void at(std::uint64_t done);

 private:
  std::string title_;
  std::uint64_t total_;
  int shown_ = -1;  ///< per cent
  bool visible_;
};

}  // namespace ergo
