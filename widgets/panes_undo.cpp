// Edits that can be taken back.
#include "core/config/chain_edit.h"
#include "widgets/panes.h"

namespace ergo {
namespace {

constexpr std::size_t undo_depth = 200;

}  // namespace

void Panes::steer(const Assignment& edit) {
  end_edit();
  const Session& run = focused().session();
  Edit before{{}, {}, focus_, Tape{run.journal(), run.step(), clock_.now()}};
  focused().assign({edit});
  remember(std::move(before));
  clock_.settle();
}

Panes::Configs Panes::configs() const {
  Configs all;
  for (const auto& player : players_) all.push_back(player->session().config());
  return all;
}

void Panes::become(const Configs& wanted) {
  end_edit();
  for (std::size_t i = 0; i < players_.size(); ++i) players_[i]->become(wanted[i]);
  clock_.settle();
}

void Panes::remember(Edit edit) {
  done_.push_back(std::move(edit));
  if (done_.size() > undo_depth) done_.erase(done_.begin());
  undone_.clear();
}

void Panes::forget_tapes(std::uint64_t step) {
  for (auto* list : {&done_, &undone_})
    std::erase_if(*list, [step](const Edit& edit) { return edit.tape && edit.tape->step >= step; });
}

void Panes::exchange_tape(const Edit& edit) {
  set_focus(edit.focus);
  clock_.set(edit.tape->clock);
  for (int i = 0; i < count(); ++i) {
    const Session& run = at(i).session();
    const bool steered = i == focus_;
    at(i).retape(steered ? edit.tape->journal : run.journal(),
                 steered ? edit.tape->step : clock_.step_of(static_cast<std::size_t>(i)));
  }
  clock_.settle();
}

bool Panes::exchange(std::vector<Edit>& from, std::vector<Edit>& to) {
  if (from.empty()) return false;
  const Edit edit = std::move(from.back());
  from.pop_back();
  if (edit.tape) {
    const Journal& journal = at(edit.focus).session().journal();
    to.push_back({{}, {}, edit.focus, Tape{journal, edit.tape->step, edit.tape->clock}});
    exchange_tape(edit);
    return true;
  }
  to.push_back(edit.panes ? Edit{{}, saved({}), focus_} : Edit{configs(), {}, focus_});
  if (!edit.panes) {
    become(edit.configs);
    return true;
  }
  put_on(*edit.panes);
  set_focus(edit.focus);
  return true;
}

bool Panes::undo() { return exchange(done_, undone_); }

bool Panes::redo() { return exchange(undone_, done_); }

}  // namespace ergo
