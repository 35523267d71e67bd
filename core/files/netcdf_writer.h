#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/platform/process.h"

namespace ergo {

/// What a netCDF-4 file of draws holds: its variables [chain, draw] in the groups `posterior` and
/// `sample_stats`.
struct NetcdfLayout {
  struct Variable {
    std::string name, doc;
    bool posterior = false, truth_value = false, compressed = false;
    bool byte = false;  ///< whole numbers 0 .. 255
  };
  std::size_t chains = 1, draws = 1, chunk_chains = 1, chunk_draws = 1;
  bool single_precision = false;
  std::vector<Variable> variables;

  /// At most what the file takes: whole chunks, an index entry of each, coordinates, attributes, headers.
  std::uint64_t bytes() const;
};

/// Writes a netCDF-4 file in a child process, as the HDF5 library does not survive a failed write. Up to
/// `most_in_memory` bytes the child makes the file in its memory and the parent writes it; a larger one the
/// child writes to the disk. Throws Error as AtomicFile does.
class NetcdfWriter {
 public:
  static constexpr std::uint64_t most_in_memory = 256u << 20;

  NetcdfWriter(AtomicFile& file, const NetcdfLayout& layout, std::uint64_t in_memory = most_in_memory);
  /// Ends the child; the file is then worth nothing without finish().
  ~NetcdfWriter() = default;
  NetcdfWriter(const NetcdfWriter&) = delete;
  NetcdfWriter& operator=(const NetcdfWriter&) = delete;

  /// The draws from `first` on: `values` [variable][chain, draw of the `count`].
  void put(std::size_t first, std::size_t count, const std::vector<std::vector<double>>& values);
  /// `steps` [draw]; `texts` are attributes of the file and of both groups, as is `seed`.
  void finish(const std::vector<std::int64_t>& steps, std::uint64_t seed,
              const std::map<std::string, std::string>& texts);

 private:
  void send(const void* bytes, std::size_t size);
  [[noreturn]] void fail();
  [[noreturn]] void fail(std::uint64_t size);  ///< of the child's words that are yet to be received

  AtomicFile& file_;
  std::size_t chains_, variables_;
  platform::FileDescriptor channel_;
  platform::ChildProcess child_;
};

}  // namespace ergo
