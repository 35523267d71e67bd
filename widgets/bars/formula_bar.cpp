#include "widgets/bars/formula_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QStyle>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/config/assignment.h"
#include "core/formula/error.h"
#include "core/formula/examples.h"
#include "core/formula/formula.h"
#include "core/survey/modes.h"
#include "core/survey/properness.h"
#include "core/view/palette.h"
#include "widgets/base/numbers.h"

namespace ergo {
namespace {

constexpr int preview_width = 176, preview_height = 110;  // pixels
constexpr int pause_ms = 120;                             // so that a preview is there 0.3 s after the last key
constexpr int rest_ms = 400;                              // longer than between two keys of most who type
constexpr int share_of_window = 5;                        // the text has no more than a fifth of the height
constexpr int mistake_width = 3;                          // characters underlined from the place of a mistake on

QString facts_of(const TargetPreview& preview) {
  const double log_z = std::abs(preview.log_normaliser) < 5e-4 ? 0 : preview.log_normaliser;
  QStringList facts = {QString("log Z = %1").arg(QString::number(log_z, 'f', 3).replace('-', "−")),
                       preview.dim == 1 ? QObject::tr("one dimension") : QObject::tr("two dimensions"),
                       preview.modes == 1                 ? QObject::tr("1 mode")
                       : preview.modes >= most_found_modes ? QObject::tr("%1 modes or more").arg(preview.modes)
                                                           : QObject::tr("%1 modes").arg(preview.modes)};
  if (preview.modes == 0) facts.removeLast();
  return facts.join("  ·  ");
}

/// A target's formula with its present values in place of its sliders' first numbers.
std::string with_values(const std::string& formula, const std::vector<double>& values) {
  constexpr std::string_view head = "slider(";
  std::string text;
  std::size_t done = 0;
  for (const double value : values) {
    const std::size_t found = formula.find(head, done);
    if (found == std::string::npos) break;
    text += formula.substr(done, found + head.size() - done) + number_text(value);
    done = formula.find(',', found);
  }
  return text + formula.substr(std::min(done, formula.size()));
}

}  // namespace

FormulaBar::FormulaBar(QWidget* parent) : QWidget(parent), palette_(&ergo::palette("dark")) {
  setObjectName("formula_bar");
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(12);
  auto* column = new QVBoxLayout;
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  auto* title = new QLabel(tr("Formula (Ctrl+T)"));
  title->setObjectName("title");
  head->addWidget(title);
  auto* keys = new QLabel(tr("Enter runs it, Shift+Enter begins a line."));
  keys->setObjectName("formula_keys");
  head->addWidget(keys);
  head->addStretch(1);
  head->addWidget(examples_ = new QToolButton);
  auto* close = new QToolButton;
  close->setObjectName("close_formula");
  close->setText("×");
  close->setToolTip(tr("Close the formula (Esc). The run keeps its target."));
  close->setAccessibleName(tr("Close the formula"));
  head->addWidget(close);
  column->addLayout(head);
  column->addWidget(edit_ = new QPlainTextEdit);
  column->addWidget(message_ = new QLabel);
  row->addLayout(column, 1);
  row->addWidget(picture_ = new QLabel, 0, Qt::AlignVCenter);
  edit_->setObjectName("formula");
  edit_->setAccessibleName(tr("Formula"));
  edit_->setToolTip(
      tr("Energy E, density p or log p of x and y, after definitions. b = slider(1, 0, 5) declares a slider. Enter runs it, "
         "Shift+Enter begins a line, Esc closes (Ctrl+T)."));
  edit_->setTabChangesFocus(true);
  edit_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  edit_->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  edit_->installEventFilter(this);
  message_->setObjectName("formula_message");
  message_->setTextFormat(Qt::PlainText);
  message_->setWordWrap(true);
  picture_->setFixedSize(preview_width, preview_height);
  picture_->setAccessibleName(tr("Preview of the density"));
  build_examples();
  pause_.setSingleShot(true);
  pause_.setInterval(pause_ms);
  connect(&pause_, &QTimer::timeout, this, &FormulaBar::ask_for_preview);
  rest_.setSingleShot(true);
  rest_.setInterval(rest_ms);
  connect(&rest_, &QTimer::timeout, this, [this] {
    if (isVisible()) emit settled(QString::fromStdString(target_), text());
  });
  connect(edit_, &QPlainTextEdit::textChanged, this, &FormulaBar::read);
  connect(close, &QToolButton::clicked, this, [this] {
    hide();
    emit closed();
  });
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  hide();
}

void FormulaBar::build_examples() {
  examples_->setObjectName("formula_examples");
  examples_->setText(tr("Examples"));
  examples_->setToolTip(tr("Start from a formula"));
  examples_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(examples_);
  for (const formula::Example& example : formula::examples)
    menu->addAction(tr(example.title), this, [this, example] {
      target_ = "formula";
      set_text(QString::fromUtf8(example.text));
      edit_->setFocus();
    });
  examples_->setMenu(menu);
}

void FormulaBar::open(const RunConfig& run) {
  of_run_.clear();
  follow(run);
  if (edit_->toPlainText().isEmpty()) set_text(QString::fromUtf8(formula::examples.front().text));
  show();
  read();
  edit_->setFocus();
  edit_->selectAll();
}

void FormulaBar::follow(const RunConfig& run) {
  const Descriptor& target = target_descriptor(run);
  const int text = find_parameter(target, "text");
  const bool typed = target_unit(run.target.id).describe && text >= 0;
  const std::string now = typed ? value_text(run.target, target, static_cast<std::size_t>(text))
                                : with_values(target.formula, run.target.values);
  const bool moved = run_target_ != run.target;
  run_target_ = run.target;
  if (now == of_run_) {
    if (moved && isVisible()) pause_.start();  // the preview is that of its sliders' values
    return;
  }
  const bool untouched = this->text().toStdString() == of_run_ || !isVisible();
  of_run_ = now;
  tell({});
  if (now.empty()) return;
  target_ = typed ? run.target.id : "formula";
  if (untouched || typed) set_text(QString::fromStdString(now));
}

void FormulaBar::set_palette(const Palette& palette) {
  palette_ = &palette;
  show_preview();
}

QString FormulaBar::text() const { return edit_->toPlainText(); }

void FormulaBar::set_text(const QString& text) {
  if (text != edit_->toPlainText()) edit_->setPlainText(text);
}

void FormulaBar::tell(const QString& words) {
  told_ = words;
  if (!told_.isEmpty() || !mistaken_) say(told_);
  show_preview();
}

QString FormulaBar::message() const { return message_->text(); }

void FormulaBar::say(const QString& words, bool alarm) {
  message_->setText(words);
  message_->setProperty("alarm", alarm);
  message_->style()->unpolish(message_);
  message_->style()->polish(message_);
  fit_message();
}

/// Layouts in layouts give lines that are folded the height of one.
void FormulaBar::fit_message() { message_->setMinimumHeight(std::max(0, message_->heightForWidth(message_->width()))); }

void FormulaBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_message();
}

/// A text is read at once, as that takes less than a millisecond.
void FormulaBar::read() {
  if (!isVisible()) return;
  fit_height();
  edit_->setExtraSelections({});
  told_.clear();
  try {
    formula::parse(text().toStdString());
    if (std::exchange(mistaken_, false)) say({});
    pause_.start();
    rest_.start();
  } catch (const formula::FormulaError& mistake) {
    mistaken_ = true;
    pause_.stop();
    rest_.stop();
    underline(mistake.line, mistake.column);
    const QString words = QString::fromUtf8(mistake.what());
    say(words + (words.endsWith('?') ? " " : ". ") + tr("The run goes on with its target."), true);
  }
}

void FormulaBar::underline(int line, int column) {
  const QTextBlock block = edit_->document()->findBlockByNumber(line - 1);
  if (!block.isValid()) return;
  // A column counts characters, Qt counts units of UTF-16.
  const auto units = [&](int characters) {
    return QString::fromStdU32String(block.text().toStdU32String().substr(0, static_cast<std::size_t>(characters))).size();
  };
  QTextCursor cursor(block);
  const auto begin = std::min<qsizetype>(units(column - 1), std::max<qsizetype>(block.text().size() - 1, 0));
  cursor.setPosition(block.position() + static_cast<int>(begin));
  cursor.setPosition(block.position() + static_cast<int>(std::min<qsizetype>(begin + mistake_width, block.text().size())),
                     QTextCursor::KeepAnchor);
  QTextEdit::ExtraSelection selection;
  selection.cursor = cursor;
  selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
  selection.format.setUnderlineColor(QColor(0xd0, 0x40, 0x30));
  edit_->setExtraSelections({selection});
}

void FormulaBar::ask_for_preview() {
  RunConfig run;
  try {
    if (text().toStdString() == of_run_ && run_target_.id == target_) {
      run.target = run_target_;
    } else {
      apply(run, {"target", target_});
      apply(run, {"target.text", text().toStdString()});
    }
  } catch (const Error& refused) {
    say(QString::fromUtf8(refused.what()), true);
    return;
  }
  const double ratio = devicePixelRatioF();
  previewer_.ask(run.target, static_cast<int>(preview_width * ratio), static_cast<int>(preview_height * ratio));
}

void FormulaBar::update_preview() {
  std::optional<TargetPreview> made = previewer_.take();
  if (!made || mistaken_) return;
  preview_ = std::move(made);
  show_preview();
}

void FormulaBar::show_preview() {
  if (!preview_) return;
  const TargetPreview& made = *preview_;
  if (!made.problem.empty()) {
    if (told_.isEmpty()) say(QString::fromStdString(made.problem), true);
    return;
  }
  if (!mistaken_ && told_.isEmpty())
    say(made.remark.empty() ? facts_of(made) : QString::fromStdString(made.remark), made.remark.starts_with(no_density));
  QImage image(made.width, made.height, QImage::Format_RGB32);
  const auto low = components(palette_->density_low), high = components(palette_->density_high);
  for (int row = 0; row < made.height; ++row)
    for (int column = 0; column < made.width; ++column) {
      const float share = made.brightness[static_cast<std::size_t>(row * made.width + column)];
      const auto part = [&](std::size_t k) { return static_cast<int>(std::lround(255 * std::lerp(low[k], high[k], share))); };
      image.setPixel(column, row, qRgb(part(0), part(1), part(2)));
    }
  image.setDevicePixelRatio(static_cast<double>(made.width) / preview_width);
  picture_->setPixmap(QPixmap::fromImage(image));
}

void FormulaBar::fit_height() {
  const QFontMetrics letters = edit_->fontMetrics();
  const int most = std::max(2, window()->height() / share_of_window / letters.lineSpacing());
  const int lines = std::clamp(static_cast<int>(edit_->document()->size().height()), 1, most);
  const int margins = 2 * static_cast<int>(std::ceil(edit_->document()->documentMargin()));
  const int frame = edit_->height() - edit_->viewport()->height();
  edit_->setFixedHeight(lines * letters.lineSpacing() + margins + frame + 6);
}

bool FormulaBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == edit_ && event->type() == QEvent::ShortcutOverride &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();  // otherwise the window's own action takes the key
    return true;
  }
  if (watched != edit_ || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape) {
    hide();
    emit closed();
    return true;
  }
  if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && !(key->modifiers() & Qt::ShiftModifier)) {
    if (!mistaken_) emit entered(QString::fromStdString(target_), text());
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace ergo
