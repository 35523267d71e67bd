#pragma once

#include <functional>
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

  /// An edit is made of runs at this position.
  void remember(PanesPosition before);
  /// Edits taken back cannot be made again.
  void forget_undone() { undone_.clear(); }
  void clear();
  /// The tapes of the runs are about to end. Keeps with each position the last chains that the tapes lead to,
  /// and with positions on the tapes what `histories` returns.
  void keep_passed(const Sessions& sessions,
                   const std::function<std::shared_ptr<const std::vector<RunHistory>>()>& histories);
  /// Where the next step in a direction leads; null if there is none.
  const PanesPosition* next(Direction direction) const;
  /// That step was made from this position.
  void made(Direction direction, PanesPosition from);

 private:
  std::vector<PanesPosition> done_, undone_;
};

}  // namespace ergo
