#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/platform/file.h"

/// Bytes between processes. Programs that are begun get no end but those given to them.
namespace ergo::platform {

struct Ends {
  FileDescriptor ours, theirs;
  bool is_open() const { return ours.is_open(); }
};
/// Both ends can be read and written; none are open where there is no free descriptor.
Ends open_channel();
/// What is written to theirs is read from ours.
Ends open_pipe();
/// A file without a name that holds a text, to be read from its beginning; none where that cannot be.
FileDescriptor text_file(std::string_view text);

/// False if the other side has closed the channel.
bool send_all(const FileDescriptor& channel, const void* bytes, std::size_t size);
bool receive_all(const FileDescriptor& channel, void* bytes, std::size_t size);
/// How many bytes went without waiting; nothing if the other side has closed the channel.
std::optional<std::size_t> send_some(const FileDescriptor& channel, const void* bytes, std::size_t size);
/// What is there to read; nothing at the end.
std::optional<std::string> receive_some(const FileDescriptor& channel);

/// What can be done without waiting.
struct Ready {
  bool receive = false, send = false, failed = false;
};
constexpr int unlimited = -1;
/// Waits for something to receive from the one or for room to send to the other; either may be closed. May return early
/// with neither.
Ready wait_for(const FileDescriptor& from, const FileDescriptor& to, int milliseconds = unlimited);

}  // namespace ergo::platform
