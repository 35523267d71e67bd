#include "core/files/draws_file.h"

namespace ergo {

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
    trajectory_->write_npz(*npz_, meta, progress);
}

}  // namespace ergo
