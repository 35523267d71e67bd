#include "app/command/progress.h"

#include <csignal>
#include <cstdio>

#include "core/platform/process.h"
#include "core/platform/streams.h"

namespace ergo {

namespace {
constexpr int width = 40;
constexpr int patience = 2;  // a terminal and a program above may both tell
volatile std::sig_atomic_t interrupted = 0;

void interrupt(int signal) {
  interrupted = interrupted + 1;
  if (interrupted == patience) std::signal(signal, SIG_DFL);
}
bool shows(bool quiet) { return !quiet && platform::error_output_is_terminal(); }
}  // namespace

Progress::Progress(std::string title, std::uint64_t total, bool quiet)
    : title_(std::move(title)), total_(total), visible_(shows(quiet)) {
  for (const int signal : platform::ending_signals())  // nohup ignores one of them
    if (std::signal(signal, interrupt) == SIG_IGN) std::signal(signal, SIG_IGN);
}

Progress::~Progress() {
  if (visible_ && shown_ >= 0) std::fprintf(stderr, "\r\033[K");
  for (const int signal : platform::ending_signals())
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void Progress::at(std::uint64_t done) {
  if (interrupted) throw Interrupted();
  if (!visible_ || total_ == 0) return;
  const int percent = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total_));
  if (percent == shown_) return;
  shown_ = percent;
  const std::string bar(static_cast<std::size_t>(width * percent / 100), '#');
  std::fprintf(stderr, "\r%s [%-*s] %3d %%", title_.c_str(), width, bar.c_str(), percent);
  std::fflush(stderr);
}

Settling::Settling(std::string title, bool quiet) : title_(std::move(title)), visible_(shows(quiet)) {
  if (visible_) std::fprintf(stderr, "\r%s ...", title_.c_str());
}

Settling::~Settling() {
  if (visible_) std::fprintf(stderr, "\r\033[K");
}

void Settling::at(std::size_t repetitions, double at_present) {
  constexpr std::chrono::milliseconds least(100);
  const auto now = std::chrono::steady_clock::now();
  if (!visible_ || now - shown_ < least) return;
  shown_ = now;
  std::fprintf(stderr, "\r\033[K%s: %.6g after %zu applications of the step", title_.c_str(), at_present,
               repetitions);
  std::fflush(stderr);
}

}  // namespace ergo
