// What the whole window's vectors say of contents that are partly scrolled out of sight.
#include <QScrollArea>
#include <QScrollBar>

#include "tests/window/export_fixture.h"
#include "widgets/preset_browser.h"

namespace ergo {
namespace {

TEST_F(ExportWindowTest, WordsThatAreScrolledOutOfSightAreClipped) {
  pause();
  auto* browser = window().findChild<PresetBrowser*>();
  auto* area = browser->findChild<QScrollArea*>();
  area->verticalScrollBar()->setValue(browser->card(0)->height() / 2 +
                                      browser->card(0)->mapTo(area->widget(), QPoint()).y());
  frames(3);
  ASSERT_EQ(carry_out({.what = ExportRequest::What::window, .path = "scrolled.svg"}), "");
  keep("scrolled.svg");
  const QString title = browser->card(0)->accessibleName();
  int lines = 0, of_cards = 0;
  for (const QString& line : QString::fromStdString(text("scrolled.svg")).split('\n')) {
    if (!line.contains("<text")) continue;
    ++lines;
    const QString words = line.section('>', -3, -3).section('<', 0, 0);
    bool listed = false;
    for (int card = 0; card < browser->count(); ++card)
      listed |= browser->card(card)->accessibleName() == words;
    of_cards += listed;
    EXPECT_TRUE(!listed || line.startsWith("<g clip-path")) << line.toStdString();
  }
  EXPECT_GT(lines, 20);
  EXPECT_GT(of_cards, 1);
}

}  // namespace
}  // namespace ergo
