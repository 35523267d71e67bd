#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

#include "core/platform/streams.h"

namespace ergo::platform {

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool error_output_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

}  // namespace ergo::platform
