#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ergo {

/// Of a file's name, the dot included: what says which format it is to have.
std::string extension(const std::string& path);

/// Gets the share of a file that is written, now and then; may throw to stop, which leaves an older file as
/// it was.
using WriteProgress = std::function<void(double share)>;

/// A file that appears under its name whole or not at all: bytes go to a temporary in the same folder, which
/// commit() flushes to the disk and renames. Without commit() the temporary is removed and an older file of
/// that name stays as it was. A symbolic link is followed; permissions of an older file are kept. Every
/// member throws Error (Blame::machine) naming path and reason: no such folder, not writable, disk full.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  void write(std::string_view bytes);
  void commit();
  /// Takes room for so many bytes on the disk now: for a library that does not survive a disk that fills up.
  void reserve(std::uint64_t bytes);
  /// Where the bytes are until then, for a library that writes files by name (and then instead of write()).
  const std::string& temporary() const { return temporary_; }

 private:
  void flush();
  void write_through(std::string_view bytes);
  [[noreturn]] void fail(int error);

  std::string path_, final_path_, temporary_, buffer_;
  int file_ = -1;
};

/// Writes a whole file at once, atomically. Throws as AtomicFile does.
void write_file(const std::string& path, std::string_view bytes);

/// The whole text of a file. Throws Error (Blame::user) where there is none, it cannot be read or is longer
/// than `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit);

}  // namespace ergo
