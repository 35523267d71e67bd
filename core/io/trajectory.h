#pragma once

#include <cstdint>
#include <string>

#include "core/backend/backend.h"
#include "core/io/npz.h"

namespace ergo {

inline constexpr std::uint64_t trajectory_limit = std::uint64_t{8} << 30;

/// The chains at chosen steps, in memory, for export. Element type float64 from the CPU backend, float32 from the
/// GPU.
class Trajectory {
 public:
  /// Room for `draws` draws of the run's chains. Throws Error where that is more than `limit` bytes.
  Trajectory(const RunConfig& config, BackendKind backend, std::uint64_t draws,
             std::uint64_t limit = trajectory_limit);

  /// Adds one draw; draw 0 is the initial state, where channels that belong to a transition are NaN. Throws Error
  /// where the run has changed its sampler or chain count, or the room is used up.
  void record(const ChainData& data);
  std::uint64_t recorded() const { return recorded_; }

  /// NPZ: `x` [chain, draw, dim]; every state field [chain, draw] or [chain, draw, dim]; every channel
  /// [chain, draw]; `diverged` [chain] (0, or 1 + the step whose result was not finite); `draw_step` [draw];
  /// `meta.json`. Only the recorded draws. Throws as AtomicFile does.
  void write_npz(const std::string& path, const std::string& meta);
  /// Tidy CSV `chain,draw,step,x[,y],<channels>`, one row per chain and draw; the meta goes to `path`.json.
  void write_csv(const std::string& path, const std::string& meta) const;

 private:
  struct Column {
    std::string name;
    int offset;        ///< first component in the state row, or in the report row
    int components;
    bool of_report, of_transition;
  };
  void store(NpyArray& array, std::size_t element, double value) const;
  double value(const NpyArray& array, std::size_t element) const;
  void drop_unused();

  std::vector<Column> columns_;
  std::uint64_t chains_, draws_, recorded_ = 0;
  int dim_, state_size_, report_size_;
  ElementType type_;
  Npz npz_;
};

}  // namespace ergo
