#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/journal.h"
#include "core/config/run_config.h"
#include "core/run/session.h"
#include "core/run/shared_clock.h"
#include "core/run/tuning.h"

namespace ergo {

/// The part of the plane to show; no height: all of the target.
struct PresetCamera {
  double centre_x = 0, centre_y = 0;
  std::optional<double> height;  ///< plane units
  bool operator==(const PresetCamera&) const = default;
};

inline constexpr double slowest = 0.01, fastest = 10;  ///< speeds, as multiples of the steps per frame

/// How a preset is shown; what it does not set stays as the window has it.
struct PresetView {
  std::optional<std::string> coordinates;  ///< position, phase, thermostat, section
  std::optional<std::string> colour_by;    ///< one of colour_names()
  std::optional<std::string> show;         ///< target, histogram, difference, expected
  std::optional<std::string> draws;        ///< raw, weighted, reservoir, ergodic
  std::optional<PresetCamera> camera;      ///< all of the target where a preset leaves it open
  std::optional<bool> contours, marginals, scales, trails;
  std::optional<double> trail_life;     ///< frames, 1 to 10000
  std::optional<double> point_size;     ///< logical pixels, 0.5 to 20
  std::optional<int> steps_per_frame;   ///< 1 to 10000
  std::optional<double> speed;          ///< times steps_per_frame, slowest to fastest
  std::optional<double> loop;           ///< goes back to the beginning at this time of the clock, 1 to 1e9
  std::optional<std::uint32_t> follow;  ///< number of the chain that is followed closely
  std::optional<std::string> pace;      ///< of a comparison: gradients, steps
  std::optional<bool> curve;            ///< the sampler's tuning curve, open
  std::optional<bool> map;              ///< of the sampler's parameters, open
  std::optional<std::string> graph;     ///< the state graph, open: of the run, or of ising, four spins
  std::optional<TuningOptions> tuning;  ///< the search for a schedule, open and set so
  bool operator==(const PresetView&) const = default;
};

/// One run of a comparison.
struct PresetSession {
  RunConfig config;
  Journal journal;
  bool operator==(const PresetSession&) const = default;
};

inline constexpr std::size_t sessions_max = 6;  ///< of a comparison

/// A run with a title, or several side by side on one target and seed: data, never code.
struct Preset {
  std::string title;
  std::string story;  ///< two sentences
  std::string question = {};  ///< a sentence shown below the picture, until the runs are changed
  std::string group;  ///< under which it is listed, one of preset_groups(); empty: under none
  RunConfig config;
  Journal journal;
  std::vector<PresetSession> beside = {};  ///< the other runs of a comparison; for what differs see may_differ()
  PresetView view;
  std::optional<std::vector<std::string>> plots = {};  ///< quantities to plot: these and no others
  /// That a saved run had reached: opening it goes there. Of a comparison, gradient evaluations or steps as
  /// its pace has it.
  std::uint64_t step = 0;
  bool paused = false;  ///< opens paused, as it was saved
  std::vector<double> bookmarks = {};  ///< moments of the run worth going back to, in what `step` counts
};

/// What the view's runs keep equal; gradient evaluations where it leaves that open.
Pace pace_of(const PresetView& view);

/// The runs as they stand, to be opened again where their clock is.
Preset saved_runs(std::span<const Session* const> runs, const SharedClock& clock, PresetView view = {});

/// Text of the built-in presets and lectures by file name (presets/*.json, presets/lectures/*.json).
const std::map<std::string, std::string>& embedded_presets();

/// Ids of what there is to plot of its runs.
std::vector<std::string> plot_names(const Preset& preset);

/// Headings of a list of presets, in order.
const std::vector<std::string>& preset_groups();

/// Names of the built-in presets (file names without ".json"): "welcome", then by group and name.
const std::vector<std::string>& preset_names();

/// A built-in preset by name, the one in a share string, or the preset file at a path. Throws Error; for an
/// unknown name with the nearest one.
Preset load_preset(const std::string& name_or_path);

/// Parses the JSON {"version": 2, "title", "story", "question", "group", "run": {path: value}, "journal": [{"step",
/// "set": {path: value}}], "sessions": [{"run", "journal"}, ...], "view": {...}, "plots": [ids], "step",
/// "paused": bool, "bookmarks": [moments]}. A comparison has 2 to 6 sessions, each with paths of its own on top of
/// "run": those of may_differ(). Numbers may be strings; assignments of unit ids take effect before the rest whatever their order; relative
/// paths of pictures begin at `folder`. Throws Error that names `source`, the place within it, and the
/// nearest legal key.
Preset parse_preset(std::string_view json, const std::string& source,
                    const std::filesystem::path& folder = {});

/// The JSON that parse_preset reads back to the same preset: indented and with all values, so that a reader
/// sees what ran and later defaults change nothing; on one line and without defaults where `indent` is -1.
std::string preset_text(const Preset& preset, int indent = 2);

}  // namespace ergo
