#pragma once

#include <string>
#include <vector>

namespace ergo {

/// What a list says of a preset or a lecture. To read it makes no run, whose defaults depend on the target's shape and
/// take long to find.
struct Outline {
  std::string title, story;
  std::string group;               ///< of a preset
  std::vector<std::string> units;  ///< of a preset: the ids of the target and of each run's sampler
  std::vector<std::string> cues;   ///< of a lecture: their titles
};

/// Those of a built-in preset and of a built-in lecture; `name` must be one of preset_names() or lecture_names().
Outline preset_outline(const std::string& name);
Outline lecture_outline(const std::string& name);

}  // namespace ergo
