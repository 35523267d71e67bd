#include "core/files/draws_file.h"

namespace ergo {

DrawsFile::DrawsFile(std::string path, const Session& session, std::uint64_t count) : path_(std::move(path)) {
  if (path_.ends_with(".nc"))
    netcdf_.emplace(path_, session, count);
  else
    trajectory_.emplace(session.config(), session.backend().kind(), count);
}

void DrawsFile::add(Session& session) {
  netcdf_ ? netcdf_->record(session, session.read()) : trajectory_->record(session.read());
}

void DrawsFile::finish(const Session& session, const std::string& meta, const WriteProgress& progress) {
  if (netcdf_)
    netcdf_->finish(session, meta);
  else if (path_.ends_with(".npz"))
    trajectory_->write_npz(path_, meta, progress);
  else
    trajectory_->write_csv(path_, meta, progress);
}

}  // namespace ergo
