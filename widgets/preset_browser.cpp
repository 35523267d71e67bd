#include "widgets/preset_browser.h"

#include <QLabel>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>

namespace ergo {
namespace {

QString first_sentence(const QString& story) {
  static const QRegularExpression end("[.!?](\\s|$)");
  const auto match = end.match(story);
  return match.hasMatch() ? story.left(match.capturedStart() + 1) : story;
}

}  // namespace

PresetCard::PresetCard(const QString& title, const QString& story, const QString& tooltip) {
  setObjectName("card");
  setCursor(Qt::PointingHandCursor);
  setToolTip(tooltip);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 9);
  column->setSpacing(3);
  const char* const names[] = {"title", "story"};
  const QString texts[] = {title, story};
  for (int i = 0; i < 2; ++i) {
    auto* label = new QLabel(texts[i]);
    label->setObjectName(names[i]);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    column->addWidget(label);
  }
}

void PresetCard::set_chosen(bool chosen) {
  setProperty("chosen", chosen);
  style()->unpolish(this);
  style()->polish(this);
}

void PresetCard::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) emit clicked();
}

PresetBrowser::PresetBrowser(QWidget* parent) : QWidget(parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  scroll_ = new QScrollArea;
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  outer->addWidget(scroll_);
  auto* side = new QWidget;
  side->setObjectName("side");
  column_ = new QVBoxLayout(side);
  column_->setContentsMargins(10, 0, 10, 10);
  column_->setSpacing(7);
  auto* heading = new QLabel(tr("PRESETS"));
  heading->setObjectName("heading");
  column_->addWidget(heading);
  column_->addStretch(1);
  scroll_->setWidget(side);
}

void PresetBrowser::add(const QString& title, const QString& story) {
  const int index = count();
  const QString key = index < 9 ? tr("\nKey: %1").arg(index + 1) : QString();
  auto* card = new PresetCard(title, first_sentence(story), story + key);
  column_->insertWidget(column_->count() - 1, card);
  cards_.push_back(card);
  connect(card, &PresetCard::clicked, this, [this, index] { emit chosen(index); });
}

void PresetBrowser::choose(int index) {
  for (int i = 0; i < count(); ++i) cards_[i]->set_chosen(i == index);
  if (index < 0) return;
  // The cards have no places before the first layout.
  QTimer::singleShot(0, this, [this, index] { scroll_->ensureWidgetVisible(cards_[index]); });
}

}  // namespace ergo
