#include "core/base/atomic_file.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "core/base/error.h"
#include "core/platform/process.h"

namespace ergo {

namespace {

constexpr std::size_t buffer_size = 1 << 20;

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
    if (links == most_links)
      throw cannot_write(path, std::make_error_code(std::errc::too_many_symbolic_link_levels).message());
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
int owner_of(std::string_view entry, std::string_view final_name) {
  const std::size_t length = entry.size();
  if (entry.ends_with(old)) entry.remove_suffix(old.size());
  const auto at = entry.rfind(part);
  if (at == std::string_view::npos) return 0;
  const std::string_view name = entry.substr(0, at);
  if (name != final_name && !(final_name.starts_with(name) && length == longest_name)) return 0;
  int owner = 0;
  int attempt = 0;
  const char *from = entry.data() + at + part.size(), *const end = entry.data() + entry.size();
  const auto [dash, bad_owner] = std::from_chars(from, end, owner);
  if (bad_owner != std::errc() || dash == end || *dash != '-') return 0;
  const auto [stop, bad_attempt] = std::from_chars(dash + 1, end, attempt);
  return bad_attempt == std::errc() && stop == end ? owner : 0;
}

/// Writers lock their temporaries, so that another host or container cannot take them for a dead one's.
bool is_left(const std::string& path, int owner) {
  return path.ends_with(old) ? platform::is_gone(owner) : platform::is_unlocked(path);
}

}  // namespace

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

AtomicFile::Temporary::~Temporary() {
  if (!path.empty()) platform::remove(path);
}

AtomicFile::AtomicFile(const std::string& path, const AtomicFile* data)
    : path_(path), final_path_(followed(path)) {
  const platform::FileKind found = platform::kind_of(final_path_);
  if (found == platform::FileKind::folder) throw cannot_write(path, "it is a folder");
  if (found == platform::FileKind::other) throw cannot_write(path, "it is not a regular file");
  std::optional<unsigned> permissions = platform::permissions_of(final_path_);
  if (permissions)
    if (const std::error_code error = platform::check_access(final_path_)) throw cannot_write(path, error.message());
  remove_leftovers();
  open_temporary();
  if (data) permissions = platform::permissions_of(data->file_);
  if (permissions)
    if (const std::error_code error = platform::set_permissions(file_, *permissions)) fail(error);
  buffer_.reserve(buffer_size);
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::remove_leftovers() const {
  const std::string folder = folder_of(final_path_),
                    name = std::filesystem::path(final_path_).filename().string();
  for (const std::string& entry : platform::names_in(folder)) {
    const int owner = owner_of(entry, name);
    if (owner == 0 || owner == platform::own_process()) continue;
    const std::string path = folder + "/" + entry;
    if (is_left(path, owner)) platform::remove(path);
  }
}

void AtomicFile::open_temporary() {
  for (int attempt = 0; !file_.is_open(); ++attempt) {
    const std::string end =
        std::string(part) + std::to_string(platform::own_process()) + "-" + std::to_string(attempt);
    std::string path = with_end(final_path_, end);
    old_path_ = with_end(final_path_, end + std::string(old));
    std::error_code error;
    file_ = platform::create(path, error);
    if (file_.is_open())
      temporary_.path.swap(path);
    else if (error != std::errc::file_exists || attempt > 100)
      throw cannot_write(path_, error.message());
  }
  platform::lock(file_);  // for those who look for leftovers
  lock_ = platform::duplicate(file_);
}

void AtomicFile::fail(std::error_code error) const { throw cannot_write(path_, error.message()); }

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
  if (const std::error_code error = platform::write_all(file_, bytes)) fail(error);
}

void AtomicFile::reserve(std::uint64_t bytes) {
  if (const std::error_code error = platform::reserve(file_, bytes)) fail(error);
}

void AtomicFile::prepare() {
  flush();
  if (const std::error_code error = platform::settle(file_)) fail(error);
  if (const std::error_code error = file_.close()) fail(error);
}

void AtomicFile::keep_old() {
  const platform::FileKind found = platform::kind_of_entry(final_path_);
  if (found != platform::FileKind::none && found != platform::FileKind::regular)
    fail(std::make_error_code(std::errc::file_exists));
  std::error_code error = platform::add_name(final_path_, old_path_);
  if (!error) return;
  const bool no_links = error == std::errc::operation_not_permitted || error == std::errc::operation_not_supported ||
                        error == std::errc::too_many_links || error == std::errc::function_not_supported;
  if (no_links && !(error = platform::rename(final_path_, old_path_))) return;
  if (error != std::errc::no_such_file_or_directory) fail(error);
  old_path_.clear();  // there is no older file
}

void AtomicFile::replace() {
  if (const std::error_code error = platform::rename(temporary_.path, final_path_)) fail(error);
  temporary_.path.clear();
  replaced_ = true;
}

void AtomicFile::restore() noexcept {
  if (replaced_ && old_path_.empty()) platform::remove(final_path_);
  if (old_path_.empty()) return;
  platform::rename(old_path_, final_path_);
  platform::remove(old_path_);  // where both names are of one file, renaming leaves both
}

void AtomicFile::drop_old() noexcept {
  if (!old_path_.empty()) platform::remove(old_path_);
}

void AtomicFile::sync_folder() const {
  if (const std::error_code error = platform::settle_folder(folder_of(final_path_))) fail(error);
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
