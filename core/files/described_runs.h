#pragma once

#include <string>

#include "core/settings/preset.h"

namespace ergo {

/// The runs that a preset's name, a preset file, a share string or an exported file stands for. Of exported
/// files .npz and the JSON that provenance() wrote (x.csv.json, or x.csv itself) can be opened; `step` is the
/// step that the file goes to. The backend is the one that made the file, as its state hash holds there
/// alone. Throws Error as load_preset() and NpzReader do, and for a run that began with the chains of a file
/// (--init) or a model that began with weights of a file (--weights), which the description does not hold.
Preset load_runs(const std::string& name_or_path);

}  // namespace ergo
