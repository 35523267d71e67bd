#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ergo {

/// Thrown by Progress::at() after Ctrl+C or a polite kill, so that what is half written goes.
struct Interrupted {};

/// A progress bar on stderr; shows nothing where stderr is no terminal or `quiet` is set. As long as there is
/// one, the first two SIGINT or SIGTERM are answered by at(); a third one ends the program at once.
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

/// A line on stderr with the present estimate of what is computed by repetition, ten times a second at most;
/// shows nothing where Progress does not.
class Settling {
 public:
  Settling(std::string title, bool quiet);
  ~Settling();
  void at(std::size_t repetitions, double at_present);

 private:
  std::string title_;
  std::chrono::steady_clock::time_point shown_;
  bool visible_;
};

}  // namespace ergo
