#pragma once

#include "core/settings/preset.h"
#include "core/view/view.h"

namespace ergo {

class Panes;
class Picture;

/// Applies the settings that the preset gives and keeps the others. Throws Error for an unknown name.
void show_as(const PresetView& wanted, View& view);

/// Reads the window's view settings in a preset's form, and applies them. What is open already stays as it
/// is.
PresetView shown_view(const Panes& panes, const Picture& picture);
void show_view(const PresetView& wanted, Panes& panes, Picture& picture);

/// Moves the camera there. The view must have the wanted axes already.
void show_camera(const PresetCamera& wanted, const Panes& panes, Picture& picture);

}  // namespace ergo
