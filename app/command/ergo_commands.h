#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/figures/figure_style.h"
#include "core/live/machine.h"
#include "core/run/parameter_map.h"
#include "core/run/parameter_sweep.h"
#include "core/run/tuning.h"
#include "core/settings/preset.h"

namespace ergo {

class Comparison;

class RunRecorder;
struct RunRecord;

/// The runs that `[PRESET] [path=value ...]` on a command line describes: the preset's runs with the assignments
/// applied. Of a comparison these are all runs, or the one given by `session=N`.
struct RunsRequest {
  std::vector<PresetSession> runs;
  PresetView view;
  std::vector<bool> chains_given;  ///< of each run, by an assignment rather than the preset
};
RunsRequest parse_runs(std::vector<std::string> words);

/// A single run. Of a comparison it is the first one if `session=N` is not given; stderr says so unless `quiet`.
PresetSession parse_run(std::vector<std::string> words, bool quiet);

/// Prints remarks on settings that do not do what their names say, to stderr.
void print_remarks(const RunConfig& config, const std::string& name = "");

/// Options that several commands share.
struct CommonOptions {
  int gl_device = -1;
  std::string renderer = "auto";
  std::string shaders;
  bool quiet = false;
  bool json = false;
};

struct RunOptions : CommonOptions {
  std::vector<std::string> run;  ///< [PRESET] [path=value ...]
  std::uint64_t steps = 0, every = 1;
  std::optional<std::string> init, weights, out, metrics;
  std::string draws, mmd = "closed_form", pace;
};

struct PlotRequest : RunOptions {
  std::string from;             ///< a metrics file in place of a run
  bool run_given = false;       ///< --steps, --every or another option of a run
  std::string quantity;         ///< ids, with commas between; empty: the first that there is
  std::string over = "gradients", x_axis = "linear", y_axis = "auto", theme = "light", file;
  FigureWords look;
  bool pictures = false;              ///< of all runs, above the curves
  std::uint64_t steps_per_frame = 0;  ///< of pictures and clips; 0: the preset's
  double speed = 0;                   ///< of clips; 0: the preset's
  std::uint64_t frames_per_second = 25;
};

struct RenderRequest : CommonOptions {
  std::vector<std::string> run;
  std::uint64_t steps = 200;
  std::uint64_t steps_per_frame = 0;  ///< 0: the preset's
  double speed = 0;                   ///< 0: the preset's
  std::uint64_t frames_per_second = 25;
  std::string theme;  ///< empty: dark, or light on another ground than the theme's
  std::string draws, axes, show, colour_by, pace, out;
  FigureWords look;  ///< its size may be in pixels
  double scale = 1;
  bool contours = false, scales = false, trails = true, transparent = false, words = true;
  bool figure = false, no_figure = false;  ///< at most one is set; neither: as usual for the kind of file

  /// Whether the size is one on paper, in mm.
  bool on_paper() const { return is_length(look.size) || (look.size.empty() && !look.journal.empty()); }
  /// The options of a figure, without a size in pixels.
  FigureWords figure_words() const {
    FigureWords words = look;
    if (!is_length(words.size)) words.size.clear();
    return words;
  }
};

struct ExactOptions : CommonOptions {
  std::vector<std::string> run;
  std::string what;
  std::uint64_t steps = 100;
  std::optional<std::string> out;
};

struct BenchOptions : CommonOptions {
  std::vector<std::string> words;  ///< ids of units to measure, and assignments for their runs
  std::uint64_t chains = 100'000, steps_per_dispatch = 16;
  double seconds = 0.3;
  std::string backend = "all";
  bool against = false;            ///< compare with the programs of app/peers
  std::string python = "python3";  ///< for those of NumPy and PyTorch
  std::uint64_t rounds = 5;        ///< of the comparison
};

struct MapOptions : CommonOptions {
  std::vector<std::string> run;
  MapAxes axes = {.x = "", .y = ""};  ///< empty: the sampler's first parameters
  std::uint64_t columns = 24, rows = 16, chains_per_cell = 16, steps = 384;
};

struct SweepRequest : CommonOptions {
  std::vector<std::string> run;
  std::string values, from, to;  ///< as typed; empty where not given
  SweepOptions sweep;
  std::string theme = "light", file;  ///< without a file the table goes to stdout
  FigureWords look;
};

struct TuneOptions : CommonOptions {
  std::vector<std::string> run;
  TuningOptions tuning;
  std::set<std::string> given;  ///< options whose values count; for the others the preset's do
};

struct CompileOptions : CommonOptions {
  std::vector<std::string> words;  ///< ids of units, and assignments for all their runs
};

struct ReproduceOptions {
  std::vector<std::string> ids;
  double effort = 1;
  bool quiet = false, json = false;
};

struct LearnOptions {
  std::vector<std::string> words;  ///< path=value
  std::uint64_t iterations = 2000, every = 100;
  std::optional<std::string> weights, out, picture;
  std::string theme = "light";
  bool quiet = false, json = false;
};

struct VerifyOptions : CommonOptions {
  std::vector<std::string> ids;
  std::string backend = "all";
  std::uint64_t seed = 1;
};

/// Each command returns the exit code 0 or 1 and throws Error for 2 and 3.
int list_command(const std::string& what, const std::string& format);  ///< format: text, json, markdown
int describe_command(const std::string& id, bool json);
/// How a formula is read, its gradient, what is found about its density, and its device text. Throws Error with the place
/// of a mistake.
int describe_formula(const std::string& text, bool json);
int run_command(const RunOptions& options);
int plot_command(const PlotRequest& request);
int render_command(const RenderRequest& request);
int verify_command(const VerifyOptions& options);
int learn_command(const LearnOptions& options);
/// Without ids, a list of the experiments.
int reproduce_command(const ReproduceOptions& options);
int map_command(const MapOptions& options);
int sweep_command(const SweepRequest& request);
int tune_command(const TuneOptions& options);  ///< 1 if no schedule was found
int exact_command(const ExactOptions& options);
int bench_command(const BenchOptions& options);
/// Runs once the GPU programs of all pairs that the machine takes. Drivers keep what is compiled on disk.
int compile_command(const CompileOptions& options);

/// Runs what `options` describe to their end and writes what `record` asks for, its draws and estimator those of
/// `options`; `at_end` is called then, before remarks on the runs are printed.
void record_runs(const RunOptions& options, RunRecord record,
                 const std::function<void(Comparison&, const RunRecorder&)>& at_end);

/// What steps and draws as these options have it.
Machine::Choice machine_choice(const CommonOptions& options);

/// The runs of a request at step 0, with the chains of --init and the weights of --weights where they are given.
Comparison begin_runs(const RunOptions& options, RunsRequest& request, Machine& machine);

/// Throws Error for an id that is neither a sampler nor a target.
void check_unit_ids(const std::vector<std::string>& ids, const std::string& where);

/// Whether these ids select a pair: its sampler must be among the samplers named, if any, and its target among the
/// targets named, if any.
bool pair_wanted(const std::vector<std::string>& ids, const std::string& sampler, const std::string& target);

/// The pace of a comparison: the option's if it is given, else the preset's.
Pace pace_of(const std::string& option, const PresetView& preset);

/// The backends for "cpu", "simd", "gpu" or "all"; throws Error for other words. If there is no GPU, "all" is the
/// processor's two, and stderr says so unless `quiet`: "<deed> the processor only".
std::vector<std::unique_ptr<Backend>> backends_of(const std::string& name, Machine& machine,
                                                  const std::string& deed, bool quiet);

}  // namespace ergo
