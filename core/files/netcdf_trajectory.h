#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/atomic_file.h"
#include "core/run/session.h"

namespace ergo {

/// A run's draws as a netCDF-4 file that xarray and ArviZ open: group `posterior` with `x`, `y` [chain, draw]
/// (and `reservoir_x`, `reservoir_y` of samplers that have one), group `sample_stats` with the rest. ArviZ's
/// names have its meaning: `lp` = -E, `acceptance_rate`, `step_size`, `tree_depth`, `n_steps` (leapfrog
/// steps), `diverging` (NUTS's energy error); the Hamiltonian is no channel, so there is no `energy`. All
/// else has its own name: channels and state fields by id (vectors by component), `grad_evals` so far,
/// `diverged` (left the finite numbers). Both groups have the coordinate `step` [draw]. Draw 0 is the
/// beginning, where what belongs to a transition is NaN. No date is written: the same run gives the same
/// bytes.
///
/// Draws go to the disk in portions, so a run of any length takes little memory. The room for all of them is
/// taken at once: HDF5 does not survive a disk that fills up under it. The file appears at
/// finish(); without it there is none. Throws Error as AtomicFile does. Source: ArviZ's InferenceData schema;
/// netCDF-4.
class NetcdfTrajectory {
 public:
  NetcdfTrajectory(const std::string& path, const Session& session, std::uint64_t draws);
  /// Throws Error where the run has changed its sampler or chain count.
  void record(const Session& session, const ChainData& data);
  /// `meta`: JSON of provenance().
  void finish(const Session& session, const std::string& meta);

 private:
  enum class Origin { state, report, step_size, gradients, diverged };
  struct Variable {
    std::string name, doc;
    Origin origin = Origin::state;
    int offset = 0;
    double sign = 1;
    bool of_transition = false, truth_value = false, posterior = false;
    int id = -1;
    std::vector<double> portion = {};  ///< [chain, draw of the portion]
  };
  /// An open file of the library; the destructor abandons one that was not closed.
  struct Handle {
    ~Handle();
    int id = -1;
  };
  struct Group {
    int id = -1, chain = -1, draw = -1, step = -1;
  };

  void list_variables(const RunConfig& config);
  void define_group(Group& group, const char* name);
  std::uint64_t bytes(std::size_t real_size) const;
  void define(Variable& variable, int type);
  double value(const Variable& variable, const ChainData& data, std::size_t chain, double step_size,
               double gradients) const;
  void flush();
  void put_text(int group, int variable, const char* name, const std::string& text);
  void check(int status);

  std::string path_;
  AtomicFile file_;
  Handle root_;
  Group posterior_, stats_;
  std::size_t chains_, draws_, chunk_chains_ = 1, chunk_draws_ = 1, portion_draws_ = 1, recorded_ = 0,
                               flushed_ = 0;
  int state_size_ = 0, report_size_ = 0;
  std::vector<Variable> variables_;
  std::vector<long long> steps_;
};

}  // namespace ergo
