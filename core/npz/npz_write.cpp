#include <zlib.h>

#include <algorithm>
#include <string_view>

#include "core/base/atomic_file.h"
#include "core/npz/npz.h"

namespace ergo {

namespace {

/// Little-endian integers one after the other.
struct Bytes {
  std::string text;
  Bytes& u16(std::uint64_t value) { return put(value, 2); }
  Bytes& u32(std::uint64_t value) { return put(value, 4); }
  Bytes& u64(std::uint64_t value) { return put(value, 8); }
  Bytes& put(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }
};

constexpr std::uint64_t version_needed = 45;    // ZIP64
constexpr std::uint64_t made_by = 3 << 8 | 45;  // Unix
constexpr std::uint64_t no_date = 0x21;         // 1980-01-01: the same run writes the same bytes
constexpr std::uint64_t in_zip64 = 0xffffffff;
constexpr std::uint64_t utf8_names = 1 << 11;
constexpr std::uint64_t permissions = std::uint64_t{0100644} << 16;

/// A ZIP archive of stored members (PKWARE APPNOTE 6.3, sections 4.3 and 4.5.3), every member with ZIP64
/// sizes.
class ZipWriter {
 public:
  /// `size`: of all members' bodies, for `progress`.
  ZipWriter(AtomicFile& file, std::uint64_t size, const WriteProgress& progress)
      : file_(file), size_(size), progress_(progress) {}

  void member(const std::string& name, std::string_view head, std::string_view body) {
    const std::uint64_t size = head.size() + body.size();
    uLong crc = crc32_z(0, nullptr, 0);
    const auto check = [&crc](std::string_view bytes) {
      crc = crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    };
    check(head);
    in_portions(body, check);
    const std::uint64_t offset = written_;
    Bytes local;
    local.u32(0x04034b50).u16(version_needed).u16(utf8_names).u16(0).u16(0).u16(no_date).u32(crc);
    local.u32(in_zip64).u32(in_zip64).u16(name.size()).u16(20).text += name;
    local.u16(1).u16(16).u64(size).u64(size);
    write(local.text);
    write(head);
    in_portions(body, [this](std::string_view bytes) { write(bytes); });
    directory_.u32(0x02014b50).u16(made_by).u16(version_needed).u16(utf8_names).u16(0).u16(0).u16(no_date);
    directory_.u32(crc).u32(in_zip64).u32(in_zip64).u16(name.size()).u16(28).u16(0).u16(0).u16(0);
    directory_.u32(permissions).u32(in_zip64).text += name;
    directory_.u16(1).u16(24).u64(size).u64(size).u64(offset);
    ++members_;
  }

  void finish() {
    const std::uint64_t begin = written_, size = directory_.text.size();
    Bytes end;
    end.u32(0x06064b50).u64(44).u16(made_by).u16(version_needed).u32(0).u32(0).u64(members_).u64(members_);
    end.u64(size).u64(begin).u32(0x07064b50).u32(0).u64(begin + size).u32(1);
    const std::uint64_t count = std::min<std::uint64_t>(members_, 0xffff);
    end.u32(0x06054b50).u16(0).u16(0).u16(count).u16(count).u32(std::min(size, in_zip64));
    end.u32(in_zip64).u16(0);
    write(directory_.text);
    write(end.text);
  }

 private:
  /// A body passes twice: once for its checksum, which stands before it, and once to the disk.
  template <class Use>
  void in_portions(std::string_view body, const Use& use) {
    constexpr std::size_t portion = 4 << 20;
    while (!body.empty()) {
      const std::string_view now = body.substr(0, portion);
      use(now);
      body.remove_prefix(now.size());
      passed_ += now.size();
      if (progress_) progress_(static_cast<double>(passed_) / (2 * static_cast<double>(size_)));
    }
  }
  void write(std::string_view bytes) {
    file_.write(bytes);
    written_ += bytes.size();
  }
  AtomicFile& file_;
  Bytes directory_;
  std::uint64_t written_ = 0, members_ = 0, passed_ = 0, size_;
  const WriteProgress& progress_;
};

}  // namespace

void write_npz(AtomicFile& file, const std::map<std::string, NpyView>& arrays,
               const std::map<std::string, std::string>& texts, const WriteProgress& progress) {
  std::uint64_t size = 0;
  for (const auto& [name, array] : arrays) size += array.bytes.size();
  for (const auto& [name, text] : texts) size += text.size();
  ZipWriter zip(file, size, progress);
  for (const auto& [name, array] : arrays) {
    zip.member(name + ".npy", npy_header(array.type, array.shape),
               {reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()});
  }
  for (const auto& [name, text] : texts) zip.member(name, {}, text);
  zip.finish();
}

void write_npz(const std::string& path, const Npz& npz) {
  std::map<std::string, NpyView> arrays;
  for (const auto& [name, array] : npz.arrays) arrays[name] = {array.type, array.shape, array.bytes};
  FileSet files;
  write_npz(files.add(path), arrays, npz.texts);
  files.commit();
}

}  // namespace ergo
