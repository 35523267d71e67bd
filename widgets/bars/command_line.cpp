#include "widgets/bars/command_line.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>
#include <algorithm>

#include "core/base/error.h"
#include "core/config/assignment.h"
#include "core/settings/view_json.h"
#include "core/view/palette.h"

namespace ergo {

std::vector<std::string> shown_paths() {
  std::vector<std::string> paths = view_paths();
  paths.push_back(theme_path);
  return paths;
}

void check_shown_path(const std::string& path) {
  const std::vector<std::string> paths = shown_paths();
  if (std::ranges::find(paths, path) == paths.end())
    throw Error("unknown path", path, legal_words(path, paths), path);
}

CommandLine::CommandLine(QWidget* parent) : QLineEdit(parent), words_(new QStringListModel(this)) {
  setObjectName("command_line");
  setPlaceholderText(tr("path = value, e.g. sampler.step_size = 0.2"));
  setToolTip(
      tr("Set anything of the run or the view by name. Tab completes, ↑ and ↓ recall earlier lines, Esc "
         "closes (Ctrl+K)."));
  setAccessibleName(tr("Command line"));
  auto* completer = new QCompleter(words_, this);
  completer->setFilterMode(Qt::MatchContains);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  setCompleter(completer);
  connect(this, &QLineEdit::returnPressed, this, [this] {
    if (!text().trimmed().isEmpty()) emit entered(text().trimmed());
  });
  hide();
}

void CommandLine::offer(const RunConfig& config) {
  QStringList words;
  const auto add = [&words](const std::string& path, const std::vector<std::string>& values) {
    const QString start = QString::fromStdString(path) + " = ";
    if (values.empty()) words << start;
    for (const std::string& value : values) words << start + QString::fromStdString(value);
  };
  for (const std::string& path : paths_of(config)) add(path, values_of(config, path));
  for (const std::string& path : shown_paths())
    add(path, path == theme_path ? palette_ids() : view_values(path));
  for (const SamplerUnit& unit : samplers())  // by their ids alone, as they change the target too
    if (unit.descriptor.space != target_descriptor(config).space)
      words << QString::fromStdString(unit.descriptor.id);
  if (words != words_->stringList()) words_->setStringList(words);
}

void CommandLine::open(const QString& begun) {
  show();
  setFocus();
  begun.isEmpty() ? selectAll() : setText(begun);
}

void CommandLine::done() {
  past_.removeAll(text().trimmed());
  past_ << text().trimmed();
  recalled_ = 0;
  clear();
}

void CommandLine::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  // The list is a window of its own; this window's style sheet does not apply to it.
  if (event->type() == QEvent::StyleChange) completer()->popup()->setStyleSheet(window()->styleSheet());
}

void CommandLine::complete() {
  QAbstractItemView& list = *completer()->popup();
  const QModelIndex chosen = list.currentIndex();
  setText((chosen.isValid() ? chosen : list.model()->index(0, 0)).data().toString());
  list.hide();
}

bool CommandLine::event(QEvent* event) {
  // Otherwise the window's own action takes the key.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Tab &&
      completer()->popup()->isVisible()) {
    complete();
    event->accept();
    return true;
  }
  return QLineEdit::event(event);
}

void CommandLine::keyPressEvent(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
  if (event->key() == Qt::Key_Escape) {
    hide();
    emit closed();
  } else if (direction != 0 && !completer()->popup()->isVisible()) {
    recalled_ = std::clamp(recalled_ + direction, 0, static_cast<int>(past_.size()));
    setText(recalled_ == 0 ? QString() : past_[past_.size() - recalled_]);
  } else {
    QLineEdit::keyPressEvent(event);
  }
}

}  // namespace ergo
