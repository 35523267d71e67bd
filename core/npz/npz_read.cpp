#include <zip.h>

#include <algorithm>
#include <memory>
#include <span>

#include "core/base/error.h"
#include "core/npz/npz.h"

namespace ergo {

namespace {

constexpr std::size_t chunk_size = npy_header_limit;
constexpr std::uint64_t text_limit = 64 << 20;
constexpr zip_int64_t member_limit = 10000;

struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};

Error unreadable(zip_error_t& error, const std::string& path, const std::string& where) {
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  return Error("not a readable .npz archive (" + why + ")", path, "a file written by numpy.savez", where);
}

zip_t* open_archive(const std::string& path) {
  int code = 0;
  if (zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, &code)) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  throw unreadable(error, path, "");
}

zip_t* open_archive(const GivenFile& file, const std::string& where) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(file.bytes->data(), file.bytes->size(), 0, &error);
  if (!source) throw unreadable(error, file.source, where);
  if (zip_t* archive = zip_open_from_source(source, ZIP_RDONLY, &error)) return archive;
  zip_source_free(source);
  throw unreadable(error, file.source, where);
}

/// One member's bytes as they come; a wrong checksum or a short stream is an Error.
class Member {
 public:
  Member(zip_t* archive, zip_uint64_t index, std::string where)
      : where_(std::move(where)), file_(zip_fopen_index(archive, index, 0)), chunk_(chunk_size) {
    if (!file_) throw damaged(zip_strerror(archive));
    fill();
  }
  /// The bytes that follow, empty at the end; at the beginning they hold any legal preamble.
  std::span<const std::byte> ahead() const { return ahead_; }
  /// Passes over the next `wanted` bytes, appending them to `bytes` where that is given. At the end libzip
  /// has compared the checksum.
  void take(std::uint64_t wanted, std::vector<std::byte>* bytes = nullptr) {
    while (wanted > 0) {
      if (ahead_.empty()) throw damaged("its data is not as long as its shape says");
      const auto piece = ahead_.first(std::min<std::uint64_t>(wanted, ahead_.size()));
      if (bytes) bytes->insert(bytes->end(), piece.begin(), piece.end());
      ahead_ = ahead_.subspan(piece.size());
      wanted -= piece.size();
      if (ahead_.empty()) fill();
    }
  }
  Error damaged(const std::string& why) const {
    return Error("damaged member (" + why + ")", "", "an archive written by numpy.savez", where_);
  }

 private:
  void fill() {
    std::size_t filled = 0;
    while (filled < chunk_.size()) {
      const zip_int64_t got = zip_fread(file_.get(), &chunk_[filled], chunk_.size() - filled);
      if (got < 0) throw damaged(zip_file_strerror(file_.get()));
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    ahead_ = std::span(chunk_).first(filled);
  }

  std::string where_;
  std::unique_ptr<zip_file_t, CloseMember> file_;
  std::vector<std::byte> chunk_;
  std::span<const std::byte> ahead_;
};

Error too_large(const std::string& where, std::uint64_t limit) {
  return Error("too large to read", "", "at most " + std::to_string(limit) + " bytes in all", where);
}

/// An array of `shape` from the last `kept` elements of each of `blocks` equal parts of the data.
NpyArray read_tails(Member& member, const NpyHeader& header, std::size_t blocks, std::size_t kept,
                    std::vector<std::size_t> shape) {
  const std::size_t size = size_of(header.type), skipped = blocks > 0 ? header.count / blocks - kept : 0;
  NpyArray array{header.type, std::move(shape), {}};
  member.take(header.data_offset);
  for (std::size_t block = 0; block < blocks; ++block) {
    member.take(skipped * size);
    member.take(kept * size, &array.bytes);
  }
  if (!member.ahead().empty()) throw member.damaged("its data is not as long as its shape says");
  settle_order(array, header);
  return array;
}

NpyHeader header_within(const Member& member, const std::string& where, std::uint64_t limit) {
  NpyHeader header = parse_npy_header(member.ahead(), where);
  if (header.count > limit / size_of(header.type)) throw too_large(where, limit);
  return header;
}

}  // namespace

void NpzReader::Close::operator()(zip* archive) const { zip_discard(archive); }

NpzReader::NpzReader(const std::string& path) : NpzReader(open_archive(path), path, nullptr) {}

NpzReader::NpzReader(const GivenFile& file, const std::string& where)
    : NpzReader(open_archive(file, where), where + ", " + file.source, file.bytes) {}

NpzReader::NpzReader(zip* archive, std::string path, std::shared_ptr<const std::string> bytes)
    : path_(std::move(path)), bytes_(std::move(bytes)), archive_(archive) {
  const zip_int64_t members = zip_get_num_entries(archive_.get(), 0);
  if (members > member_limit)
    throw Error("too many members", std::to_string(members), "at most " + std::to_string(member_limit), path_);
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(members); ++i) {
    const char* raw = zip_get_name(archive_.get(), i, 0);
    const std::string file = raw ? raw : "";
    const bool is_array = file.ends_with(".npy");
    const std::string name = is_array ? file.substr(0, file.size() - 4) : file;
    if (name.empty()) throw Error("a member without a name", file, "names", path_);
    if (arrays_.contains(name) || texts_.contains(name))
      throw Error("two members of one name", name, "each name once", path_);
    (is_array ? arrays_ : texts_)[name] = i;
  }
}

NpyHeader NpzReader::header(const std::string& array) const {
  const std::string place = where(array + ".npy");
  return parse_npy_header(Member(archive_.get(), arrays_.at(array), place).ahead(), place);
}

NpyArray NpzReader::array(const std::string& name, std::uint64_t limit) const {
  const std::string place = where(name + ".npy");
  Member member(archive_.get(), arrays_.at(name), place);
  const NpyHeader header = header_within(member, place, limit);
  return read_tails(member, header, 1, header.count, header.shape);
}

NpyArray NpzReader::last_along_second_axis(const std::string& name, std::uint64_t limit) const {
  const std::string place = where(name + ".npy");
  Member member(archive_.get(), arrays_.at(name), place);
  const NpyHeader header = header_within(member, place, limit);
  std::vector<std::size_t> shape = header.shape;
  shape.erase(shape.begin() + 1);
  std::size_t rows = shape[0], row = 1;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) row *= shape[axis];
  if (header.fortran_order) std::swap(rows, row);
  return read_tails(member, header, rows, row, shape);
}

std::string NpzReader::text(const std::string& name, std::uint64_t limit) const {
  const std::string place = where(name);
  Member member(archive_.get(), texts_.at(name), place);
  limit = std::min(limit, text_limit);
  std::vector<std::byte> bytes;
  while (!member.ahead().empty()) {
    if (bytes.size() + member.ahead().size() > limit) throw too_large(place, limit);
    member.take(member.ahead().size(), &bytes);
  }
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Npz read_npz(const std::string& path, std::uint64_t limit) {
  const NpzReader reader(path);
  Npz npz;
  std::uint64_t left = limit;
  for (const auto& [name, place] : reader.arrays()) {
    const auto& array = npz.arrays[name] = reader.array(name, left);
    left -= array.bytes.size();
  }
  for (const auto& [name, place] : reader.texts()) {
    const auto& text = npz.texts[name] = reader.text(name, left);
    left -= text.size();
  }
  return npz;
}

}  // namespace ergo
