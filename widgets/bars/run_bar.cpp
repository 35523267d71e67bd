#include "widgets/bars/run_bar.h"

#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QWidgetAction>
#include <cmath>
#include <utility>

#include "widgets/base/numbers.h"
#include "widgets/base/speed_box.h"

namespace ergo {
namespace {

QWidget* spacer(int width = 0) {
  auto* widget = new QWidget;
  if (width > 0)
    widget->setFixedWidth(width);
  else
    widget->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  return widget;
}

/// "◂" of "◂ Back".
QString sign_of(const QString& words) {
  for (const QString& word : words.split(' '))
    if (!word.front().isLetter()) return word;
  return words;
}

}  // namespace

RunBar::RunBar(const std::map<QString, QAction*>& actions, QMenu& compare, const QList<QAction*>& panels,
               QWidget* parent)
    : QToolBar(tr("Run"), parent), run_(actions.at("run")), panels_(panels) {
  setObjectName("run_bar");
  setMovable(false);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  for (const char* id : {"run", "back", "step", "reset"}) {
    buttons_.push_back(button(actions.at(id), id));
    always_.push_back(addWidget(buttons_.back()));
  }
  words_.push_back(addWidget(new QLabel(tr("Speed"))));
  pace_.push_back(addWidget(speed_ = new SpeedBox));
  steps_ = new QSpinBox;
  steps_->setObjectName("steps_per_frame");
  steps_->setRange(1, 10000);
  steps_->setToolTip(tr("Steps of every chain per frame"));
  steps_->setKeyboardTracking(false);
  pace_.push_back(addWidget(steps_));
  fields_.push_back(addWidget(new QLabel(tr("Chains"))));
  chains_ = field("chains", tr("Number of chains, 1 to 10 000 000. A change restarts the run."));
  fields_.push_back(addWidget(new QLabel(tr("Seed"))));
  seed_ = field("seed", tr("Seed of all random numbers. A change restarts the run. Shift+R takes a new seed."));
  addWidget(spacer());
  words_.push_back(addWidget(new QLabel(tr("Gradient evaluations"))));
  counter_ = new QLabel;
  counter_->setObjectName("counter");
  counter_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  counter_->setToolTip(
      tr("Gradient evaluations per chain since the start. For samplers without gradients, every energy "
         "evaluation counts as one."));
  counter_part_ = addWidget(counter_);
  add_menus(actions, compare);
  in_order_ = this->actions();
  speed_->setAccessibleName(tr("Speed"));
  steps_->setAccessibleName(tr("Steps per frame"));
  chains_->setAccessibleName(tr("Chains"));
  seed_->setAccessibleName(tr("Seed"));
  QWidget* before = speed_;
  for (QWidget* next : std::initializer_list<QWidget*>{steps_, chains_, seed_})
    setTabOrder(std::exchange(before, next), next);
  connect(steps_, &QSpinBox::editingFinished, steps_, &QWidget::clearFocus);
  connect(speed_, &QComboBox::activated, speed_, &QWidget::clearFocus);
  const auto pace = [this] { emit pace_changed(speed_->speed(), steps_->value()); };
  connect(speed_, &QComboBox::activated, this, pace);
  connect(steps_, &QSpinBox::valueChanged, this, pace);
}

QToolButton* RunBar::button(QAction* action, const char* name) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setObjectName(name);
  made->setFocusPolicy(Qt::NoFocus);
  return made;
}

void RunBar::add_menus(const std::map<QString, QAction*>& actions, QMenu& compare) {
  auto* runs = button(compare.menuAction(), "compare");
  runs->setPopupMode(QToolButton::InstantPopup);
  menus_.push_back(addWidget(runs));
  of_menus_.push_back(compare.menuAction());
  for (const char* id : {"record", "export"}) {
    menus_.push_back(addWidget(button(actions.at(id), id)));
    of_menus_.push_back(actions.at(id));
  }
  auto* more = new QToolButton;
  more->setObjectName("more");
  more->setText(tr("&More"));
  more->setToolTip(tr("More controls (Alt+M)"));
  more->setPopupMode(QToolButton::InstantPopup);
  more->setMenu(more_ = new QMenu(this));
  more_button_ = addWidget(more);
  more_button_->setVisible(false);
}

QLineEdit* RunBar::field(const char* path, const QString& tooltip) {
  auto* line = new QLineEdit;
  line->setObjectName(path);
  line->setToolTip(tooltip);
  connect(line, &QLineEdit::returnPressed, line, [line] { line->clearFocus(); });
  connect(line, &QLineEdit::editingFinished, this, [this, line, path] {
    if (!line->isModified()) return;
    line->setModified(false);
    emit edited(path, line->text().trimmed());
  });
  fields_.push_back(addWidget(line));
  return line;
}

void RunBar::set_scale(double scale) {
  widths_ = {{chains_, qRound(84 * scale)}, {seed_, qRound(92 * scale)}};
  size_fields();
  counter_->setMinimumWidth(qRound(92 * scale));
}

void RunBar::size_fields() {
  const bool stacked = folded_.contains(fields_.front());
  for (const auto& [field, width] : widths_) {
    field->setMinimumWidth(width);
    field->setMaximumWidth(stacked ? QWIDGETSIZE_MAX : width);
  }
}

int RunBar::width_of(const QList<QAction*>& parts) const {
  int sum = 0;
  for (QAction* part : parts) {
    QWidget* widget = static_cast<QWidgetAction*>(part)->defaultWidget();
    widget->ensurePolished();
    const auto set = widths_.find(widget);
    sum += set != widths_.end()
               ? set->second
               : std::clamp(widget->sizeHint().width(), widget->minimumWidth(), widget->maximumWidth());
    sum += layout()->spacing();
  }
  return sum;
}

bool RunBar::event(QEvent* event) {
  const bool done = QToolBar::event(event);
  if (event->type() == QEvent::LayoutRequest) fit(room_);  // a number or its words have grown
  return done;
}

int RunBar::width_of_words() const {
  int more = 0;
  for (const QToolButton* each : buttons_) {
    const QFontMetrics text = each->fontMetrics();
    more += text.horizontalAdvance(each->defaultAction()->text()) - text.horizontalAdvance(each->text());
  }
  return more;
}

void RunBar::show_words(bool shown) {
  worded_ = shown;
  for (QToolButton* each : buttons_) {
    QAction* action = each->defaultAction();
    const QString words = action->text();
    each->setAccessibleName(words);
    if (const QString text = shown ? words : sign_of(words); action->iconText() != text)
      action->setIconText(text);
  }
}

void RunBar::fit(int width) {
  room_ = width;
  const QMargins margins = layout()->contentsMargins();
  const int room = width - margins.left() - margins.right(), counter = width_of({counter_part_});
  const int least = width_of(always_) + width_of_words() + counter;
  const bool all = least + width_of(pace_ + fields_ + menus_) <= room;
  const int more = all ? 0 : width_of({more_button_});
  show_words(least + more <= room);
  int left = room - more - width_of(always_) - counter;
  counter_part_->setVisible(left >= 0);
  QList<QAction*> folded;
  for (const auto* parts : {&pace_, &fields_, &menus_, &words_}) {
    left -= width_of(*parts);
    if (parts == &words_)
      for (QAction* part : *parts) part->setVisible(left >= 0);
    else if (left < 0)
      folded += *parts;
  }
  fold(folded);
}

void RunBar::fold(const QList<QAction*>& parts) {
  if (parts == folded_) return;
  folded_ = parts;
  const bool menus_too = parts.contains(menus_.front());
  for (QAction* part : menus_) part->setVisible(!menus_too);
  more_->clear();
  // A field's widget is in one place at a time: it leaves the one before it enters the other.
  QAction* next = nullptr;
  for (auto at = in_order_.crbegin(); at != in_order_.crend(); ++at) {
    QAction* const part = *at;
    const bool away = parts.contains(part) && !menus_.contains(part), here = actions().contains(part);
    if (away && here) removeAction(part);
    if (!away && !here) insertAction(next, part);
    if (!away) next = part;
  }
  for (QAction* part : parts)
    if (!menus_.contains(part)) more_->addAction(part);
  if (menus_too) more_->addActions(of_menus_);
  if (!parts.isEmpty()) more_->addActions(panels_);
  more_button_->setVisible(!parts.isEmpty());
  size_fields();
}

void RunBar::show_run(bool running, double speed, int steps_per_frame, quint64 chains, quint64 seed,
                      double gradients) {
  const QString word = running ? QString::fromUtf8("❚❚ Pause") : QString::fromUtf8("▶ Run");
  if (run_->text() != word) {
    run_->setText(word);
    show_words(worded_);
  }
  const auto show = [](QLineEdit* line, quint64 value) {
    const QString text = QString::number(value);
    if (!line->hasFocus() && line->text() != text) line->setText(text);
  };
  show(chains_, chains);
  show(seed_, seed);
  const QSignalBlocker quiet_speed(speed_), quiet_steps(steps_);
  speed_->show_speed(speed);
  if (!steps_->hasFocus()) {
    steps_->setValue(steps_per_frame);
    steps_->setSuffix(steps_per_frame == 1 ? tr(" step / frame") : tr(" steps / frame"));
  }
  const QString sign = words_.back()->isVisible() ? QString() : QString::fromUtf8("∇ evals ");
  counter_->setText(sign +
                    QString::fromStdString(grouped(static_cast<std::uint64_t>(std::llround(gradients)))));
}

}  // namespace ergo
