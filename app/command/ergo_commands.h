#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/parameter_map.h"
#include "core/run/tuning.h"
#include "core/settings/preset.h"

namespace ergo {

class Machine;

/// What `[PRESET] [path=value ...]` on a command line says: a preset's runs with the assignments applied on
/// top; of a comparison all of them, or the one that a word `session=N` names.
struct RunsRequest {
  std::vector<PresetSession> runs;
  PresetView view;
  bool chains_given = false;  ///< by an assignment, not by the preset
};
RunsRequest parse_runs(std::vector<std::string> words);

/// The same for a single run: of a comparison the first one where no `session=N` is given, and stderr says
/// so, unless `quiet`.
PresetSession parse_run(std::vector<std::string> words, bool quiet);

/// What the run does other than its settings seem to say, on stderr.
void print_remarks(const RunConfig& config, const std::string& name = "");

/// Options that several commands share.
struct CommonOptions {
  int gl_device = -1;
  std::string shaders;
  bool quiet = false;
  bool json = false;
};

struct RunOptions : CommonOptions {
  std::vector<std::string> run;  ///< [PRESET] [path=value ...]
  std::uint64_t steps = 0, every = 1;
  std::optional<std::string> init, out, metrics;
  std::string draws, mmd = "closed_form", pace;
};

struct RenderRequest : CommonOptions {
  std::vector<std::string> run;
  std::uint64_t steps = 200;
  std::uint64_t steps_per_frame = 0;  ///< 0: as the preset has it
  double speed = 0;                   ///< 0: as the preset has it
  std::uint64_t frames_per_second = 25;
  std::string size = "1280x800", theme = "dark", draws, axes, show, colour_by, pace, out;
  double scale = 1;
  bool contours = false, trails = true, transparent = false, words = true;
  bool figure = false, no_figure = false;  ///< at most one; none: as the kind of file has it
};

struct ExactOptions : CommonOptions {
  std::vector<std::string> run;
  std::string what;
  std::uint64_t steps = 100;
  std::optional<std::string> out;
};

struct BenchOptions : CommonOptions {
  std::vector<std::string> words;  ///< units to measure, and assignments made in each of their runs
  std::uint64_t chains = 100'000, steps_per_dispatch = 16;
  double seconds = 0.3;
  std::string backend = "all";
};

struct MapOptions : CommonOptions {
  std::vector<std::string> run;
  MapAxes axes = {.x = "", .y = ""};  ///< empty: the sampler's first
  std::uint64_t columns = 24, rows = 16, chains_per_cell = 16, steps = 384;
};

struct TuneOptions : CommonOptions {
  std::vector<std::string> run;
  TuningOptions tuning;
};

struct CompileOptions : CommonOptions {
  std::vector<std::string> ids;
};

struct VerifyOptions : CommonOptions {
  std::vector<std::string> ids;
  std::string backend = "all";
  std::uint64_t seed = 1;
};

/// Each command returns the exit code 0 or 1 and throws Error for 2 and 3.
int list_command(const std::string& what, const std::string& format);  ///< format: text, json, markdown
int describe_command(const std::string& id, bool json);
int run_command(const RunOptions& options);
int render_command(const RenderRequest& request);
int verify_command(const VerifyOptions& options);
int map_command(const MapOptions& options);
int tune_command(const TuneOptions& options);  ///< 1 where no schedule was found
int exact_command(const ExactOptions& options);
int bench_command(const BenchOptions& options);
/// Runs every pair's GPU programs once, for drivers that keep on disk what they compile.
int compile_command(const CompileOptions& options);

/// Throws Error for an id that is neither a sampler nor a target.
void check_unit_ids(const std::vector<std::string>& ids, const std::string& where);

/// Whether a pair is meant by ids: every kind that they name must match.
bool pair_wanted(const std::vector<std::string>& ids, const std::string& sampler, const std::string& target);

/// What the runs of a comparison keep equal: what the option says, else as the preset has it.
Pace pace_of(const std::string& option, const PresetView& preset);

/// The backends that "cpu", "gpu" or "all" names; throws Error for other words. Of "all" the GPU is left out
/// where there is none, and stderr says so, unless `quiet`: "<deed> the CPU only".
std::vector<std::unique_ptr<Backend>> backends_of(const std::string& name, Machine& machine,
                                                  const std::string& deed, bool quiet);

}  // namespace ergo
