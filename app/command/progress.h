#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ergo {

/// Thrown by Progress::at() after SIGINT, SIGTERM or SIGHUP, so that unfinished files are removed.
struct Interrupted {};

/// A progress bar on stderr. It shows nothing if stderr is not a terminal or `quiet` is set. While there is
/// one, at() throws after one or two of SIGINT, SIGTERM and SIGHUP; a third one ends the program at once.
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

/// A line on stderr with the present estimate of an iterative computation, at most ten times a second. It
/// shows nothing where Progress shows nothing.
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
