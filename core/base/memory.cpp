#include "core/base/memory.h"

#include <cstdio>
#include <iterator>

#include "core/base/error.h"
#include "core/platform/memory.h"

namespace ergo {

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
  if (const std::uint64_t available = platform::free_memory(); bytes > available)
    throw machine_error("not enough memory for " + what + ":",
                        bytes_text(bytes) + " of the " + bytes_text(available) + " that are free", less);
}

}  // namespace ergo
