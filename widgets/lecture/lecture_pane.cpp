#include "widgets/lecture/lecture_pane.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "widgets/base/markdown_view.h"

namespace ergo {

// Pixels at scale 1, in the column and in the strip; the projector theme's scale makes those of the strip 24
// and more, which the back row reads.
constexpr double column_text = 18, strip_text = 13.5, column_title = 18, strip_title = 15;
constexpr double least_with_count = 560;  // a strip's width beside title and buttons

LecturePane::LecturePane(QWidget* parent) : QWidget(parent) {
  setObjectName("side");
  setAttribute(Qt::WA_StyledBackground);
  count_ = new QLabel;
  count_->setObjectName("heading");
  title_ = new QLabel;
  title_->setObjectName("cue");
  title_->setWordWrap(true);
  title_->setTextFormat(Qt::PlainText);
  caption_ = new MarkdownView;
  previous_ = button(tr("◂ Previous"), tr("Previous cue (PgUp)"), &LecturePane::previous);
  next_ = button(tr("Next ▸"), tr("Next cue (PgDown)"), &LecturePane::next);
  end_ = button(tr("End"), tr("Put the lecture away"), &LecturePane::end);
  all_ = new QBoxLayout(QBoxLayout::TopToBottom, this);
  head_ = new QBoxLayout(QBoxLayout::TopToBottom);
  head_->addWidget(count_);
  head_->addWidget(title_, 1);
  all_->addLayout(head_);
  all_->addWidget(caption_, 1);
  controls_ = new QWidget;
  auto* row = new QHBoxLayout(controls_);
  row->setContentsMargins(0, 0, 0, 0);
  for (QPushButton* each : {previous_, next_, end_}) row->addWidget(each);
  row->addStretch(1);
}

QPushButton* LecturePane::button(const QString& text, const QString& tooltip,
                                 void (LecturePane::*pressed)()) {
  auto* made = new QPushButton(text);
  made->setToolTip(tooltip);
  made->setFocusPolicy(Qt::TabFocus);
  connect(made, &QPushButton::clicked, this, pressed);
  return made;
}

QString LecturePane::title() const { return title_->text(); }
QString LecturePane::count() const { return count_->text(); }

void LecturePane::show_cue(const Lecture& lecture, int cue) {
  const int cues = static_cast<int>(lecture.cues.size());
  const Cue& shown = lecture.cues.at(static_cast<std::size_t>(cue));
  count_->setText(tr("CUE %1 OF %2").arg(cue + 1).arg(cues));
  count_->setToolTip(QString::fromStdString(lecture.title));
  title_->setText(QString::fromStdString(shown.title));
  caption_->show_text(QString::fromStdString(shown.caption));
  previous_->setEnabled(cue > 0);
  next_->setEnabled(cue + 1 < cues);
}

void LecturePane::arrange(bool strip, double scale) {
  if (strip == strip_ && scale == scale_) return;
  strip_ = strip;
  scale_ = scale;
  const auto pixels = [scale](double length) { return qRound(length * scale); };
  head_->setDirection(strip ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  (strip ? head_ : all_)->addWidget(controls_);
  head_->setSpacing(pixels(strip ? 12 : 2));
  all_->setContentsMargins(pixels(strip ? 16 : 12), pixels(strip ? 6 : 2), pixels(12), pixels(8));
  all_->setSpacing(pixels(strip ? 4 : 10));
  // A strip is as high as its words, a column shares its height with the presets.
  caption_->setSizePolicy(QSizePolicy::Preferred, strip ? QSizePolicy::Fixed : QSizePolicy::Preferred);
  title_->setStyleSheet(QString("font-size: %1px;").arg(pixels(strip ? strip_title : column_title)));
  caption_->set_text_size(pixels(strip ? strip_text : column_text));
  fit();
  updateGeometry();
}

void LecturePane::fit() { count_->setVisible(!strip_ || width() >= least_with_count * scale_); }

}  // namespace ergo
