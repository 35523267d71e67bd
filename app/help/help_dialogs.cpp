#include "app/help/help_dialogs.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "app/help/help_text.h"
#include "core/settings/provenance.h"
#include "widgets/base/theme.h"
#include "widgets/presets/rendered_pictures.h"

namespace ergo {
namespace {

constexpr int width_in_lines = 40, height_in_lines = 36, margin_in_lines = 4;
constexpr std::size_t most_units = 4;  // named beside an entry

/// A text with pictures, which it keeps when it is set anew.
class PicturedText : public QTextBrowser {
 public:
  std::map<QUrl, QPixmap> pictures;

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    const auto found = pictures.find(name);
    return found == pictures.end() ? QTextBrowser::loadResource(type, name) : QVariant(found->second);
  }
};

/// A dialog with a text to read, `above` it if there is something.
struct Reader {
  QDialog* dialog;
  PicturedText* text;
};

Reader open_reader(QWidget& parent, const char* name, const QString& title, QWidget* above = nullptr) {
  auto* dialog = new QDialog(&parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(name);
  dialog->setWindowTitle(title);
  auto* column = new QVBoxLayout(dialog);
  if (above) column->addWidget(above);
  auto* text = new PicturedText;
  text->setOpenExternalLinks(true);
  column->addWidget(text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  column->addWidget(buttons);
  dialog->ensurePolished();
  text->ensurePolished();
  const int line = text->fontMetrics().height();
  dialog->resize((QSize(width_in_lines, height_in_lines) * line).boundedTo(dialog->screen()->availableSize() * 0.95));
  dialog->show();
  return {dialog, text};
}

QString units_of(const GlossaryEntry& entry) {
  QStringList named;
  for (const std::string& unit : entry.units)
    if (static_cast<std::size_t>(named.size()) < most_units) named << QString::fromStdString(unit).toHtmlEscaped();
  const std::size_t more = entry.units.size() - static_cast<std::size_t>(named.size());
  if (more > 0) named << QObject::tr("%1 more").arg(more);
  return named.isEmpty() ? QString() : " <i>" + named.join(", ") + "</i>";
}

QString html_of(const GlossaryEntry& entry) {
  const QString symbol = html_text(QString::fromStdString(entry.symbol)),
                title = QString::fromStdString(entry.title).toHtmlEscaped();
  const bool bare = symbol.isEmpty() || symbol == "·";  // a choice without a symbol
  const QString head = bare ? title : symbol + "&nbsp;&nbsp; " + title;
  return QString("<p><b>%1</b><br>%2%3</p>")
      .arg(head, html_text(QString::fromStdString(entry.text)), units_of(entry));
}

bool contains(const GlossaryEntry& entry, const QString& words) {
  std::string all = entry.symbol + ' ' + entry.title + ' ' + entry.text;
  for (const std::string& unit : entry.units) all += ' ' + unit;
  return QString::fromStdString(all).contains(words, Qt::CaseInsensitive);
}

QString glossary_html(const QString& words) {
  QString html;
  for (const GlossarySection& section : glossary()) {
    QString entries;
    for (const GlossaryEntry& entry : section.entries)
      if (contains(entry, words)) entries += html_of(entry);
    if (!entries.isEmpty()) html += "<h3>" + QString::fromStdString(section.title) + "</h3>" + entries;
  }
  return html.isEmpty() ? QObject::tr("Nothing found.") : html;
}

QUrl picture_url(std::size_t section) { return QUrl(QString("picture:%1").arg(section)); }

/// The left part of the first of these widgets that the window has on screen, or of the last.
QPixmap part_of(const QMainWindow& window, const std::string& names, int width) {
  QWidget* found = nullptr;
  for (const QString& name : QString::fromStdString(names).split(' ', Qt::SkipEmptyParts))
    if (!found || found->isHidden())
      if (auto* widget = window.findChild<QWidget*>(name)) found = widget;
  return found ? found->grab({0, 0, std::min(width, found->width()), found->height()}) : QPixmap();
}

/// Room around headings, pictures and the text, whose lines are so high.
void space_out(QTextDocument& document, int line) {
  document.setDocumentMargin(line);
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    const bool heading = block.blockFormat().headingLevel() > 0;
    if (!heading && block.text() != QString(QChar::ObjectReplacementCharacter)) continue;
    QTextBlockFormat spaced;
    spaced.setTopMargin(heading ? line : line / 2);
    spaced.setBottomMargin(line / 3);
    QTextCursor(block).mergeBlockFormat(spaced);
  }
}

/// The guide's sections. One whose picture is missing is text only. An image without a description would be left out by
/// Qt.
void write_guide(PicturedText& text, const std::vector<GuideSection>& sections) {
  QString markdown;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const QString title = QString::fromStdString(sections[i].title);
    markdown += "## " + title + "\n\n" + QString::fromStdString(sections[i].text) + "\n\n";
    if (text.pictures.contains(picture_url(i))) markdown += "![" + title + "](" + picture_url(i).toString() + ")\n\n";
  }
  const int at = text.verticalScrollBar()->value();
  text.setMarkdown(markdown);
  space_out(*text.document(), text.fontMetrics().height());
  text.verticalScrollBar()->setValue(at);
}

}  // namespace

void show_glossary(QWidget& parent) {
  auto* search = new QLineEdit;
  search->setObjectName("search");
  search->setPlaceholderText(QObject::tr("Search symbols and diagnostics"));
  search->setClearButtonEnabled(true);
  const auto [dialog, text] = open_reader(parent, "glossary", QObject::tr("Glossary"), search);
  text->setHtml(glossary_html({}));
  QObject::connect(search, &QLineEdit::textChanged, text,
                   [text = text](const QString& words) { text->setHtml(glossary_html(words)); });
  search->setFocus();
}

void show_guide(QMainWindow& window, const std::string& theme) {
  const auto [dialog, text] = open_reader(window, "guide", QObject::tr("Guide: the first ten minutes"));
  const std::vector<GuideSection> sections = guide();
  const int width = dialog->width() - margin_in_lines * text->fontMetrics().height();
  auto* pictures = new RenderedPictures(dialog, "guide");
  QObject::connect(pictures, &RenderedPictures::ready, text,
                   [text = text, sections](const QString& name, const QPixmap& picture) {
                     text->pictures[picture_url(name.toULong())] = picture;
                     write_guide(*text, sections);
                   });
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (const QPixmap part = part_of(window, sections[i].widget, width); !part.isNull())
      text->pictures[picture_url(i)] = part;
    if (sections[i].rendered.empty()) continue;
    QStringList arguments = {"render"};
    for (const std::string& word : sections[i].rendered) arguments << QString::fromStdString(word);
    pictures->want(QString::number(i), arguments << "--size" << QString("%1x%2").arg(width).arg(width * 9 / 16)
                                                 << "--theme" << QString::fromStdString(theme) << "--quiet");
  }
  write_guide(*text, sections);
}

void show_about(QWidget& parent) {
  const auto [dialog, text] = open_reader(parent, "about", QObject::tr("About Ergoscope"));
  QString rows;
  for (const UsedLibrary& library : used_libraries())
    rows += QString("<tr><td><a href=\"%3\">%1</a>&nbsp;&nbsp;</td><td>%2</td></tr>")
                .arg(QString::fromStdString(library.name), QString::fromStdString(library.licence),
                     QString::fromStdString(library.address));
  text->setHtml(QObject::tr("<h2>Ergoscope %1</h2><p>An instrument for watching MCMC samplers.</p>"
                            "<p>Free software under the GNU General Public License, version 3 or later. It comes "
                            "without any warranty.</p><h3>Libraries</h3><table>%2</table>"
                            "<p>Clips are encoded by the program ffmpeg, if it is installed.</p>")
                    .arg(QString::fromStdString(version()), rows));
}

}  // namespace ergo
