#include "core/files/described_runs.h"

#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/npz/npz.h"
#include "core/settings/provenance.h"

namespace ergo {
namespace {

constexpr std::size_t description_limit = 16 << 20;

}  // namespace

Preset load_runs(const std::string& name_or_path) {
  const std::string& path = name_or_path;
  if (path.ends_with(".npz")) {
    const NpzReader archive(path);
    if (!archive.texts().contains("meta.json"))
      throw Error("no description of a run in the file:", path, "a file that this program exported", "");
    return parse_description(archive.text("meta.json", description_limit), path + ", meta.json");
  }
  const std::string beside = path + ".json";
  std::error_code ignored;
  const bool has_sidecar =
      (path.ends_with(".csv") || path.ends_with(".gif")) && std::filesystem::exists(beside, ignored);
  const std::string file = has_sidecar ? beside : path;
  if (file.ends_with(".json") && std::filesystem::exists(file, ignored)) {
    const std::string text = read_file(file, description_limit);
    if (is_description(text, file)) return parse_description(text, file);
  }
  if (path.ends_with(".csv") && std::filesystem::exists(path, ignored))
    throw Error("no description of a run beside the table:", path,
                "a table that this program exported; target=points target.file=" + path + " makes its rows a density", "");
  return load_preset(path);
}

}  // namespace ergo
