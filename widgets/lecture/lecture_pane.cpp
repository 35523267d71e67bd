#include "widgets/lecture/lecture_pane.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

#include "widgets/base/markdown_view.h"

namespace ergo {

// Pixels at scale 1, in the column, in the strip and on a stage of 1280x720. The projector theme's scale makes those
// of the strip 24 and more.
struct Sizes {
  double text, title, count;
};
constexpr Sizes sizes[] = {{18, 18, 11}, {13.5, 15, 11}, {22, 24, 18}};
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
  end_ = button(tr("End"), tr("End the lecture and keep the run"), &LecturePane::end);
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
  cue_ = cue;
  cues_ = static_cast<int>(lecture.cues.size());
  const Cue& shown = lecture.cues.at(static_cast<std::size_t>(cue));
  name_cue();
  count_->setToolTip(QString::fromStdString(lecture.title));
  title_->setText(QString::fromStdString(shown.title));
  caption_->show_text(QString::fromStdString(shown.caption));
  previous_->setEnabled(cue > 0);
  next_->setEnabled(cue + 1 < cues_);
}

void LecturePane::name_cue() {
  count_->setText(form_ == Form::stage ? tr("%1 / %2").arg(cue_ + 1).arg(cues_)
                                       : tr("CUE %1 OF %2").arg(cue_ + 1).arg(cues_));
}

void LecturePane::arrange(Form form, double scale) {
  if (form == form_ && scale == scale_) return;
  form_ = form;
  scale_ = scale;
  const bool strip = form != Form::column, stage = form == Form::stage;
  const auto pixels = [scale](double length) { return qRound(length * scale); };
  head_->setDirection(strip ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  (strip ? head_ : all_)->addWidget(controls_);
  controls_->setVisible(!stage);
  head_->removeWidget(count_);
  stage ? head_->addWidget(count_) : head_->insertWidget(0, count_);
  name_cue();
  if (strip != property("strip").toBool()) {
    setProperty("strip", strip);
    style()->unpolish(this);
    style()->polish(this);
  }
  title_->setWordWrap(!stage);  // a title that could break asks for the height of two lines
  head_->setSpacing(pixels(strip ? 12 : 2));
  if (stage)
    all_->setContentsMargins(pixels(28), pixels(8), pixels(28), pixels(8));
  else
    all_->setContentsMargins(pixels(strip ? 16 : 12), pixels(strip ? 6 : 2), pixels(12), pixels(8));
  all_->setSpacing(pixels(stage ? 2 : strip ? 4 : 10));
  // A strip is as high as its words, a column shares its height with the presets.
  caption_->setSizePolicy(QSizePolicy::Preferred, strip ? QSizePolicy::Fixed : QSizePolicy::Preferred);
  const Sizes& own = sizes[static_cast<int>(form)];
  title_->setStyleSheet(QString("font-size: %1px;").arg(pixels(own.title)));
  count_->setStyleSheet(stage ? QString("font-size: %1px; padding: 0px;").arg(pixels(own.count)) : QString());
  caption_->set_text_size(pixels(own.text));
  fit();
  updateGeometry();
}

void LecturePane::fit() { count_->setVisible(form_ != Form::strip || width() >= least_with_count * scale_); }

}  // namespace ergo
