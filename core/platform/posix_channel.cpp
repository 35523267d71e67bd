#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "core/platform/channel.h"
#include "core/platform/system.h"

namespace ergo::platform {
namespace {

#if defined(MSG_NOSIGNAL)
constexpr int no_signal = MSG_NOSIGNAL;
#else
constexpr int no_signal = 0;
#endif

Ends ends_of(bool made, const int (&ends)[2]) {
  if (!made) return {};
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

FileDescriptor unnamed_file() {
  if (const int file = open_memory_file(); file >= 0) return FileDescriptor(file);
  std::FILE* const unnamed = std::tmpfile();
  if (!unnamed) return FileDescriptor();
  FileDescriptor file(::fcntl(::fileno(unnamed), F_DUPFD_CLOEXEC, 0));
  std::fclose(unnamed);
  return file;
}

bool again(ssize_t result) { return result < 0 && (errno == EINTR || errno == EAGAIN); }

}  // namespace

#if defined(SOCK_CLOEXEC)
Ends open_channel() {
  int ends[2];
  return ends_of(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, ends);
}

Ends open_pipe() {
  int ends[2];
  return ends_of(::pipe2(ends, O_CLOEXEC) == 0, ends);
}
#else  // systems that lack it lack pipe2() too
Ends open_channel() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return {};
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
#if defined(SO_NOSIGPIPE)
    const int on = 1;
    ::setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  }
  return ends_of(true, ends);
}

Ends open_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return ends_of(true, ends);
}
#endif

FileDescriptor text_file(std::string_view text) {
  FileDescriptor file = unnamed_file();
  const bool written = file.is_open() && !write_all(file, text) && ::lseek(file.get(), 0, SEEK_SET) == 0;
  return written ? std::move(file) : FileDescriptor();
}

bool send_all(const FileDescriptor& channel, const void* bytes, std::size_t size) {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = ::send(channel.get(), from, size, no_signal);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(const FileDescriptor& channel, void* bytes, std::size_t size) {
  char* to = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = ::read(channel.get(), to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<std::size_t> send_some(const FileDescriptor& channel, const void* bytes, std::size_t size) {
  const ssize_t sent = ::send(channel.get(), bytes, size, no_signal | MSG_DONTWAIT);
  if (again(sent)) return 0;
  if (sent < 0) return {};
  return static_cast<std::size_t>(sent);
}

std::optional<std::string> receive_some(const FileDescriptor& channel) {
  char buffer[4096];
  const ssize_t count = ::read(channel.get(), buffer, sizeof buffer);
  if (again(count)) return std::string();
  if (count <= 0) return {};
  return std::string(buffer, static_cast<std::size_t>(count));
}

Ready wait_for(const FileDescriptor& from, const FileDescriptor& to, int milliseconds) {
  pollfd both[] = {{from.get(), POLLIN, 0}, {to.get(), POLLOUT, 0}};
  if (::poll(both, 2, milliseconds) < 0) return {.failed = errno != EINTR};
  return {.receive = both[0].revents != 0, .send = both[1].revents != 0};
}

}  // namespace ergo::platform
