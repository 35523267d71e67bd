#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "core/platform/file.h"
#include "core/platform/system.h"

namespace ergo::platform {
namespace {

std::error_code last_error() { return {errno, std::system_category()}; }

/// The error of a call that returned this.
std::error_code error_of(int result) { return result == 0 ? std::error_code() : last_error(); }

FileKind kind_in(const struct stat& found) {
  return S_ISREG(found.st_mode) ? FileKind::regular : S_ISDIR(found.st_mode) ? FileKind::folder : FileKind::other;
}

constexpr mode_t permission_bits = 0777;

}  // namespace

std::error_code FileDescriptor::close() {
  return file_ < 0 ? std::error_code() : error_of(::close(std::exchange(file_, -1)));
}

FileKind kind_of(const std::string& path) {
  struct stat found;
  return ::stat(path.c_str(), &found) == 0 ? kind_in(found) : FileKind::none;
}

FileKind kind_of_entry(const std::string& path) {
  struct stat found;
  return ::lstat(path.c_str(), &found) == 0 ? kind_in(found) : FileKind::none;
}

std::error_code check_access(const std::string& path) { return error_of(::access(path.c_str(), W_OK)); }

std::optional<unsigned> permissions_of(const std::string& path) {
  struct stat found;
  return ::stat(path.c_str(), &found) == 0 ? std::optional(found.st_mode & permission_bits) : std::nullopt;
}

std::optional<unsigned> permissions_of(const FileDescriptor& file) {
  struct stat found;
  return ::fstat(file.get(), &found) == 0 ? std::optional(found.st_mode & permission_bits) : std::nullopt;
}

std::error_code set_permissions(const FileDescriptor& file, unsigned permissions) {
  return error_of(::fchmod(file.get(), static_cast<mode_t>(permissions)));
}

FileDescriptor create(const std::string& path, std::error_code& error) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  error = file.is_open() ? std::error_code() : last_error();
  return file;
}

FileDescriptor duplicate(const FileDescriptor& file) {
  return FileDescriptor(::fcntl(file.get(), F_DUPFD_CLOEXEC, 0));
}

bool lock(const FileDescriptor& file) { return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0; }

bool is_unlocked(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return file.is_open() && lock(file);
}

std::error_code write_all(const FileDescriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return last_error();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

std::error_code reserve(const FileDescriptor& file, std::uint64_t bytes) {
  struct rlimit limit;
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur)
    return std::make_error_code(std::errc::file_too_large);
  const std::error_code error = take_room(file.get(), bytes);
  if (error != std::errc::operation_not_supported) return error;
  struct statvfs disk;
  if (::fstatvfs(file.get(), &disk) == 0 && bytes / disk.f_frsize > disk.f_bavail)
    return std::make_error_code(std::errc::no_space_on_device);
  return {};
}

std::error_code settle(const FileDescriptor& file) {
  struct stat written;
  if (::fstat(file.get(), &written) == 0 && ::ftruncate(file.get(), written.st_size) != 0) return last_error();
  return error_of(::fsync(file.get()));
}

std::error_code settle_folder(const std::string& path) {
  const FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // EINVAL: it has no such thing.
  return folder.is_open() && ::fsync(folder.get()) != 0 && errno != EINVAL ? last_error() : std::error_code();
}

std::error_code add_name(const std::string& path, const std::string& second) {
  return error_of(::link(path.c_str(), second.c_str()));
}

std::error_code rename(const std::string& from, const std::string& to) {
  return error_of(::rename(from.c_str(), to.c_str()));
}

void remove(const std::string& path) noexcept { ::unlink(path.c_str()); }

std::vector<std::string> names_in(const std::string& folder) {
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> entries(::opendir(folder.c_str()), close);
  std::vector<std::string> names;
  if (!entries) return names;
  while (const dirent* entry = ::readdir(entries.get())) names.emplace_back(entry->d_name);
  return names;
}

std::optional<std::string> make_temporary_folder(const std::string& name) {
  std::string path = (std::filesystem::temp_directory_path() / (name + "XXXXXX")).string();
  return ::mkdtemp(path.data()) ? std::optional(path) : std::nullopt;
}

void report_size_limit() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace ergo::platform
