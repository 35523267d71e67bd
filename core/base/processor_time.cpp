#include "core/base/processor_time.h"

#include <ctime>

namespace ergo {

namespace {

double seconds_of(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

double thread_processor_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

double processor_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace ergo
