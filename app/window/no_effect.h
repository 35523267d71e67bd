#pragma once

#include <string>
#include <string_view>

namespace ergo {

class Panes;
class Picture;

struct WindowState {
  const Panes& panes;
  const Picture& picture;
  bool presenting = false, lecture_open = false;
};

/// Why an action, by its id, would have no effect now; empty if it has one.
std::string no_effect(std::string_view action, const WindowState& state);

}  // namespace ergo
