#include "widgets/lecture/presenter_notes.h"

#include <QCloseEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "widgets/base/markdown_view.h"

namespace ergo {

// Pixels at scale 1.
constexpr double caption_text = 15, notes_text = 20;

PresenterNotes::PresenterNotes(QWidget* window) : QWidget(window, Qt::Window) {
  setObjectName("notes");
  setAttribute(Qt::WA_StyledBackground);
  setWindowTitle(tr("Presenter notes"));
  const auto label = [](const char* name) {
    auto* made = new QLabel;
    made->setObjectName(name);
    made->setWordWrap(true);
    made->setTextFormat(Qt::PlainText);
    return made;
  };
  count_ = label("heading"), time_ = label("clock"), title_ = label("cue"), next_ = label("story");
  time_->setWordWrap(false);
  caption_ = new MarkdownView, notes_ = new MarkdownView;
  auto* top = new QHBoxLayout;
  top->addWidget(count_, 1);
  top->addWidget(time_);
  auto* rule = new QFrame;
  rule->setObjectName("rule");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 14, 20, 16);
  column->setSpacing(12);
  column->addLayout(top);
  column->addWidget(title_);
  column->addWidget(caption_);
  column->addWidget(rule);
  column->addWidget(notes_, 1);
  column->addWidget(next_);
  tick_.setInterval(1000);
  connect(&tick_, &QTimer::timeout, this, &PresenterNotes::show_time);
  resize(640, 560);
  clear();
}

void PresenterNotes::open() {
  stand_apart();
  show();
  raise();
  // If the audience's window fills the projector, it would cover the notes, or they would cover it.
  if (const QWindow* window = parentWidget()->windowHandle())
    connect(window, &QWindow::screenChanged, this, &PresenterNotes::stand_apart, Qt::UniqueConnection);
}

void PresenterNotes::stand_apart() {
  const QScreen* const audience = parentWidget()->screen();
  if (std::exchange(placed_, true) && screen() != audience) return;  // where the lecturer put them
  const QList<QScreen*> screens = QGuiApplication::screens();
  const auto other = std::ranges::find_if(screens, [&](const QScreen* screen) { return screen != audience; });
  if (other == screens.end()) return;
  const QRect room = (*other)->availableGeometry();
  setGeometry(
      QRect(room.topLeft(), size()).translated((room.width() - width()) / 2, (room.height() - height()) / 2));
}

void PresenterNotes::show_cue(const Lecture& lecture, int cue) {
  if (!clock_.isValid()) clock_.start(), tick_.start();
  const auto at = static_cast<std::size_t>(cue);
  count_->setText(tr("%1  ·  CUE %2 OF %3")
                      .arg(QString::fromStdString(lecture.title).toUpper())
                      .arg(cue + 1)
                      .arg(lecture.cues.size()));
  title_->setText(QString::fromStdString(lecture.cues[at].title));
  caption_->show_text(QString::fromStdString(lecture.cues[at].caption));
  notes_->show_text(QString::fromStdString(lecture.cues[at].notes));
  next_->setText(at + 1 < lecture.cues.size()
                     ? tr("Next: %1").arg(QString::fromStdString(lecture.cues[at + 1].title))
                     : tr("This is the last cue."));
  show_time();
}

void PresenterNotes::clear() {
  clock_.invalidate();
  tick_.stop();
  for (QLabel* label : {count_, title_, time_}) label->clear();
  for (MarkdownView* text : {caption_, notes_}) text->show_text({});
  next_->setText(tr("No lecture is open."));
}

void PresenterNotes::set_scale(double scale) {
  caption_->set_text_size(qRound(caption_text * scale));
  notes_->set_text_size(qRound(notes_text * scale));
}

QString PresenterNotes::next_title() const { return next_->text(); }

void PresenterNotes::show_time() {
  const auto seconds = clock_.elapsed() / 1000;
  time_->setText(QString("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QChar('0')));
}

void PresenterNotes::closeEvent(QCloseEvent* event) {
  event->accept();
  emit closed();
  parentWidget()->activateWindow();
}

}  // namespace ergo
