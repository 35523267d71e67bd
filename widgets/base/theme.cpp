#include "widgets/base/theme.h"

#include <QRegularExpression>
#include <cmath>

#include "core/base/marked_text.h"

namespace ergo {
namespace {

constexpr Colour on_accent = 0xFFFFFF;

/// The emphasis is a colour for marks; as text it must be a little stronger.
Colour alarm(const Palette& p) { return mixed(p.emphasis, p.text, 0.6); }

// Lengths are those of scale 1; "@name" stands for a palette colour.
const char* const sheet = R"(
* { font-family: "Inter", "DejaVu Sans"; font-size: 13px; color: @text; }
QMainWindow, QDialog, QMessageBox { background: @ground; }
QMenuBar { background: @ground; padding: 2px 4px; }
QMenuBar::item { padding: 5px 9px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: @raised; }
QLabel#brand { font-weight: 600; padding: 2px 8px 2px 10px; }
QMenu { background: @panel; border: 1px solid @hairline; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @on_accent; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 8px; }
QToolBar { background: @ground; border: none; border-bottom: 1px solid @hairline; padding: 5px 8px; spacing: 4px; }
QToolBar QLabel { color: @secondary; padding: 0px 1px 0px 4px; }
QToolBar QLabel#counter { color: @text; font-family: "DejaVu Sans Mono"; font-size: 16px; padding: 0px 6px; }
QToolButton, QPushButton { background: @raised; border: 1px solid @hairline; border-radius: 6px; padding: 4px 9px; }
QToolButton:hover, QPushButton:hover, QComboBox:hover { border-color: @secondary; }
QToolButton:pressed, QPushButton:pressed { background: @hairline; }
QToolButton#run { background: @accent; border-color: @accent; color: @on_accent; min-width: 62px; }
QToolButton:disabled { color: @faint; }
QComboBox, QLineEdit, QSpinBox { background: @raised; border: 1px solid @hairline; border-radius: 6px;
  padding: 3px 7px; selection-background-color: @accent; selection-color: @on_accent; }
QComboBox:focus, QLineEdit:focus, QSpinBox:focus { border-color: @accent; }
QSpinBox::up-button, QSpinBox::down-button { width: 0px; border: none; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { width: 0px; height: 0px; border-left: 4px solid @raised; border-right: 4px solid @raised;
  border-top: 5px solid @secondary; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFileDialog QToolButton { padding: 3px; }
QCheckBox::indicator:unchecked { background: @raised; border: 1px solid @secondary; border-radius: 3px;
  width: 13px; height: 13px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @hairline; selection-background-color: @accent;
  selection-color: @on_accent; outline: none; }
QStatusBar { background: @ground; border-top: 1px solid @hairline; min-height: 24px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { font-family: "DejaVu Sans Mono"; font-size: 12px; color: @secondary; padding: 2px 8px; }
QLabel[alarm="true"], QStatusBar QLabel[alarm="true"] { color: @alarm; }
QPushButton:disabled { color: @faint; }
QDockWidget { border: none; }
QMainWindow::separator { background: @hairline; width: 1px; height: 1px; }
QScrollArea, QWidget#side { background: @panel; border: none; }
QWidget#side[strip="true"] { border-top: 1px solid @hairline; }
QScrollBar:vertical { background: @panel; width: 8px; margin: 0px; }
QScrollBar::handle:vertical { background: @hairline; border-radius: 4px; min-height: 24px; }
QScrollBar::handle:vertical:hover { background: @secondary; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0px; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QLabel#heading { color: @secondary; font-size: 11px; font-weight: 600; padding: 12px 2px 6px 2px; }
QFrame#card { background: @panel; border: 1px solid @hairline; border-radius: 7px; }
QFrame#card:hover { background: @raised; }
QFrame#card[chosen="true"] { background: @chosen; border-color: @accent; }
QWidget#formula_bar { background: @panel; border-bottom: 1px solid @hairline; }
QPlainTextEdit#formula { background: @raised; border: 1px solid @hairline; border-radius: 6px;
  font-family: "DejaVu Sans Mono"; font-size: 14px; selection-background-color: @accent; selection-color: @on_accent; }
QPlainTextEdit#formula:focus { border-color: @accent; }
QLabel#formula_message { font-size: 12px; background: transparent; }
QLabel#formula_keys { font-size: 12px; color: @secondary; background: transparent; }
QLabel#title { font-weight: 600; background: transparent; }
QLabel#question { background: @ground; color: @text; font-size: 15px; font-weight: 600; padding: 7px 12px 1px 12px; }
QLabel#hint { background: @ground; color: @secondary; font-size: 12px; padding: 0px 12px 7px 12px; }
QLabel#story { color: @secondary; font-size: 12px; background: transparent; }
QLabel#changed { font-size: 12px; font-weight: 600; background: transparent; }
QFrame#card:focus { border: 2px solid @text; }
QLabel#cue { font-weight: 600; font-size: 20px; background: transparent; }
QLabel#clock { font-family: "DejaVu Sans Mono"; font-size: 20px; }
QWidget#notes { background: @panel; }
QTextBrowser#caption { background: transparent; border: none; }
QToolTip { background: @raised; color: @text; border: 1px solid @hairline; padding: 4px; }
QFrame#rule { background: @hairline; max-height: 1px; border: none; }
)";

std::vector<std::pair<QString, Colour>> named(const Palette& p) {
  return {{"@ground", p.ground},
          {"@panel", p.panel},
          {"@raised", p.raised},
          {"@hairline", p.hairline},
          {"@text", p.text},
          {"@secondary", p.secondary},
          {"@accent", p.accent},
          {"@alarm", alarm(p)},
          {"@chosen", mixed(p.accent, p.panel, 0.16)},
          {"@on_accent", on_accent},
          {"@faint", mixed(p.secondary, p.panel, 0.55)}};
}

}  // namespace

QColor to_qt(Colour colour) { return QColor::fromRgb(0xFF000000u | colour); }

QString html_text(const QString& marked) {
  QString html;
  for (const auto& [text, subscript] : text_parts(marked.toStdString())) {
    const QString escaped = QString::fromStdString(text).toHtmlEscaped();
    html += subscript ? "<sub>" + escaped + "</sub>" : escaped;
  }
  return html;
}

QString wrapped(const QString& marked) {
  return "<qt>" + html_text(marked).replace("\n", "<br>") + "</qt>";
}

Colour mixed(Colour a, Colour b, double share) {
  Colour out = 0;
  for (const int shift : {16, 8, 0}) {
    const double value = share * (a >> shift & 255) + (1 - share) * (b >> shift & 255);
    out |= static_cast<Colour>(std::lround(value)) << shift;
  }
  return out;
}

double text_factor(const Palette& palette) { return palette.id == "projector" ? 24.0 / 13.0 : 1.0; }

QPalette qt_palette(const Palette& p) {
  const QColor faint = to_qt(mixed(p.secondary, p.panel, 0.55));
  QPalette colours;
  const auto set = [&](std::initializer_list<QPalette::ColorRole> roles, const QColor& colour) {
    for (const auto role : roles) colours.setColor(role, colour);
  };
  set({QPalette::Window}, to_qt(p.ground));
  set({QPalette::Base, QPalette::Button, QPalette::ToolTipBase}, to_qt(p.raised));
  set({QPalette::AlternateBase}, to_qt(p.panel));
  set({QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText,
       QPalette::BrightText},
      to_qt(p.text));
  set({QPalette::PlaceholderText}, to_qt(p.secondary));
  set({QPalette::Highlight}, to_qt(p.accent));
  set({QPalette::HighlightedText}, to_qt(on_accent));
  set({QPalette::Link, QPalette::LinkVisited}, to_qt(p.text));
  set({QPalette::Light, QPalette::Midlight, QPalette::Mid, QPalette::Dark}, to_qt(p.hairline));
  set({QPalette::Shadow}, to_qt(p.ground));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    colours.setColor(QPalette::Disabled, role, faint);
  return colours;
}

QString style_sheet(const Palette& palette, double factor) {
  QString text = sheet;
  for (const auto& [name, value] : named(palette)) text.replace(name, to_qt(value).name());
  static const QRegularExpression length("(\\d+)px");
  QString scaled;
  qsizetype from = 0;
  for (const auto& match : length.globalMatch(text)) {
    const int pixels = match.captured(1).toInt();
    scaled += text.mid(from, match.capturedStart() - from);
    scaled += QString("%1px").arg(pixels == 0 ? 0 : std::max(1, qRound(pixels * factor)));
    from = match.capturedEnd();
  }
  return scaled + text.mid(from);
}

std::vector<TextPair> text_pairs(const Palette& p) {
  return {{"text on the window ground", p.text, p.ground},
          {"text on a panel", p.text, p.panel},
          {"text on a button", p.text, p.raised},
          {"text on the picture", p.text, p.picture},
          {"text on a chosen card", p.text, mixed(p.accent, p.panel, 0.16)},
          {"secondary text on the window ground", p.secondary, p.ground},
          {"secondary text on a panel", p.secondary, p.panel},
          {"secondary text on a raised card", p.secondary, p.raised},
          {"secondary text on a chosen card", p.secondary, mixed(p.accent, p.panel, 0.16)},
          {"secondary text on the picture", p.secondary, p.picture},
          {"text on the accent", on_accent, p.accent},
          {"alarm on the window ground", alarm(p), p.ground}};
}

}  // namespace ergo
