#pragma once

namespace ergo {

/// Seconds of processor time that the calling thread has used.
double thread_processor_seconds();

/// Seconds of processor time that all threads of this process have used.
double processor_seconds();

}  // namespace ergo
