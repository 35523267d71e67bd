#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/assignment.h"
#include "core/settings/preset.h"

namespace ergo {

/// One scene of a lecture: what is said, and what changes in the window. What it does not set stays as it is.
struct Cue {
  std::string title;
  std::string caption;  ///< Markdown, for the audience
  std::string notes;    ///< Markdown, for the presenter
  std::string preset;   ///< name of the one to open; empty: the run goes on
  std::vector<Assignment> set;
  std::optional<std::uint64_t> steps;  ///< after so many more, of the dearest sampler, the run pauses
  bool running = true;                 ///< false: paused, at once after `steps`
  std::optional<std::vector<std::string>> show;      ///< panels: these and no others
  std::optional<std::vector<std::string>> plots;     ///< quantities: these and no others
  std::optional<std::vector<std::string>> controls;  ///< paths that the control panel shows in a presentation
  PresetView view;                                ///< its camera is the cue's "camera", where that is given
};

/// Presets with words, one after the other: data, never code.
struct Lecture {
  std::string title;
  std::string story;  ///< two sentences
  std::vector<Cue> cues;
};

/// The panels that a cue can show.
const std::vector<std::string>& cue_panels();

/// Paths of the controls that a cue can name: settings of this run and how the picture shows it.
std::vector<std::string> cue_controls(const RunConfig& run);

/// What must be on the screen in a cue: its own declarations, or those of the cues before it that still hold.
struct CueNeeds {
  std::vector<std::string> panels;
  std::optional<std::vector<std::string>> plots;  ///< none: the default ones
  std::vector<std::string> controls;              ///< paths; empty: all
  bool shows(std::string_view panel) const;
};
CueNeeds needs_of(const Lecture& lecture, std::size_t cue);

/// The cue that opens the run of this one: the last one up to it that names a preset.
std::size_t opening_cue(const Lecture& lecture, std::size_t cue);

/// What runs in a cue: the preset of its opening cue with all that the cues from there to this one set.
Preset preset_at(const Lecture& lecture, std::size_t cue);

/// Names of the built-in lectures (presets/lectures/NAME.json), in order.
std::vector<std::string> lecture_names();

/// A built-in lecture by name, or the lecture file at a path. Throws Error; for an unknown name with the
/// nearest one.
Lecture load_lecture(const std::string& name_or_path);

/// Parses the JSON {"version": 2, "title", "story", "cues": [{"title", "caption", "notes", "preset", "set":
/// {path: value}, "steps", "running", "show": [panels], "plots": [ids], "controls": [paths], "camera": "fit" |
/// {"centre": [x, y], "height"}, "view": {...}}]}. The first cue opens a preset. Every cue is checked against the configuration
/// that the cues before it lead to. Throws Error that names `source`, the cue and the nearest legal key or
/// value.
Lecture parse_lecture(std::string_view json, const std::string& source);

}  // namespace ergo
