#include "core/base/atomic_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/base/error.h"

namespace ergo {

namespace {

constexpr std::size_t buffer_size = 1 << 20;

std::string reason(int error) { return std::system_category().message(error); }

Error cannot_write(const std::string& path, const std::string& why) {
  return machine_error("cannot write (" + why + ")", path,
                       "a file in a folder that can be written, with space left");
}

}  // namespace

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

AtomicFile::AtomicFile(const std::string& path) : path_(path), final_path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path, ignored)) {
    const auto followed = std::filesystem::weakly_canonical(path, ignored);
    if (!ignored) final_path_ = followed.string();
  }
  struct stat old;
  const bool exists = ::stat(final_path_.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) {
    throw cannot_write(path, S_ISDIR(old.st_mode) ? "it is a folder" : "it is not a regular file");
  }
  if (exists && ::access(final_path_.c_str(), W_OK) != 0) throw cannot_write(path, reason(errno));
  for (int attempt = 0; file_ < 0; ++attempt) {
    temporary_ = final_path_ + ".part" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0 && (errno != EEXIST || attempt > 100)) throw cannot_write(path, reason(errno));
  }
  if (exists && ::fchmod(file_, old.st_mode & 0777) != 0) fail(errno);
  buffer_.reserve(buffer_size);
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::fail(int error) { throw cannot_write(path_, reason(error)); }

void AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() > buffer_size) return write_through(bytes);
  buffer_ += bytes;
}

void AtomicFile::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void AtomicFile::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::reserve(std::uint64_t bytes) {
  struct rlimit limit;
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur) fail(EFBIG);
  if (::fallocate(file_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return;
  if (errno != EOPNOTSUPP) fail(errno);
  struct statvfs disk;
  if (::fstatvfs(file_, &disk) == 0 && bytes / disk.f_frsize > disk.f_bavail) fail(ENOSPC);
}

void AtomicFile::commit() {
  flush();
  struct stat written;
  if (::fstat(file_, &written) == 0 && ::ftruncate(file_, written.st_size) != 0) fail(errno);
  if (::fsync(file_) != 0) fail(errno);
  const int closed = ::close(file_);
  file_ = -1;
  if (closed != 0) fail(errno);
  if (::rename(temporary_.c_str(), final_path_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void write_file(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

std::string read_file(const std::string& path, std::size_t limit) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw Error("there is no file", path, "an existing file", "");
  }
  if (!std::filesystem::is_regular_file(path, error)) throw Error("not a file", path, "a regular file", "");
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > limit) {
    throw Error("too long a file", path, "at most " + std::to_string(limit) + " bytes", "");
  }
  std::string text(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file || !file.read(text.data(), static_cast<std::streamsize>(size))) {
    throw Error("cannot read", path, "a file that can be read", "");
  }
  return text;
}

}  // namespace ergo
