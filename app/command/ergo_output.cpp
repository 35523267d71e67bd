#include "app/command/ergo_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "core/base/error.h"

namespace ergo {

void finish_standard_output() {
  errno = 0;
  const bool written = std::cout.flush().good() && std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (written) return;
  const std::string why = errno != 0 ? " (" + std::string(std::strerror(errno)) + ")" : "";
  throw machine_error("standard output could not be written" + why, "", "a file or pipe with room left");
}

}  // namespace ergo
