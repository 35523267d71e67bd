#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/files/netcdf_writer.h"
#include "core/files/recorded_columns.h"
#include "core/run/session.h"

namespace ergo {

/// A run's draws as a netCDF-4 file that xarray and ArviZ open: group `posterior` with `x`, `y` [chain, draw] (and
/// `reservoir_x`, `reservoir_y` of samplers that have one; `x1`, `x2` ... (bytes) of the values of sites), group
/// `sample_stats` with the rest. ArviZ's names have its meaning: `lp` = -E, `acceptance_rate`, `step_size`,
/// `tree_depth`, `n_steps` (leapfrog steps), `diverging` (by the energy error), `reached_max_treedepth`, and for
/// samplers with a momentum `energy`, the Hamiltonian E(x) + p.p/2 of the state. All else has its own name: channels
/// and state fields by id (vectors by component), `grad_evals` so far, `diverged` (see reach_of()). Both groups have
/// the coordinate `step` [draw]. Draw 0 is the beginning: no trajectory has been made, so that its depth and its steps
/// are 0; what else belongs to a transition is NaN. The same run gives the same bytes under one SOURCE_DATE_EPOCH.
///
/// Draws are handed on in portions, so a run of any length takes little memory; the room on the disk is taken
/// at the beginning. Throws Error as AtomicFile does. Source: ArviZ's InferenceData schema; netCDF-4.
class NetcdfTrajectory {
 public:
  NetcdfTrajectory(AtomicFile& file, const Session& session, std::uint64_t draws);
  /// Throws Error where the run has changed its sampler or chain count.
  void record(const Session& session, const ChainData& data);
  /// `meta`: JSON of provenance().
  void finish(const Session& session, const std::string& meta);

 private:
  enum class Origin { state, report, hamiltonian, saturated, step_size, gradients, diverged };
  struct Variable {
    NetcdfLayout::Variable in_file;
    Origin origin = Origin::state;
    int offset = 0;             ///< component of the column; in a row, where there is none
    RecordedColumn column = {};
    double sign = 1;
    bool of_transition = false;
    double at_start = 0;  ///< of a transition, before there is one
  };
  /// Values that all chains have.
  struct Common {
    double step_size, gradients, largest_depth;
  };

  void list_variables(const RunConfig& config);
  void list_derived_variables(const Descriptor& sampler);
  double value(const Variable& variable, const ChainData& data, std::size_t chain, const Common& common) const;
  void flush();

  std::size_t chains_, draws_, portion_draws_ = 1, recorded_ = 0, flushed_ = 0;
  int state_size_ = 0, report_size_ = 0, energy_offset_ = 0, dim_ = 2;
  std::vector<Variable> variables_;
  std::vector<std::vector<double>> portion_;  ///< [variable][chain, draw of the portion]
  std::vector<std::int64_t> steps_;
  std::optional<NetcdfWriter> writer_;
};

}  // namespace ergo
