// Edits that can be taken back.
#include <algorithm>
#include <utility>

#include "widgets/panes.h"

namespace ergo {
namespace {

constexpr std::size_t undo_depth = 200;
constexpr std::size_t memory = 256u << 20;  // bytes of chains kept

/// The same runs, on other tapes perhaps.
bool begin_alike(const Panes::Standing& a, const Panes::Standing& b) {
  return std::ranges::equal(a.runs, b.runs, {}, &Player::Standing::initial, &Player::Standing::initial);
}

/// The earliest runs are to be stepped again from their beginning.
void fit_in_memory(std::vector<Panes::Standing>& edits) {
  std::size_t bytes = 0;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    for (Player::Standing& run : edit->runs) {
      bytes += run.moment ? run.moment->blob.bytes.size() : 0;
      if (bytes > memory) run.moment.reset();
    }
}

/// The last moment kept that the run passed on its way to where it stood.
const Checkpoint* passed(const Session& session, const Player::Standing& run) {
  const Checkpoint* kept = session.kept_before(run.step);
  if (!kept || session.initial() != run.initial) return nullptr;
  const auto [now, then] = std::ranges::mismatch(session.journal(), run.journal);
  return now - session.journal().begin() >= static_cast<std::ptrdiff_t>(kept->applied) ? kept : nullptr;
}

}  // namespace

void Panes::steer(const Assignment& edit) {
  end_edit();
  Standing before = tapes();
  focused().assign({edit});
  remember(std::move(before));
  clock_.settle();
}

void Panes::remember(Standing before) {
  done_.push_back(std::move(before));
  if (done_.size() > undo_depth) done_.erase(done_.begin());
  undone_.clear();
  fit_in_memory(done_);
}

void Panes::keep_moments() {
  for (Standing& before : done_)
    for (std::size_t i = 0; i < std::min(before.runs.size(), players_.size()); ++i) {
      Player::Standing& run = before.runs[i];
      const Checkpoint* kept = run.moment ? nullptr : passed(players_[i]->session(), run);
      if (kept) run.moment = *kept;
    }
  fit_in_memory(done_);
}

void Panes::stand(const Standing& was) {
  end_edit();
  const std::vector<Player::Standing> before = tapes().runs;
  if (was.runs.size() == players_.size()) {
    for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->stand(was.runs[i]);
  } else {
    Players players;
    for (const Player::Standing& run : was.runs) {
      players.push_back(std::make_unique<Player>(shaders_, run.initial, run.journal));
      players.back()->resume(run);
    }
    adopt(std::move(players));
    for (std::size_t i = 0; on_cut && i < was.runs.size(); ++i)
      if (i >= before.size() || before[i].initial != was.runs[i].initial ||
          before[i].journal != was.runs[i].journal)
        on_cut(static_cast<int>(i), -1);
  }
  set_focus(was.focus);
  const Pace present = pace();
  clock_.set_pace(was.pace);
  clock_.begin(was.clock);
  clock_.arrived();
  if (present != was.pace) clock_.set_pace(present);
  pause_.reset();
}

bool Panes::exchange(std::vector<Standing>& from, std::vector<Standing>& to) {
  if (from.empty()) return false;
  const Standing wanted = from.back();
  Standing present = tapes();
  if (begin_alike(present, wanted)) {
    present.clock = wanted.clock;
    present.pace = wanted.pace;
    for (std::size_t i = 0; i < present.runs.size(); ++i) {
      present.runs[i].step = wanted.runs[i].step;
      present.runs[i].gradients = wanted.runs[i].gradients;
      present.runs[i].seconds = wanted.runs[i].seconds;
    }
  } else {
    keep_moments();
    present = standing();
  }
  stand(wanted);
  from.pop_back();
  to.push_back(std::move(present));
  return true;
}

bool Panes::undo() { return exchange(done_, undone_); }

bool Panes::redo() { return exchange(undone_, done_); }

}  // namespace ergo
