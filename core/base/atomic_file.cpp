#include "core/base/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
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

/// Where a path leads if symbolic links are followed, to a file that need not exist.
std::string followed(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int most_links = 40;  // as Linux has it
  fs::path at = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(at, error); ++links) {
    if (links == most_links) throw cannot_write(path, reason(ELOOP));
    const fs::path target = fs::read_symlink(at, error);
    if (error) throw cannot_write(path, error.message());
    at = at.parent_path() / target;  // an absolute target replaces the folder
  }
  return at.string();
}

constexpr std::size_t longest_name = 255;  // bytes

/// The path of a file whose name is that of `final_path` and then `end`; the first is cut if they are too
/// long.
std::string with_end(const std::string& final_path, const std::string& end) {
  const std::filesystem::path path = final_path;
  return (path.parent_path() / (path.filename().string().substr(0, longest_name - end.size()) + end))
      .string();
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

constexpr std::string_view part = ".part", old = ".old";

/// The process whose temporary, or whose second name of an older file, this is for `final_name`; 0 if it is
/// neither.
pid_t owner_of(std::string_view entry, std::string_view final_name) {
  const std::size_t length = entry.size();
  if (entry.ends_with(old)) entry.remove_suffix(old.size());
  const auto at = entry.rfind(part);
  if (at == std::string_view::npos) return 0;
  const std::string_view name = entry.substr(0, at);
  if (name != final_name && !(final_name.starts_with(name) && length == longest_name)) return 0;
  pid_t owner = 0;
  int attempt = 0;
  const char *from = entry.data() + at + part.size(), *const end = entry.data() + entry.size();
  const auto [dash, bad_owner] = std::from_chars(from, end, owner);
  if (bad_owner != std::errc() || dash == end || *dash != '-') return 0;
  const auto [stop, bad_attempt] = std::from_chars(dash + 1, end, attempt);
  return bad_attempt == std::errc() && stop == end ? owner : 0;
}

/// Writers lock their temporaries, so that another host or container cannot take them for a dead one's.
bool is_left(const std::string& path, pid_t owner) {
  if (path.ends_with(old)) return ::kill(owner, 0) != 0 && errno == ESRCH;
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return file.get() >= 0 && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

int FileDescriptor::close() { return file_ < 0 ? 0 : ::close(std::exchange(file_, -1)); }

AtomicFile::Temporary::~Temporary() {
  if (!path.empty()) ::unlink(path.c_str());
}

AtomicFile::AtomicFile(const std::string& path, const AtomicFile* data)
    : path_(path), final_path_(followed(path)) {
  struct stat model;
  bool modelled = ::stat(final_path_.c_str(), &model) == 0;
  if (modelled && !S_ISREG(model.st_mode)) {
    throw cannot_write(path, S_ISDIR(model.st_mode) ? "it is a folder" : "it is not a regular file");
  }
  if (modelled && ::access(final_path_.c_str(), W_OK) != 0) throw cannot_write(path, reason(errno));
  remove_leftovers();
  open_temporary();
  if (data) modelled = ::fstat(data->file_.get(), &model) == 0;
  if (modelled && ::fchmod(file_.get(), model.st_mode & 0777) != 0) fail(errno);
  buffer_.reserve(buffer_size);
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::remove_leftovers() const {
  const std::string folder = folder_of(final_path_),
                    name = std::filesystem::path(final_path_).filename().string();
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> entries(::opendir(folder.c_str()), close);
  if (!entries) return;
  while (const dirent* entry = ::readdir(entries.get())) {
    const pid_t owner = owner_of(entry->d_name, name);
    if (owner == 0 || owner == ::getpid()) continue;
    const std::string path = folder + "/" + entry->d_name;
    if (is_left(path, owner)) ::unlink(path.c_str());
  }
}

void AtomicFile::open_temporary() {
  for (int attempt = 0; file_.get() < 0; ++attempt) {
    const std::string end = std::string(part) + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    std::string path = with_end(final_path_, end);
    old_path_ = with_end(final_path_, end + std::string(old));
    file_ = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file_.get() >= 0)
      temporary_.path.swap(path);
    else if (errno != EEXIST || attempt > 100)
      throw cannot_write(path_, reason(errno));
  }
  ::flock(file_.get(),
          LOCK_EX | LOCK_NB);  // for those who look for leftovers; some file systems have no locks
  lock_ = FileDescriptor(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
}

void AtomicFile::fail(int error) const { throw cannot_write(path_, reason(error)); }

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
    const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::reserve(std::uint64_t bytes) {
  struct rlimit limit;
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur) fail(EFBIG);
  if (::fallocate(file_.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return;
  if (errno != EOPNOTSUPP) fail(errno);
  struct statvfs disk;
  if (::fstatvfs(file_.get(), &disk) == 0 && bytes / disk.f_frsize > disk.f_bavail) fail(ENOSPC);
}

void AtomicFile::prepare() {
  flush();
  struct stat written;
  if (::fstat(file_.get(), &written) == 0 && ::ftruncate(file_.get(), written.st_size) != 0) fail(errno);
  if (::fsync(file_.get()) != 0) fail(errno);
  if (file_.close() != 0) fail(errno);
}

void AtomicFile::keep_old() {
  struct stat found;
  if (::lstat(final_path_.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
    throw cannot_write(path_, reason(EEXIST));
  if (::link(final_path_.c_str(), old_path_.c_str()) == 0) return;
  const bool no_links = errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK || errno == ENOSYS;
  if (no_links && ::rename(final_path_.c_str(), old_path_.c_str()) == 0) return;
  if (errno != ENOENT) fail(errno);
  old_path_.clear();  // there is no older file
}

void AtomicFile::replace() {
  if (::rename(temporary_.path.c_str(), final_path_.c_str()) != 0) fail(errno);
  temporary_.path.clear();
  replaced_ = true;
}

void AtomicFile::restore() noexcept {
  if (replaced_ && old_path_.empty()) ::unlink(final_path_.c_str());
  if (old_path_.empty()) return;
  ::rename(old_path_.c_str(), final_path_.c_str());
  ::unlink(old_path_.c_str());  // where both names are of one file, renaming leaves both
}

void AtomicFile::drop_old() noexcept {
  if (!old_path_.empty()) ::unlink(old_path_.c_str());
}

void AtomicFile::sync_folder() const {
  const FileDescriptor folder(::open(folder_of(final_path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0 && ::fsync(folder.get()) != 0 && errno != EINVAL)
    fail(errno);  // EINVAL: it has no such thing
}

AtomicFile& FileSet::add(const std::string& path) {
  files_.push_back(std::unique_ptr<AtomicFile>(new AtomicFile(path, nullptr)));
  return *files_.back();
}

AtomicFile& FileSet::add_sidecar(const AtomicFile& data) {
  files_.push_back(std::unique_ptr<AtomicFile>(new AtomicFile(data.path() + ".json", &data)));
  return *files_.back();
}

void FileSet::commit() {
  for (const auto& file : files_) file->prepare();
  try {
    for (const auto& file : files_) file->keep_old();
    for (const auto& file : files_) file->replace();
    for (const auto& file : files_) file->sync_folder();
  } catch (...) {
    for (const auto& file : files_) file->restore();
    throw;
  }
  for (const auto& file : files_) file->drop_old();
  files_.clear();
}

void write_file(const std::string& path, std::string_view bytes) {
  FileSet files;
  files.add(path).write(bytes);
  files.commit();
}

void check_writable(const std::string& path) { FileSet().add(path); }

std::string read_file(const std::string& path, std::size_t limit) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw Error("no such file", path, "an existing file", "");
  }
  if (!std::filesystem::is_regular_file(path, error)) throw Error("not a file", path, "a regular file", "");
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > limit) {
    throw Error("file too long", path, "at most " + std::to_string(limit) + " bytes", "");
  }
  std::string text(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file || !file.read(text.data(), static_cast<std::streamsize>(size))) {
    throw Error("cannot read", path, "a file that can be read", "");
  }
  return text;
}

}  // namespace ergo
