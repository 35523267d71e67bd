#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/files/csv_file.h"
#include "core/files/recorded_columns.h"
#include "core/npz/npz.h"

namespace ergo {

class AtomicFile;

inline constexpr std::uint64_t trajectory_limit = std::uint64_t{8} << 30;

/// What one draw of all chains takes in a trajectory.
std::uint64_t bytes_of_draw(const RunConfig& config, BackendKind backend);

/// The chains at chosen steps, in memory, for export. Element type float64 from the CPU backend, float32 from
/// the GPU; uint8 of the values of sites.
class Trajectory {
 public:
  /// Room for `draws` draws of the run's chains, which takes memory as it is filled. Throws Error where that
  /// is more than `limit` bytes.
  Trajectory(const RunConfig& config, BackendKind backend, std::uint64_t draws,
             std::uint64_t limit = trajectory_limit);

  /// Adds one draw; draw 0 is the initial state, where channels that belong to a transition are NaN, as where
  /// the sampler began anew. Throws Error where the run has changed its sampler or chain count, or the room
  /// is used up.
  void record(const ChainData& data);
  std::uint64_t recorded() const { return recorded_; }

  /// NPZ: `x` [chain, draw, dim], of sites [chain, draw, site] (uint8) and `place` [chain, draw, 2]; every state field
  /// [chain, draw] or [chain, draw, dim] (as `<id>_state` where a channel is called that); every channel [chain,
  /// draw]; `diverged` [chain] (0, or 1 + the step whose result was not finite); `draw_step` [draw]; `meta.json`.
  /// Only the recorded draws; besides them `others`, which no array of draws is called as. Throws as AtomicFile does.
  void write_npz(AtomicFile& file, const std::string& meta, const WriteProgress& progress = {},
                 const std::map<std::string, NpyArray>& others = {});
  /// Tidy CSV `chain,draw,step,x[,y],<channels>,diverged`, with a column x<k> for site k = 1, 2, ... of
  /// configurations, one row per chain and draw, the last 1 from where the chain rests for want of a finite result;
  /// the meta goes to `path`.json.
  void write_csv(CsvFile& file, const std::string& meta, const WriteProgress& progress = {}) const;

 private:
  struct Free {
    void operator()(std::byte* room) const { std::free(room); }
  };
  /// `values`: [chain, draw, component], C order, with room for draws_ draws. Zeros by calloc: of large
  /// pieces the system hands out pages as they are first touched.
  struct Column {
    RecordedColumn what;
    std::unique_ptr<std::byte[], Free> values;
    ElementType type = ElementType::float64;
    std::size_t components() const { return static_cast<std::size_t>(what.components); }
  };
  /// `data`: of as many chains, in rows of the same size.
  template <class Element>
  void record_as(const Column& column, const ChainData& data);
  void append_rows(CsvFile& file, const WriteProgress& progress) const;
  void drop_unused();

  int state_size_ = 0, report_size_ = 0;
  std::uint64_t chains_ = 0, draws_ = 0, recorded_ = 0;
  ElementType type_ = ElementType::float64;
  std::vector<Column> columns_;
  std::vector<std::int64_t> steps_;
  std::vector<std::int64_t> diverged_;  ///< of each chain, by the last draw
};

}  // namespace ergo
