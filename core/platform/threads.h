#pragma once

namespace ergo::platform {

/// Seconds of processor time that the calling thread has used.
double thread_processor_seconds();

/// Seconds of processor time that all threads of this process have used.
double processor_seconds();

/// This thread, and those that it begins, get what the others leave of the processor. Does nothing where the
/// system has no such threads.
void lower_thread_priority();

/// Lets a new process, before it begins its program, leave the processor to others: 1 to 19, the most. Allowed between
/// fork() and exec().
void lower_process_priority(int niceness);

}  // namespace ergo::platform
