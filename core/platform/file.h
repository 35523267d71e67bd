#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// Files as atomic writing needs them, which goes beyond std::filesystem. Errors are those of the system.
namespace ergo::platform {

/// An open file; -1: none.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int file) : file_(file) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  int get() const { return file_; }
  bool is_open() const { return file_ >= 0; }
  std::error_code close();  ///< none where there is no file

 private:
  int file_ = -1;
};

enum class FileKind { none, regular, folder, other };
FileKind kind_of(const std::string& path);        ///< of what links lead to
FileKind kind_of_entry(const std::string& path);  ///< a link is something other

/// Why the file may not be written to, if so.
std::error_code check_access(const std::string& path);
/// Of owner, group and others; nothing where there is no file.
std::optional<unsigned> permissions_of(const std::string& path);
std::optional<unsigned> permissions_of(const FileDescriptor& file);
std::error_code set_permissions(const FileDescriptor& file, unsigned permissions);

/// Opens a file for writing that did not exist; std::errc::file_exists if it did.
FileDescriptor create(const std::string& path, std::error_code& error);
FileDescriptor duplicate(const FileDescriptor& file);
/// Locks the file among processes, without waiting; false if another one has locked it, or where the file system has no
/// locks.
bool lock(const FileDescriptor& file);
/// Whether the file is there and no process has locked it.
bool is_unlocked(const std::string& path);

std::error_code write_all(const FileDescriptor& file, std::string_view bytes);
/// Takes room for so many bytes on the disk, where the system can; else tells whether there is room.
std::error_code reserve(const FileDescriptor& file, std::uint64_t bytes);
/// Gives back what was reserved and not written, and waits until the rest is on the disk.
std::error_code settle(const FileDescriptor& file);
std::error_code settle_folder(const std::string& path);

std::error_code add_name(const std::string& path, const std::string& second);
std::error_code rename(const std::string& from, const std::string& to);
void remove(const std::string& path) noexcept;

/// All names in a folder; none where it cannot be read.
std::vector<std::string> names_in(const std::string& folder);
/// Makes a folder for temporary files whose name begins so. Nothing where that fails.
std::optional<std::string> make_temporary_folder(const std::string& name);
/// From now on a write beyond the user's limit on a file's size is an error instead of the program's end.
void report_size_limit();

}  // namespace ergo::platform
