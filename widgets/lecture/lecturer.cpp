#include "widgets/lecture/lecturer.h"

#include "widgets/lecture/blackout_widget.h"
#include "widgets/lecture/lecture_pane.h"
#include "widgets/lecture/presenter_notes.h"

namespace ergo {

Lecturer::Lecturer(QWidget& window, const std::map<QString, QAction*>& actions)
    : QObject(&window),
      pane_(new LecturePane),
      notes_(new PresenterNotes(&window)),
      blank_(new BlackoutWidget(&window)) {
  connect(pane_, &LecturePane::next, this, &Lecturer::next);
  connect(pane_, &LecturePane::previous, this, &Lecturer::previous);
  connect(pane_, &LecturePane::end, this, &Lecturer::end);
  connect_actions(actions);
}

void Lecturer::connect_actions(const std::map<QString, QAction*>& actions) {
  const auto on = [&](const char* id, auto reaction) {
    connect(actions.at(id), &QAction::triggered, this, reaction);
  };
  on("cue_next", [this] { next(); });
  on("cue_previous", [this] { previous(); });
  on("lecture_end", [this] { end(); });
  on("blank", [this] { blank_->cover(); });
  on("notes", [this](bool shown) { shown ? notes_->open() : notes_->hide(); });
  connect(notes_, &PresenterNotes::closed, this, [shown = actions.at("notes")] { shown->setChecked(false); });
  // A clicker's keys count whichever window has them.
  for (const char* id : {"cue_next", "cue_previous", "blank", "run"}) notes_->addAction(actions.at(id));
}

void Lecturer::open(Lecture lecture, int cue) {
  lecture_ = std::move(lecture);
  cue_ = -2;
  notes_->clear();
  emit begun();
  go_to(cue);
}

void Lecturer::go_to(int cue) {
  if (!lecture_ || cue < 0 || cue >= static_cast<int>(lecture_->cues.size())) return;
  const bool onward = cue == cue_ + 1;
  cue_ = cue;
  pane_->show_cue(*lecture_, cue);
  notes_->show_cue(*lecture_, cue);
  emit reached(cue, onward);
}

void Lecturer::end() {
  if (!lecture_) return;
  lecture_.reset();
  cue_ = -1;
  notes_->clear();
  emit ended();
}

}  // namespace ergo
