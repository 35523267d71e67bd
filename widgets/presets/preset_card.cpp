// A card of the preset browser, and the field to search them.
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/base/theme.h"
#include "widgets/presets/preset_browser.h"
#include "widgets/presets/preset_label.h"

namespace ergo {
namespace {

QString first_sentence(const QString& story) {
  static const QRegularExpression end("[.!?](\\s|$)");
  const auto match = end.match(story);
  return match.hasMatch() ? story.left(match.capturedStart() + 1) : story;
}

/// Lower case, without accents, with dashes and underscores as spaces.
QString plain(const QString& text) {
  static const QRegularExpression marks("\\p{Mn}"), dashes("[\\p{Pd}_]");
  return text.normalized(QString::NormalizationForm_KD).remove(marks).replace(dashes, " ").toLower();
}

/// Keys that are shortcuts of the window but mean something else here.
bool keeps(QEvent* event, std::initializer_list<int> keys) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool kept = key->modifiers() == Qt::NoModifier && std::ranges::find(keys, key->key()) != keys.end();
  if (kept) event->accept();
  return kept;
}

}  // namespace

PresetCard::PresetCard(const BrowserEntry& entry)
    : name_(entry.name),
      picture_(new QLabel),
      told_(entry.story),
      words_(plain(entry.title + ' ' + entry.story + ' ' + entry.words)) {
  setObjectName("card");
  setCursor(Qt::PointingHandCursor);
  setToolTip(wrapped(entry.tooltip));
  setAccessibleName(entry.title);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 9);
  column->setSpacing(3);
  auto* head = new QHBoxLayout;
  head->addWidget(picture_);
  head->addWidget(new PresetLabel("title", entry.title), 1);
  picture_->hide();
  column->addLayout(head);
  column->addWidget(story_ = new PresetLabel("story"));
  column->addWidget(changed_ = new PresetLabel("changed", tr("changed · reset")));
  changed_->setToolTip(wrapped(tr("Settings differ from the preset's. A click opens the preset again.")));
  show_story();
}

void PresetCard::set_chosen(bool chosen) {
  setProperty("chosen", chosen);
  chosen_ = chosen;
  change_ = {};
  show_story();
  style()->unpolish(this);
  style()->polish(this);
}

void PresetCard::set_change(const PresetChange& change) {
  if (change_ == change) return;
  change_ = change;
  show_story();
}

void PresetCard::show_story() {
  const bool other = chosen_ && !change_.now.isEmpty();
  story_->setText(other ? tr("Now: %1").arg(change_.now) : chosen_ ? told_ : first_sentence(told_));
  changed_->setVisible(chosen_ && change_.changed);
}

void PresetCard::set_picture(const QPixmap& picture) {
  picture_->setPixmap(picture);
  picture_->setVisible(!picture.isNull());
}

bool PresetCard::matches(const QString& search) const {
  const QStringList words = plain(search).split(' ', Qt::SkipEmptyParts);
  return std::ranges::all_of(words, [this](const QString& word) { return words_.contains(word); });
}

int PresetCard::rank(const QString& search) const {
  const QString wanted = plain(search).simplified(), title = plain(accessibleName());
  if (title == wanted) return 0;
  if (title.startsWith(wanted)) return 1;
  const QStringList words = wanted.split(' ', Qt::SkipEmptyParts);
  return std::ranges::all_of(words, [&](const QString& word) { return title.contains(word); }) ? 2 : 3;
}

bool PresetCard::event(QEvent* event) {
  return keeps(event, {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Up, Qt::Key_Down}) ||
         QFrame::event(event);
}

void PresetCard::focusInEvent(QFocusEvent* event) {
  QFrame::focusInEvent(event);
  emit focused();
}

void PresetCard::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)
    emit clicked();
  else if (key == Qt::Key_Up || key == Qt::Key_Down)
    emit moved(key == Qt::Key_Up ? -1 : 1);
  else
    QFrame::keyPressEvent(event);
}

void PresetCard::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) emit clicked();
}

SearchField::SearchField() {
  setPlaceholderText(tr("Search (Ctrl+F)"));
  setAccessibleName(tr("Search lectures, presets, samplers, targets, plots and settings"));
  setClearButtonEnabled(true);
}

bool SearchField::event(QEvent* event) {
  return keeps(event, {Qt::Key_Escape, Qt::Key_Down}) || QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Down) return emit down();
  if (event->key() == Qt::Key_Escape) return emit given_up();
  QLineEdit::keyPressEvent(event);
}

}  // namespace ergo
