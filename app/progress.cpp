#include "app/progress.h"

#include <unistd.h>

#include <cstdio>

namespace ergo {

namespace {
constexpr int width = 40;
}

Progress::Progress(std::string title, std::uint64_t total, bool quiet)
    : title_(std::move(title)), total_(total), visible_(!quiet && isatty(STDERR_FILENO)) {}

Progress::~Progress() {
  if (visible_ && shown_ >= 0) std::fprintf(stderr, "\r\033[K");
}

void Progress::at(std::uint64_t done) {
  if (!visible_ || total_ == 0) return;
  const int percent = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total_));
  if (percent == shown_) return;
  shown_ = percent;
  const std::string bar(static_cast<std::size_t>(width * percent / 100), '#');
  std::fprintf(stderr, "\r%s [%-*s] %3d %%", title_.c_str(), width, bar.c_str(), percent);
  std::fflush(stderr);
}

}  // namespace ergo
