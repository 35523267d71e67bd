#include "core/files/draws_file.h"

#include <set>

#include "core/npz/weight_arrays.h"

namespace ergo {
namespace {

/// What read_weights() reads of the model that a run learns: weights, their averages, and their coordinates.
std::map<std::string, NpyArray> learned_weights(const Session& session) {
  if (!session.learning()) return {};
  const RunLearning& learning = *session.learning();
  std::set<std::string> wanted;
  for (const WeightArray& array : learning.weight_arrays())
    wanted.insert({array.name, array.name + averaged_ending});
  for (const WeightArray& array : learning.coordinate_arrays()) wanted.insert(array.name);
  auto arrays = learning.arrays();
  std::erase_if(arrays, [&](const auto& entry) { return !wanted.contains(entry.first); });
  return arrays;
}

}  // namespace

DrawsFile::DrawsFile(FileSet& files, const std::string& path, const Session& session, std::uint64_t count) {
  if (path.ends_with(".nc")) {
    netcdf_.emplace(files.add(path), session, count);
    return;
  }
  if (path.ends_with(".csv"))
    csv_.emplace(files, path);
  else
    npz_ = &files.add(path);
  trajectory_.emplace(session.config(), session.backend().kind(), count);
}

void DrawsFile::add(Session& session) {
  netcdf_ ? netcdf_->record(session, session.read()) : trajectory_->record(session.read());
}

void DrawsFile::finish(const Session& session, const std::string& meta, const WriteProgress& progress) {
  if (netcdf_)
    netcdf_->finish(session, meta);
  else if (csv_)
    trajectory_->write_csv(*csv_, meta, progress);
  else
    trajectory_->write_npz(*npz_, meta, progress, learned_weights(session));
}

}  // namespace ergo
