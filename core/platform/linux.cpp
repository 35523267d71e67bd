#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string>

#include "core/platform/system.h"

namespace ergo::platform {
namespace {

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

}  // namespace

std::uint64_t left_to_machine() {
  constexpr std::uint64_t kibi = 1024;
  const std::uint64_t available = number_in("/proc/meminfo", "MemAvailable:");
  if (available == unknown) return unknown;
  const std::uint64_t swap = number_in("/proc/meminfo", "SwapFree:");
  return kibi * (available + (swap == unknown ? 0 : swap));
}

std::uint64_t left_to_group() {
  const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max"), used = number_in("/sys/fs/cgroup/memory.current");
  return limit == unknown || used == unknown ? unknown : limit - std::min(limit, used);
}

std::uint64_t addresses_taken() {
  const std::uint64_t pages = number_in("/proc/self/statm");
  return pages == unknown ? unknown : pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::error_code take_room(int file, std::uint64_t bytes) {
  if (::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return {};
  return {errno, std::system_category()};
}

int open_memory_file() { return ::memfd_create("ergo", MFD_CLOEXEC); }

bool close_files(unsigned first, unsigned last) { return ::close_range(first, last, 0) == 0; }

// Linux has a nice value for every thread, which new ones inherit.
void lower_priority_of_thread(int niceness) { ::setpriority(PRIO_PROCESS, 0, niceness); }

}  // namespace ergo::platform
