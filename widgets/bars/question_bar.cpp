#include "widgets/bars/question_bar.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ergo {

QuestionBar::QuestionBar(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(question_ = new QLabel);
  column->addWidget(hint_ = new QLabel(tr("Space pauses. → goes one step. Ctrl+Z takes a change back. F11 presents.")));
  question_->setObjectName("question");
  hint_->setObjectName("hint");
  for (QLabel* label : {question_, hint_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignHCenter);
  }
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  hide();
}

void QuestionBar::ask(const QString& question) {
  if (question != question_->text()) question_->setText(question);
  setVisible(!question.isEmpty());
}

QString QuestionBar::question() const { return question_->text(); }

void QuestionBar::set_letters(std::optional<int> pixels, bool hint) {
  hint_->setVisible(hint);
  if (pixels == std::exchange(letters_, pixels)) return;
  question_->setStyleSheet(pixels ? QString("font-size: %1px;").arg(*pixels) : QString());
}

}  // namespace ergo
