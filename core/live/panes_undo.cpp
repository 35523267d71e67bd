// Edits that can be taken back.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/live/panes.h"

namespace ergo {
namespace {

constexpr std::size_t undo_depth = 200;
constexpr std::size_t undo_memory = 256u << 20;  // bytes of chains kept, and of what is known of them

/// The same runs, on other tapes perhaps.
bool begin_alike(const Panes::Standing& a, const Panes::Standing& b) {
  return std::ranges::equal(a.runs, b.runs, {}, &Player::Standing::initial, &Player::Standing::initial);
}

/// The last moment kept that the run passed on its way to where it stood.
const Checkpoint* last_passed(const Session& session, const Player::Standing& run) {
  const Checkpoint* kept = session.kept_before(run.step);
  if (!kept || session.initial() != run.initial) return nullptr;
  const auto [now, then] = std::ranges::mismatch(session.journal(), run.journal);
  return now - session.journal().begin() >= static_cast<std::ptrdiff_t>(kept->applied) ? kept : nullptr;
}

/// The session's tape leads to where the run stood.
bool leads_to(const Session& session, const Player::Standing& run) {
  if (session.initial() != run.initial) return false;
  const auto [now, then] = std::ranges::mismatch(session.journal(), run.journal);
  return (now == session.journal().end() || now->step >= run.step) &&
         (then == run.journal.end() || then->step >= run.step);
}

}  // namespace

void Panes::steer(const Assignment& edit) {
  end_edit();
  Edit before{tapes()};
  focused().assign({edit});
  remember(std::move(before));
  clock_.settle();
}

void Panes::remember(Edit before) {
  done_.push_back(std::move(before));
  if (done_.size() > undo_depth) done_.erase(done_.begin());
  undone_.clear();
  fit_in_memory(done_);
}

std::shared_ptr<const Panes::Known> Panes::kept() const {
  return on_keep ? std::make_shared<const Known>(on_keep()) : nullptr;
}

bool Panes::passed(const Standing& was) const {
  return std::ranges::equal(players_, was.runs, [](const auto& player, const Player::Standing& run) {
    return leads_to(std::as_const(*player).session(), run);
  });
}

void Panes::keep_passed() {
  std::shared_ptr<const Known> known;  // one for all
  for (std::vector<Edit>* edits : {&done_, &undone_}) {
    for (Edit& edit : *edits) {
      for (std::size_t i = 0; i < std::min(edit.runs.runs.size(), players_.size()); ++i) {
        Player::Standing& run = edit.runs.runs[i];
        const Checkpoint* moment = run.moment ? nullptr : last_passed(players_[i]->session(), run);
        if (moment) run.moment = *moment;
      }
      if (edit.known || !passed(edit.runs)) continue;
      if (!known) known = kept();
      edit.known = known;
      edit.known_beyond = true;
    }
    fit_in_memory(*edits);
  }
}

/// Of the earliest the runs are to be stepped again from their beginning, and nothing is known then.
void Panes::fit_in_memory(std::vector<Edit>& edits) {
  std::size_t of_moments = 0, of_known = 0;
  std::set<const Known*> counted;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    for (Player::Standing& run : edit->runs.runs) {
      of_moments += run.moment ? run.moment->blob.bytes.size() : 0;
      if (of_moments > undo_memory) run.moment.reset();
    }
    if (edit->known && counted.insert(edit->known.get()).second) of_known += edit->known->bytes;
    if (of_known > undo_memory) edit->known.reset();
  }
}

void Panes::stand(const Edit& edit) {
  end_edit();
  const Standing& was = edit.runs;
  if (on_leave && !begin_alike(tapes(), was)) on_leave();
  if (was.runs.size() == players_.size()) {
    for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->stand(was.runs[i]);
  } else {
    Players players;
    for (const Player::Standing& run : was.runs) {
      players.push_back(std::make_unique<Player>(shaders_, run.initial, run.journal));
      players.back()->resume(run);
    }
    adopt(std::move(players));
    for (int i = 0; on_cut && i < count(); ++i) on_cut(i, -1);
  }
  set_focus(was.focus);
  const Pace present = pace();
  clock_.set_pace(was.pace);
  clock_.begin(was.clock);
  clock_.arrived();
  if (present != was.pace) clock_.set_pace(present);
  pause_.reset();
  show_known(edit);
}

void Panes::show_known(const Edit& edit) const {
  if (!edit.known) return;
  edit.known->show();
  for (std::size_t i = 0; edit.known_beyond && i < edit.runs.runs.size(); ++i) {
    const Player::Standing& run = edit.runs.runs[i];
    const auto pane = static_cast<int>(i);
    // Marks of where it stood are those of its own tape.
    if (on_cut) on_cut(pane, std::nextafter(run.gradients, -1));
    const auto begins_here = [&](const JournalEntry& entry) {
      return entry.step == run.step && !entry.goes_on;
    };
    if (on_mark && std::ranges::any_of(run.journal, begins_here))
      on_mark(pane, {run.gradients, static_cast<double>(run.step), run.seconds});
  }
}

bool Panes::exchange(std::vector<Edit>& from, std::vector<Edit>& to) {
  if (from.empty()) return false;
  const Edit wanted = from.back();
  Edit present{tapes()};
  if (begin_alike(present.runs, wanted.runs)) {
    present.runs.clock = wanted.runs.clock;
    present.runs.pace = wanted.runs.pace;
    for (std::size_t i = 0; i < present.runs.runs.size(); ++i) {
      present.runs.runs[i].step = wanted.runs.runs[i].step;
      present.runs.runs[i].gradients = wanted.runs.runs[i].gradients;
      present.runs.runs[i].seconds = wanted.runs.runs[i].seconds;
    }
  } else {
    keep_passed();
    present = whole();
  }
  stand(wanted);
  from.pop_back();
  to.push_back(std::move(present));
  fit_in_memory(to);
  return true;
}

bool Panes::undo() { return exchange(done_, undone_); }

bool Panes::redo() { return exchange(undone_, done_); }

}  // namespace ergo
