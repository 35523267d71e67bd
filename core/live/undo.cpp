#include "core/live/undo.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/run/tape.h"

namespace ergo {
namespace {

constexpr std::size_t undo_depth = 200;
constexpr std::size_t undo_memory = 256u << 20;  // bytes of chains, and again of histories

/// The last checkpoint kept that the run passed on its way to a position; null if there is none.
const Checkpoint* last_passed(const Session& session, const RunPosition& run) {
  const Checkpoint* kept = session.kept_before(run.step);
  if (!kept || session.initial() != run.initial) return nullptr;
  const auto [now, then] = std::ranges::mismatch(session.journal(), run.journal);
  return now - session.journal().begin() >= static_cast<std::ptrdiff_t>(kept->applied) ? kept : nullptr;
}

/// Whether the session's tape leads to a position.
bool leads_to(const Session& session, const RunPosition& run) {
  return session.initial() == run.initial && parting(session.journal(), run.journal) >= run.step;
}

bool lead_to(const Undo::Sessions& sessions, const PanesPosition& position) {
  return std::ranges::equal(sessions, position.runs, [](const Session* session, const RunPosition& run) {
    return leads_to(*session, run);
  });
}

}  // namespace

bool begin_alike(const PanesPosition& a, const PanesPosition& b) {
  return std::ranges::equal(a.runs, b.runs, {}, &RunPosition::initial, &RunPosition::initial);
}

/// Drops chains and histories of the earliest positions that have no room.
void Undo::fit_in_memory(Edits& edits) {
  std::size_t of_chains = 0, of_histories = 0;
  std::set<const void*> counted;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    PanesPosition& position = edit->from;
    for (RunPosition& run : position.runs) {
      of_chains += run.moment ? run.moment->bytes() : 0;
      if (of_chains > undo_memory) run.moment.reset();
    }
    if (position.histories && counted.insert(position.histories.get()).second)
      for (const RunHistory& history : *position.histories) of_histories += history.bytes();
    if (of_histories > undo_memory) position.histories.reset();
  }
}

void Undo::remember(PanesPosition before, std::string words) {
  ++revision_;
  done_.push_back({std::move(before), std::move(words)});
  if (done_.size() > undo_depth) done_.erase(done_.begin());
  undone_.clear();
  fit_in_memory(done_);
}

void Undo::go_on(std::string words) {
  ++revision_;
  if (!done_.empty()) done_.back().words = std::move(words);
  undone_.clear();
}

void Undo::clear() {
  ++revision_;
  done_.clear();
  undone_.clear();
}

void Undo::keep_passed(const Sessions& sessions,
                       const std::function<std::shared_ptr<const std::vector<RunHistory>>()>& histories) {
  std::shared_ptr<const std::vector<RunHistory>> kept;  // one copy for all positions
  for (Edits* edits : {&done_, &undone_}) {
    for (Edit& edit : *edits) {
      PanesPosition& position = edit.from;
      for (std::size_t i = 0; i < std::min(position.runs.size(), sessions.size()); ++i) {
        RunPosition& run = position.runs[i];
        const Checkpoint* moment = run.moment ? nullptr : last_passed(*sessions[i], run);
        if (moment) run.moment = *moment;
      }
      if (position.histories || !lead_to(sessions, position)) continue;
      if (!kept) kept = histories();
      position.histories = kept;
      position.recorded_beyond = true;
    }
    fit_in_memory(*edits);
  }
}

const PanesPosition* Undo::next(Direction direction) const {
  return list(direction).empty() ? nullptr : &list(direction).back().from;
}

void Undo::made(Direction direction, PanesPosition from) {
  ++revision_;
  Edits& others = list(direction == Direction::back ? Direction::forth : Direction::back);
  others.push_back({std::move(from), std::move(list(direction).back().words)});
  list(direction).pop_back();
  fit_in_memory(others);
}

std::vector<std::string> Undo::words(Direction direction) const {
  std::vector<std::string> all;
  for (const Edit& edit : list(direction)) all.push_back(edit.words);
  return all;
}

}  // namespace ergo
