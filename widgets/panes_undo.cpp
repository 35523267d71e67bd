// Edits that can be taken back.
#include "core/config/chain_edit.h"
#include "core/io/preset_edit.h"
#include "widgets/panes.h"

namespace ergo {
namespace {

constexpr std::size_t undo_depth = 200;

}  // namespace

void Panes::steer(const Assignment& edit) {
  end_edit();
  const Session& run = focused().session();
  Edit before{{}, {}, {}, focus_, Tape{run.journal(), run.step(), clock_.now()}};
  focused().assign({edit});
  remember(std::move(before));
  clock_.settle();
}

Panes::Configs Panes::configs() const {
  Configs all;
  for (const auto& player : players_) all.push_back(player->session().config());
  return all;
}

Panes::Journals Panes::beginnings() const {
  Journals all;
  for (const auto& player : players_) all.push_back(player->session().beginning());
  return all;
}

void Panes::become(const Edit& wanted) {
  end_edit();
  for (std::size_t i = 0; i < players_.size(); ++i) {
    players_[i]->become(wanted.configs[i]);
    // Beginning anew, the run lost what its chains or their momenta had no place for.
    const Session& run = players_[i]->session();
    if (run.step() == 0 && run.beginning() != wanted.beginnings[i])
      players_[i]->retape(wanted.beginnings[i], 0);
  }
  clock_.settle();
}

void Panes::remember(Edit edit) {
  done_.push_back(std::move(edit));
  if (done_.size() > undo_depth) done_.erase(done_.begin());
  undone_.clear();
}

void Panes::forget_tapes() {
  for (auto* list : {&done_, &undone_}) {
    std::erase_if(*list, [](const Edit& edit) { return edit.tape && edit.tape->step > 0; });
    for (Edit& edit : *list)
      if (edit.tape)
        std::erase_if(edit.tape->journal, [](const JournalEntry& entry) { return entry.step > 0; });
  }
}

void Panes::exchange_tape(const Edit& edit) {
  set_focus(edit.focus);
  clock_.set(edit.tape->clock);
  const Configs present = configs();
  for (int i = 0; i < count(); ++i) {
    const Session& run = at(i).session();
    const bool steered = i == focus_;
    at(i).retape(steered ? edit.tape->journal : run.journal(),
                 steered ? edit.tape->step : clock_.step_of(static_cast<std::size_t>(i)));
    // A restart since may have made other values those of the beginning.
    if (edit.tape->step == 0) at(i).become(present[static_cast<std::size_t>(i)]);
  }
  clock_.settle();
}

bool Panes::exchange(std::vector<Edit>& from, std::vector<Edit>& to) {
  if (from.empty()) return false;
  const Edit edit = std::move(from.back());
  from.pop_back();
  if (edit.tape) {
    const Journal& journal = at(edit.focus).session().journal();
    to.push_back({{}, {}, {}, edit.focus, Tape{journal, edit.tape->step, edit.tape->clock}});
    exchange_tape(edit);
    return true;
  }
  to.push_back(edit.panes ? Edit{{}, {}, saved({}), focus_} : Edit{configs(), beginnings(), {}, focus_});
  if (!edit.panes) {
    become(edit);
    return true;
  }
  std::vector<PresetSession> before;
  for (const Session* run : sessions()) before.push_back({run->initial(), run->journal()});
  put_on(*edit.panes);
  const std::vector<PresetSession> now = runs_of(*edit.panes);
  for (std::size_t i = 0; on_cut && i < now.size(); ++i)
    if (i >= before.size() || before[i] != now[i]) on_cut(static_cast<int>(i), -1);
  set_focus(edit.focus);
  return true;
}

bool Panes::undo() { return exchange(done_, undone_); }

bool Panes::redo() { return exchange(undone_, done_); }

}  // namespace ergo
