#pragma once

#include <filesystem>
#include <string>

namespace ergo {

/// Writes the shaders to a folder of their own, with lattice proposals by the soft-max over all sites of an axis,
/// O(S), in place of the closed forms: what the closed forms' speed is compared with. Returns the folder.
inline std::string shaders_by_sums() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "ergo_shaders_by_sums";
  fs::remove_all(folder);
  fs::copy(ERGO_SOURCE_DIR "/shaders", folder, fs::copy_options::recursive);
  fs::copy_file(ERGO_SOURCE_DIR "/tests/bench/lattice_proposals_by_sums.glsl",
                folder / "common/lattice_proposals.glsl", fs::copy_options::overwrite_existing);
  return folder.string();
}

}  // namespace ergo
