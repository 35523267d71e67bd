#include "widgets/base/markdown_view.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <cmath>

namespace ergo {
namespace {

constexpr int line_height = 135;  // % of the font's own
constexpr int least_lines = 3;

/// The spans of a document in a monospaced font.
std::vector<std::pair<int, int>> code_spans(const QTextDocument& document) {
  std::vector<std::pair<int, int>> spans;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto i = block.begin(); !i.atEnd(); ++i)
      if (const QTextFragment part = i.fragment(); part.charFormat().fontFixedPitch())
        spans.emplace_back(part.position(), part.position() + part.length());
  return spans;
}

/// Short formulas stay on one line.
QString unbroken(const QString& markdown) {
  static const QRegularExpression formula("`[^`]{1,24}`");
  QString text = markdown;
  for (auto i = formula.globalMatch(markdown); i.hasNext();) {
    const auto match = i.next();
    text.replace(match.capturedStart(), match.capturedLength(), match.captured().replace(' ', QChar::Nbsp));
  }
  return text;
}

}  // namespace

MarkdownView::MarkdownView(QWidget* parent) : QTextBrowser(parent) {
  setObjectName("caption");
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setOpenExternalLinks(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  document()->setDocumentMargin(0);
}

void MarkdownView::show_text(const QString& markdown) {
  markdown_ = markdown;
  setAccessibleName(markdown);
  lay_out();
}

void MarkdownView::set_text_size(int pixels) {
  pixels_ = pixels;
  lay_out();
}

void MarkdownView::lay_out() {
  setStyleSheet(QString("QTextBrowser#caption { font-size: %1px; }").arg(pixels_));
  ensurePolished();
  document()->setDefaultFont(font());
  setMarkdown(unbroken(markdown_));
  QTextCursor all(document());
  all.select(QTextCursor::Document);
  QTextBlockFormat spaced;
  spaced.setLineHeight(line_height, QTextBlockFormat::ProportionalHeight);
  all.mergeBlockFormat(spaced);
  QFont mono("DejaVu Sans Mono");
  mono.setPixelSize(static_cast<int>(std::lround(0.9 * pixels_)));  // as tall as the text beside it
  for (const auto& [from, to] : code_spans(*document())) {
    all.setPosition(from);
    all.setPosition(to, QTextCursor::KeepAnchor);
    QTextCharFormat code;
    code.setFont(mono);
    all.mergeCharFormat(code);
  }
  updateGeometry();
}

QSize MarkdownView::sizeHint() const {
  return {QTextBrowser::sizeHint().width(), static_cast<int>(std::ceil(document()->size().height())) + 2};
}

QSize MarkdownView::minimumSizeHint() const {
  return {0, std::min(sizeHint().height(), least_lines * pixels_ * line_height / 100)};
}

void MarkdownView::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  updateGeometry();
}

}  // namespace ergo
