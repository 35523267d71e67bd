#pragma once

#include "core/io/preset.h"
#include "core/picture/view.h"

namespace ergo {

/// Sets what the preset asks for and leaves the rest; throws Error for a name it does not know.
void show_as(const PresetView& wanted, View& view);

/// The view as a preset asks for it.
PresetView preset_view_of(const View& view, int steps_per_frame);

}  // namespace ergo
