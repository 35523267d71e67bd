#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/base/given_file.h"
#include "core/base/npy.h"

struct zip;

namespace ergo {

/// An array that lies elsewhere.
struct NpyView {
  ElementType type;
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;
};

/// A NumPy .npz archive: arrays by name (without ".npy") and the other members as text.
struct Npz {
  std::map<std::string, NpyArray> arrays;
  std::map<std::string, std::string> texts;
};

inline constexpr std::uint64_t npz_limit = std::uint64_t{8} << 30;

/// An .npz archive open for reading, its members inflated one by one when they are asked for, so that names
/// and shapes can be judged first. Stored and deflated members, NPY 1.0 to 3.0, either byte order; Fortran
/// order is turned into C order. Throws Error naming file and member for anything damaged, unsupported
/// (pickled objects, other types), ambiguous (two members of one name) or larger than `limit` bytes; memory
/// is taken only as data arrives. Source: numpy.lib.format; PKWARE APPNOTE 6.3.
class NpzReader {
 public:
  explicit NpzReader(const std::string& path);
  /// Of a file that was read for a parameter; errors name `where` too.
  NpzReader(const GivenFile& file, const std::string& where);

  /// Places in the archive by name, of the arrays without ".npy".
  const std::map<std::string, std::uint64_t>& arrays() const { return arrays_; }
  const std::map<std::string, std::uint64_t>& texts() const { return texts_; }

  NpyHeader header(const std::string& array) const;  ///< without its data
  NpyArray array(const std::string& name, std::uint64_t limit = npz_limit) const;
  /// The last entries along the second axis, [a, c ...] of an array [a, b, c ...], b > 0; the others take no
  /// memory.
  NpyArray last_along_second_axis(const std::string& name, std::uint64_t limit = npz_limit) const;
  std::string text(const std::string& name, std::uint64_t limit = npz_limit) const;

 private:
  struct Close {
    void operator()(zip* archive) const;
  };
  NpzReader(zip* archive, std::string path, std::shared_ptr<const std::string> bytes);
  std::string where(const std::string& member) const { return path_ + ", " + member; }

  std::string path_;
  std::shared_ptr<const std::string> bytes_;  ///< what the archive reads, if that is no file; it goes after the archive
  std::unique_ptr<zip, Close> archive_;
  std::map<std::string, std::uint64_t> arrays_, texts_;
};

/// All members of an archive, of `limit` bytes together; throws as NpzReader.
Npz read_npz(const std::string& path, std::uint64_t limit = npz_limit);

/// Writes an archive that numpy.load reads: members stored, ZIP64 headers, so any size. Throws as AtomicFile.
void write_npz(AtomicFile& file, const std::map<std::string, NpyView>& arrays,
               const std::map<std::string, std::string>& texts, const WriteProgress& progress = {});
/// Writes a whole file.
void write_npz(const std::string& path, const Npz& npz);

}  // namespace ergo
