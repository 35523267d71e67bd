#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "core/platform/channel.h"
#include "core/platform/process.h"
#include "core/platform/system.h"

extern char** environ;

namespace ergo::platform {
namespace {

void close_one_by_one(int first, int last) {
  for (int file = first; file <= last; ++file) ::close(file);
}

int signal_end = -1;  ///< where what has come is told

void pass_on(int signal) {
  std::signal(signal, SIG_DFL);
  const char any = 0;
  [[maybe_unused]] const auto written = ::write(signal_end, &any, 1);
}

}  // namespace

ChildProcess::~ChildProcess() {
  kill();
  wait();
}

std::error_code ChildProcess::copy_and(const std::function<void()>& body) {
  process_ = ::fork();
  if (process_ == 0) {
    body();
    leave(1);
  }
  return process_ < 0 ? std::error_code(errno, std::system_category()) : std::error_code();
}

std::error_code ChildProcess::start(const std::vector<std::string>& words, const std::vector<Given>& given) {
  int last = 0;
  for (const auto& [file, number] : given) last = std::max(last, number);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  std::vector<FileDescriptor> moved;  // one that has a wanted number already would be closed there
  for (const auto& [file, number] : given) {
    moved.emplace_back(::fcntl(file.get(), F_DUPFD_CLOEXEC, last + 1));
    posix_spawn_file_actions_adddup2(&actions, moved.back().get(), number);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = -1;
  const int problem = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (problem == 0) process_ = process;
  return {problem, std::system_category()};
}

void ChildProcess::kill() {
  if (runs()) ::kill(process_, SIGKILL);
}

bool ChildProcess::wait() {
  if (!runs()) return true;
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status == 0;
}

void leave(int exit_code) { ::_exit(exit_code); }

void close_all_but(const FileDescriptor& kept) {
  constexpr int first = STDERR_FILENO + 1;
  const int file = kept.get(), most = static_cast<int>(::sysconf(_SC_OPEN_MAX));
  if (file > first && !close_files(first, static_cast<unsigned>(file) - 1)) close_one_by_one(first, file - 1);
  if (!close_files(static_cast<unsigned>(file) + 1, ~0u)) close_one_by_one(file + 1, most - 1);
}

void use_as_error_output(const FileDescriptor& file) { ::dup2(file.get(), STDERR_FILENO); }

void set_environment(const char* name, const char* value) { ::setenv(name, value, 1); }

void leave_no_core_dump() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

int own_process() { return ::getpid(); }

bool is_gone(int process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

CommandOutput output_of(const std::string& command) {
  CommandOutput output;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw std::system_error(errno, std::system_category());
  std::array<char, 1 << 16> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.text.append(buffer.data(), n);
  const int status = ::pclose(pipe);
  constexpr int no_program = 127;
  output.good = status == 0;
  output.missing = WIFEXITED(status) && WEXITSTATUS(status) == no_program;
  return output;
}

const std::vector<int>& ending_signals() {
  static const std::vector<int> signals = {SIGHUP, SIGINT, SIGTERM};
  return signals;
}

const FileDescriptor& file_of_ending_signals() {
  static Ends ends;
  ends = open_channel();
  if (!ends.is_open()) return ends.ours;
  for (const FileDescriptor* end : {&ends.ours, &ends.theirs}) ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
  signal_end = ends.theirs.get();
  for (const int signal : ending_signals()) std::signal(signal, pass_on);
  return ends.ours;
}

}  // namespace ergo::platform
