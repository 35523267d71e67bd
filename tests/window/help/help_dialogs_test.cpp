// The dialogs of the menu Help.
#include <QDialog>
#include <QLineEdit>
#include <QTextBrowser>
#include <QUrl>

#include "app/help/help_text.h"
#include "core/settings/provenance.h"
#include "tests/window/window_fixture.h"

namespace ergo::help_dialogs_test {
namespace {

class HelpDialogsTest : public WindowTest {
 protected:
  QTextBrowser& opened(const char* id) {
    window().findChild<QAction*>(id)->trigger();
    auto* dialog = window().findChild<QDialog*>(id);
    EXPECT_TRUE(dialog && dialog->isVisible()) << id;
    QDir().mkpath(ERGO_BINARY_DIR "/screenshots");
    EXPECT_TRUE(dialog->grab().save(QString(ERGO_BINARY_DIR "/screenshots/help_%1.png").arg(id)));
    return *dialog->findChild<QTextBrowser*>();
  }
  bool pictured(QTextBrowser& guide, std::size_t section) {
    const QString name = QString("picture:%1").arg(section);
    const QVariant picture = guide.document()->resource(QTextDocument::ImageResource, QUrl(name));
    return guide.toHtml().contains('"' + name + '"') && picture.value<QPixmap>().width() > 200;
  }
};

TEST_F(HelpDialogsTest, TheGlossarySearches) {
  QTextBrowser& text = opened("glossary");
  const QString all = text.toPlainText();
  EXPECT_TRUE(all.contains("Relaxation time"));
  EXPECT_FALSE(all.contains('`'));
  EXPECT_FALSE(all.contains("σ_g"));
  QLineEdit& search = *window().findChild<QDialog*>("glossary")->findChild<QLineEdit*>("search");
  search.setText("relaxation");
  EXPECT_TRUE(text.toPlainText().contains("Relaxation time"));
  EXPECT_LT(text.toPlainText().size(), all.size() / 10);
  search.setText("no such word");
  EXPECT_EQ(text.toPlainText(), "Nothing found.");
}

TEST_F(HelpDialogsTest, TheGuideShowsPartsOfTheWindow) {
  pause();
  QTextBrowser& text = opened("guide");
  const std::vector<GuideSection> sections = guide();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    EXPECT_TRUE(text.toPlainText().contains(QString::fromStdString(sections[i].title)));
    EXPECT_EQ(pictured(text, i), !sections[i].widget.empty()) << sections[i].title;  // no `ergo` is beside this program
  }
  EXPECT_TRUE(text.window()->grab().save(ERGO_BINARY_DIR "/screenshots/help_guide.png"));
}

TEST_F(HelpDialogsTest, AboutTellsTheVersionAndTheLicences) {
  const QString text = opened("about").toPlainText();
  EXPECT_TRUE(text.contains(QString::fromStdString(version())));
  EXPECT_TRUE(text.contains("GNU General Public License"));
  for (const UsedLibrary& library : used_libraries()) {
    EXPECT_TRUE(text.contains(QString::fromStdString(library.name)));
    EXPECT_TRUE(text.contains(QString::fromStdString(library.licence)));
  }
}

}  // namespace
}  // namespace ergo::help_dialogs_test
