#include <zip.h>

#include <algorithm>
#include <memory>

#include "core/io/npz.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

constexpr std::size_t chunk_size = 1 << 20;
constexpr std::uint64_t text_limit = 64 << 20;
constexpr zip_int64_t member_limit = 10000;

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

Archive open_archive(const std::string& path) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  throw Error("not a readable .npz archive (" + why + ")", path, "a file written by numpy.savez", "");
}

/// One member's bytes as they come; a wrong checksum or a short stream is an Error.
class Member {
 public:
  Member(zip_t* archive, zip_uint64_t index, std::string where)
      : where_(std::move(where)), file_(zip_fopen_index(archive, index, 0)) {
    if (!file_) throw damaged(zip_strerror(archive));
  }
  /// Appends up to `wanted` bytes; fewer only at the end.
  void read(std::vector<std::byte>& bytes, std::uint64_t wanted) {
    while (wanted > 0) {
      const std::size_t old = bytes.size(), chunk = std::min<std::uint64_t>(wanted, chunk_size);
      bytes.resize(old + chunk);
      const zip_int64_t got = zip_fread(file_.get(), bytes.data() + old, chunk);
      if (got < 0) throw damaged(zip_file_strerror(file_.get()));
      bytes.resize(old + static_cast<std::size_t>(got));
      if (got == 0) return;
      wanted -= static_cast<std::uint64_t>(got);
    }
  }
  /// True when nothing is left; reading on to the end makes libzip compare the checksum.
  bool at_end() {
    std::vector<std::byte> rest;
    read(rest, 1);
    return rest.empty();
  }
  Error damaged(const std::string& why) const {
    return Error("damaged member (" + why + ")", "", "an archive written by numpy.savez", where_);
  }

 private:
  std::string where_;
  std::unique_ptr<zip_file_t, CloseMember> file_;
};

NpyArray in_c_order(NpyArray array) {
  const std::size_t axes = array.shape.size(), size = size_of(array.type), count = array.size();
  std::vector<std::size_t> index(axes, 0), stride(axes, 1);
  for (std::size_t a = 1; a < axes; ++a) stride[a] = stride[a - 1] * array.shape[a - 1];
  std::vector<std::byte> bytes(array.bytes.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t from = 0;
    for (std::size_t a = 0; a < axes; ++a) from += index[a] * stride[a];
    std::copy_n(&array.bytes[from * size], size, &bytes[i * size]);
    for (std::size_t a = axes; a-- > 0;) {
      if (++index[a] < array.shape[a]) break;
      index[a] = 0;
    }
  }
  array.bytes = std::move(bytes);
  return array;
}

Error too_large(const std::string& where, std::uint64_t limit) {
  return Error("too large to read", "", "at most " + std::to_string(limit) + " bytes in all", where);
}

NpyArray read_array(Member& member, const std::string& where, std::uint64_t limit) {
  std::vector<std::byte> bytes;
  member.read(bytes, std::min<std::uint64_t>(npy_header_limit, limit));
  const NpyHeader header = parse_npy_header(bytes, where);
  if (header.count > limit / size_of(header.type)) throw too_large(where, limit);
  const std::size_t wanted = header.count * size_of(header.type);
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header.data_offset));
  if (bytes.size() < wanted) member.read(bytes, wanted - bytes.size());
  if (bytes.size() != wanted || !member.at_end())
    throw member.damaged("its data is not as long as its shape says");
  NpyArray array{header.type, header.shape, std::move(bytes)};
  return header.fortran_order && array.size() > 1 ? in_c_order(std::move(array)) : array;
}

std::string read_text(Member& member, const std::string& where, std::uint64_t limit) {
  std::vector<std::byte> bytes;
  member.read(bytes, limit);
  if (!member.at_end()) throw too_large(where, limit);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Npz read_npz(const std::string& path, std::uint64_t limit) {
  const Archive archive = open_archive(path);
  const zip_int64_t members = zip_get_num_entries(archive.get(), 0);
  if (members > member_limit)
    throw Error("too many members", std::to_string(members), "at most " + std::to_string(member_limit), path);
  Npz npz;
  std::uint64_t left = limit;
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(members); ++i) {
    const char* raw = zip_get_name(archive.get(), i, 0);
    const std::string file = raw ? raw : "", where = path + ", " + file;
    const bool is_array = file.ends_with(".npy");
    const std::string name = is_array ? file.substr(0, file.size() - 4) : file;
    if (name.empty()) throw Error("a member without a name", file, "names", path);
    if (npz.arrays.contains(name) || npz.texts.contains(name))
      throw Error("two members of one name", name, "each name once", path);
    Member member(archive.get(), i, where);
    if (is_array) {
      const auto& array = npz.arrays[name] = read_array(member, where, left);
      left -= array.bytes.size();
    } else {
      const auto& text = npz.texts[name] = read_text(member, where, std::min(left, text_limit));
      left -= text.size();
    }
  }
  return npz;
}

}  // namespace ergo
