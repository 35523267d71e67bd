#include "core/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>

#include "core/base/error.h"

namespace ergo {
namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

/// The number after a word of a file; `unknown` if there is none.
std::uint64_t number_in(const char* path, const std::string& word) {
  std::ifstream file(path);
  for (std::string found; file >> found;)
    if (std::uint64_t number = 0; found == word && file >> number) return number;
  return unknown;
}

std::uint64_t number_in(const char* path) {
  std::uint64_t number = 0;
  return std::ifstream(path) >> number ? number : unknown;  // "max" where there is no limit
}

std::uint64_t left(std::uint64_t limit, std::uint64_t used) {
  return limit == unknown || used == unknown ? unknown : limit - std::min(limit, used);
}

std::uint64_t left_to_machine() {
  constexpr std::uint64_t kibi = 1024;
  const std::uint64_t available = number_in("/proc/meminfo", "MemAvailable:");
  if (available == unknown) return unknown;
  const std::uint64_t swap = number_in("/proc/meminfo", "SwapFree:");
  return kibi * (available + (swap == unknown ? 0 : swap));
}

std::uint64_t left_to_process() {
  struct rlimit limit;
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  const std::uint64_t pages = number_in("/proc/self/statm");
  return pages == unknown ? unknown
                          : left(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

}  // namespace

std::uint64_t free_memory() {
  const std::uint64_t group =
      left(number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory.current"));
  return std::min({left_to_machine(), left_to_process(), group});
}

std::string bytes_text(std::uint64_t bytes) {
  const char* const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", value, units[unit]);
  return text;
}

void require_memory(std::uint64_t bytes, const std::string& what, const std::string& less) {
  constexpr std::uint64_t small = 1 << 20;  // not worth asking
  if (bytes < small) return;
  if (const std::uint64_t available = free_memory(); bytes > available)
    throw machine_error("not enough memory for " + what + ":",
                        bytes_text(bytes) + " of the " + bytes_text(available) + " that are free", less);
}

}  // namespace ergo
