#pragma once

#include <functional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/platform/file.h"

namespace ergo::platform {

/// A process that this one begins. At its end it is killed, if it has not ended, and waited for.
class ChildProcess {
 public:
  ChildProcess() = default;
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Calls body(), which must not return, in a copy of this process that has the calling thread alone.
  std::error_code copy_and(const std::function<void()>& body);
  /// A file that the program finds open under this number.
  using Given = std::pair<const FileDescriptor&, int>;
  /// Begins a program, found as the shell finds it, with its arguments. Ctrl+C is not for it.
  /// std::errc::no_such_file_or_directory where it is not installed.
  std::error_code start(const std::vector<std::string>& words, const std::vector<Given>& given);

  bool runs() const { return process_ > 0; }
  void kill();
  /// Waits for its end; whether it ended by itself, with exit code 0, or was never begun.
  bool wait();

 private:
  int process_ = -1;
};

/// Of a child that is a copy of its parent.
[[noreturn]] void leave(int exit_code);          ///< at once, so that nothing of the parent's is written twice
void close_all_but(const FileDescriptor& kept);  ///< and the standard streams
void use_as_error_output(const FileDescriptor& file);
void set_environment(const char* name, const char* value);
void leave_no_core_dump();

int own_process();  ///< its number
/// Whether there is no process of this number.
bool is_gone(int process);

/// What a command of the shell wrote to its standard output.
struct CommandOutput {
  std::string text;
  bool good = false;     ///< exit code 0
  bool missing = false;  ///< there is no such program
};
/// Throws std::system_error where no process can be begun.
CommandOutput output_of(const std::string& command);

/// The signals by which users, terminals and systems ask a program to end.
const std::vector<int>& ending_signals();
/// A file that has something to read once one of them has come; closed where that cannot be. The second one ends the
/// program.
const FileDescriptor& file_of_ending_signals();

}  // namespace ergo::platform
