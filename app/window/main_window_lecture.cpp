// Lectures and presentation mode in the window.
#include <QFileDialog>

#include "app/window/main_window.h"
#include "widgets/lecture/cue_target.h"
#include "widgets/lecture/lecture_pane.h"

namespace ergo {

void MainWindow::connect_lecture() {
  on("find", [this] { panels_->search(); });
  connect(&presets(), &PresetBrowser::searching, this, &MainWindow::offer_findings);
  on("lecture_open", [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open lecture"), {}, tr("Lectures (*.json)"));
    if (!path.isEmpty()) open_lecture(path.toStdString());
  });
  if (options_.thumbnails) panels_->make_thumbnails();
  connect(&presets(), &PresetBrowser::left, this, [this] { picture_.surface()->setFocus(); });
  connect(&presets(), &PresetBrowser::lecture_chosen, this,
          [this](int index) { open_lecture(lecture_names().at(static_cast<std::size_t>(index))); });
  connect(lecturer_, &Lecturer::begun, this, [this] { present(true); });
  connect(lecturer_, &Lecturer::ended, this, [this] {
    presentation_->set_needs({});
    leave_full_screen();
  });
  for (const auto of_lecture : {&Lecturer::begun, &Lecturer::ended})
    connect(lecturer_, of_lecture, this, [this] { post([this] { cue_history_.clear(); }); });
  connect(lecturer_, &Lecturer::ended, panels_, &SidePanels::end_lecture);
  connect(lecturer_, &Lecturer::none_open, this, [this] {
    post([this] { picture_.toast("No lecture is open. Choose one in the menu Lecture or search with Ctrl+F."); });
  });
  connect(lecturer_, &Lecturer::reached, this, [this](int cue, bool onward) {
    panels_->show_lecture(true);
    presentation_->set_needs(needs_of(*lecturer_->lecture(), static_cast<std::size_t>(cue)));
    post([this, cue, onward] {
      if (!lecturer_->lecture()) return;
      presets().choose(-1);
      show_cue(*lecturer_->lecture(), static_cast<std::size_t>(cue), onward,
               {*panes_, picture_, plots(),
                [this](bool presets, bool plots) {
                  panels_->show_presets(presets);
                  panels_->show_plots(plots);
                },
                theme_ == "projector" || presentation_->on()},
               cue_history_);
    });
  });
}

void MainWindow::open_lecture(const std::string& name_or_path, int cue) {
  post([this, name_or_path, cue] {
    Lecture lecture = load_lecture(name_or_path);
    files_->leave();  // before words take room from the picture
    lecturer_->open(std::move(lecture), cue);
    presets().choose_lecture(name_or_path);
  });
}

void MainWindow::present(bool on) {
  presentation_->turn(on);
  apply_theme();
}

void MainWindow::leave_full_screen() {
  if (isFullScreen()) showNormal();
  present(false);
}

}  // namespace ergo
