// The history of edits: what is told of them, and the way to any of its places.
#include <algorithm>

#include "core/live/panes.h"

namespace ergo {

void Panes::remember(PanesPosition before, const std::string& words) {
  loop.reset();
  undo_.remember(std::move(before), at_step(words));
}

std::string Panes::at_step(const std::string& words) const {
  return "Step " + std::to_string(steps()) + ": " + words;
}

std::string Panes::title_of(int pane) const { return at(pane).session().sampler_descriptor().title; }

Panes::EditHistory Panes::edit_history() const {
  EditHistory history{undo_.words(Undo::Direction::back), undo_.words(Undo::Direction::forth)};
  std::ranges::reverse(history.taken_back);
  return history;
}

void Panes::go_to_edit(std::size_t made) {
  const auto now = [this] { return undo_.words(Undo::Direction::back).size(); };
  while (now() > made && undo()) {
  }
  while (now() < made && redo()) {
  }
}

}  // namespace ergo
