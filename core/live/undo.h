#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/live/panes_position.h"

namespace ergo {

/// Positions of the runs before the edits that were made, and after those that were taken back. Chains and
/// histories kept with them are limited in memory: from the earliest positions the runs are stepped again from
/// their beginning.
class Undo {
 public:
  enum class Direction { back, forth };
  using Sessions = std::vector<const Session*>;

  /// An edit is made of runs at this position; `words` say what it is.
  void remember(PanesPosition before, std::string words);
  /// The last edit goes on, and is now this. Edits taken back cannot be made again.
  void go_on(std::string words);
  void clear();
  /// The tapes of the runs are about to end. Keeps with each position the last chains that the tapes lead to,
  /// and with positions on the tapes what `histories` returns.
  void keep_passed(const Sessions& sessions,
                   const std::function<std::shared_ptr<const std::vector<RunHistory>>()>& histories);
  /// Where the next step in a direction leads; null if there is none.
  const PanesPosition* next(Direction direction) const;
  /// That step was made from this position.
  void made(Direction direction, PanesPosition from);

  /// The edits that a step in a direction takes back or makes again, the next step's last.
  std::vector<std::string> words(Direction direction) const;
  /// Increases whenever an edit is made, goes on, or is taken back.
  std::uint64_t revision() const { return revision_; }

 private:
  struct Edit {
    PanesPosition from;
    std::string words;
  };
  using Edits = std::vector<Edit>;
  static void fit_in_memory(Edits& edits);
  Edits& list(Direction direction) { return direction == Direction::back ? done_ : undone_; }
  const Edits& list(Direction direction) const { return direction == Direction::back ? done_ : undone_; }

  Edits done_, undone_;
  std::uint64_t revision_ = 0;
};

}  // namespace ergo
