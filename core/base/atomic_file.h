#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/platform/file.h"

namespace ergo {

/// The end of a file's name from the last dot on, which tells its format.
std::string extension(const std::string& path);

/// Gets the share of a file that is written, now and then; may throw to stop, which leaves an older file as
/// it was.
using WriteProgress = std::function<void(double share)>;

/// A file of a FileSet. Its bytes go to a temporary file in the same folder until the set is committed. A
/// symbolic link is followed, also one to a file that does not exist yet; permissions of an older file are
/// kept. Every member throws Error (Blame::machine) naming path and reason: no such folder, not writable,
/// disk full.
class AtomicFile {
 public:
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();
  void write(std::string_view bytes);
  /// Takes room for so many bytes on the disk now: for a library that does not survive a disk that fills up.
  void reserve(std::uint64_t bytes);
  const std::string& path() const { return path_; }
  /// Where the bytes are until then, for a program or a library that writes files by name (and then instead
  /// of write()).
  const std::string& temporary() const { return temporary_.path; }

 private:
  friend class FileSet;
  /// Removes the file of that name at its end.
  struct Temporary {
    ~Temporary();
    std::string path = {};
  };

  /// The file takes the permissions of `data`, if there is one.
  AtomicFile(const std::string& path, const AtomicFile* data);

  void remove_leftovers() const;
  void open_temporary();
  void flush();
  void write_through(std::string_view bytes);
  void prepare();   ///< all bytes are on the disk
  void keep_old();  ///< gives an older file a second name
  void replace();   ///< gives the new file its name
  void restore() noexcept;
  void drop_old() noexcept;
  void sync_folder() const;
  [[noreturn]] void fail(std::error_code error) const;

  std::string path_, final_path_, old_path_, buffer_;
  Temporary temporary_;
  platform::FileDescriptor file_, lock_;
  bool replaced_ = false;
};

/// Files that appear together, each whole, or not at all: commit() writes them to the disk and then gives all
/// of them their names; if one cannot get its name, the older files get theirs back. Without commit() the
/// temporaries are removed and older files stay as they were. Temporaries that a killed program left are
/// removed when a file of the same name is written again.
class FileSet {
 public:
  /// A file of the set, which lives as long as the set.
  AtomicFile& add(const std::string& path);
  /// The file PATH.json beside a data file of the set, with the same permissions.
  AtomicFile& add_sidecar(const AtomicFile& data);
  void commit();

 private:
  std::vector<std::unique_ptr<AtomicFile>> files_;
};

/// Writes a whole file at once. Throws as AtomicFile does.
void write_file(const std::string& path, std::string_view bytes);

/// Throws Error, as AtomicFile does, if the file cannot be written.
void check_writable(const std::string& path);

/// The whole text of a file. Throws Error (Blame::user) where there is none, it cannot be read or is longer
/// than `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit);

}  // namespace ergo
