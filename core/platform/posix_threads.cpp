#include <sys/resource.h>

#include <ctime>

#include "core/platform/system.h"
#include "core/platform/threads.h"

namespace ergo::platform {
namespace {

double seconds_of(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

double thread_processor_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

double processor_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

void lower_thread_priority() {
  constexpr int nice = 10;
  lower_priority_of_thread(nice);
}

void lower_process_priority(int niceness) { ::setpriority(PRIO_PROCESS, 0, niceness); }

}  // namespace ergo::platform
