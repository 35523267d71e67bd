#pragma once

#include <optional>
#include <string>

#include "core/files/csv_file.h"
#include "core/files/netcdf_trajectory.h"
#include "core/files/trajectory.h"
#include "core/run/session.h"

namespace ergo {

/// A run's draws on their way to a file, of a set, of the kind that its name ends in: .npz, .csv or .nc. In
/// memory first if the file's form has all draws of a chain together.
class DrawsFile {
 public:
  /// Room for `count` draws.
  DrawsFile(FileSet& files, const std::string& path, const Session& session, std::uint64_t count);
  void add(Session& session);
  /// `meta`: JSON of provenance(). An .npz file of a run that learns gets the model's weights and their averages
  /// too, as read_weights() reads them.
  void finish(const Session& session, const std::string& meta, const WriteProgress& progress = {});

 private:
  AtomicFile* npz_ = nullptr;
  std::optional<CsvFile> csv_;
  std::optional<Trajectory> trajectory_;
  std::optional<NetcdfTrajectory> netcdf_;
};

}  // namespace ergo
