#include <sys/resource.h>

#include <algorithm>

#include "core/platform/memory.h"
#include "core/platform/system.h"

namespace ergo::platform {
namespace {

std::uint64_t left_to_process() {
  struct rlimit limit;
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  const std::uint64_t taken = addresses_taken(), most = limit.rlim_cur;
  return taken == unknown ? unknown : most - std::min(most, taken);
}

}  // namespace

std::uint64_t free_memory() { return std::min({left_to_machine(), left_to_process(), left_to_group()}); }

}  // namespace ergo::platform
