// What vectors say of contents that are partly scrolled out of sight, and of curves that are kept.
#include <QScrollArea>
#include <QScrollBar>

#include "tests/window/export/export_fixture.h"
#include "widgets/plots/curve_legend.h"
#include "widgets/presets/preset_browser.h"

namespace ergo::scrolled_export_test {
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

// In grey, beside a run of another sampler: the key and the numbers say whose they are.
TEST_F(ExportWindowTest, CurvesThatAreKeptHaveTheirNames) {
  run_a_little();
  auto* run_key = window().findChild<CurveLegend*>();
  EXPECT_TRUE(run_key->isHidden());
  key(Qt::Key_G);
  EXPECT_FALSE(run_key->isHidden());
  const int kept = window().plots().find("mmd2")->ghost(0).points();
  ASSERT_GE(kept, 3);
  const QString name = window().plots().find("mmd2")->ghost(0).name();
  EXPECT_TRUE(name.endsWith(" (kept)")) << name.toStdString();
  frames(2);
  ASSERT_EQ(carry_out({.what = ExportRequest::What::plots, .path = "kept.svg"}), "");
  this->keep("kept.svg");
  const QString svg = QString::fromStdString(text("kept.svg"));
  EXPECT_TRUE(svg.contains("(kept)</text>"));
  ASSERT_EQ(carry_out({.what = ExportRequest::What::plots, .path = "kept.csv"}), "");
  const QString quoted = name.contains(',') ? '"' + name + '"' : name;
  EXPECT_EQ(QString::fromStdString(text("kept.csv")).count("\nmmd2," + quoted + ','), kept);
  key(Qt::Key_G, Qt::ShiftModifier);
  EXPECT_TRUE(run_key->isHidden());
}

}  // namespace
}  // namespace ergo::scrolled_export_test
