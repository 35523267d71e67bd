#pragma once

#include "core/settings/preset.h"
#include "core/view/view.h"

namespace ergo {

class Panes;
class Picture;

/// Sets what the preset asks for and leaves the rest; throws Error for a name it does not know.
void show_as(const PresetView& wanted, View& view);

/// How the window shows its runs, as a preset asks for it; and shows them so. What is open already stays as
/// it stands.
PresetView shown_view(const Panes& panes, const Picture& picture);
void show_view(const PresetView& wanted, Panes& panes, Picture& picture);

/// Looks there. The view's axes are the wanted ones already.
void show_camera(const PresetCamera& wanted, const Panes& panes, Picture& picture);

}  // namespace ergo
