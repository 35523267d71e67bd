// The list of lectures and presets beside the picture.
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "tests/window/window_fixture.h"
#include "widgets/presets/preset_browser.h"
#include "widgets/presets/preset_label.h"

namespace ergo::preset_browser_test {
namespace {

class PresetBrowserTest : public testing::Test {
 protected:
  PresetBrowserTest() {
    for (int i = 0; i < 40; ++i)
      browser_.add({.name = std::to_string(i),
                    .title = QString("Preset %1").arg(i),
                    .story = "A story of a few words, which take more rows where the list is narrow."});
    browser_.resize(260, 600);
    browser_.show();
    turn();
  }
  static void turn() {
    for (int i = 0; i < 5; ++i) QApplication::processEvents(QEventLoop::AllEvents, 5);
  }
  bool whole_in_sight(int card) {
    return browser_.card(card)->visibleRegion().boundingRect() == browser_.card(card)->rect();
  }
  PresetBrowser browser_;
};

TEST_F(PresetBrowserTest, AChosenCardStaysInSightWhenTheListIsResized) {
  browser_.choose(20);
  turn();
  EXPECT_TRUE(whole_in_sight(20));
  for (const QSize size : {QSize(260, 300), QSize(180, 300), QSize(320, 700), QSize(180, 260)}) {
    browser_.resize(size);
    turn();
    EXPECT_TRUE(whole_in_sight(20)) << size.width() << "x" << size.height();
  }
}

// Whatever has changed since a height was kept: the text, the font, the margins, the style sheet.
TEST_F(PresetBrowserTest, LabelsAreAsHighAsTheirWordsAskFor) {
  QWidget parent;
  auto* label = new PresetLabel("story", "A story of a few words.");
  auto* plain = new QLabel;
  for (QLabel* each : {static_cast<QLabel*>(label), plain}) each->setParent(&parent);
  plain->setObjectName("story");
  plain->setWordWrap(true);
  plain->setTextFormat(Qt::PlainText);
  parent.show();
  const auto expect_same = [&](const char* after) {
    turn();
    for (const int width : {60, 200, 60, 40})
      EXPECT_EQ(label->heightForWidth(width), plain->heightForWidth(width)) << after << ", " << width;
  };
  plain->setText(label->text());
  expect_same("at first");
  const int before = label->heightForWidth(60);
  for (QLabel* each : {static_cast<QLabel*>(label), plain}) each->setText("A story of many more words than before.");
  expect_same("another text");
  parent.setStyleSheet("QLabel { font-size: 40px }");
  expect_same("a style sheet");
  EXPECT_GT(label->heightForWidth(60), 2 * before);
  parent.setStyleSheet("QLabel { font-size: 40px; padding: 9px }");
  expect_same("padding");
  for (QLabel* each : {static_cast<QLabel*>(label), plain}) each->setContentsMargins(11, 12, 13, 14);
  expect_same("margins");
}

// Cards grow by the pictures that come for them, above the chosen one too.
TEST_F(PresetBrowserTest, ChosenCardStaysVisibleWhenThumbnailsArrive) {
  browser_.choose(20);
  turn();
  QPixmap picture(96, 72);
  picture.fill(Qt::black);
  for (int i = 20; i >= 0; --i) {
    const int height = browser_.card(i)->height();
    browser_.set_picture(std::to_string(i), picture);
    turn();
    ASSERT_GT(browser_.card(i)->height(), height);
    EXPECT_TRUE(whole_in_sight(20)) << "after the picture of " << i;
  }
}

// What corrects a paper often stands last in a story, and not everybody has a mouse for its tooltip.
TEST_F(PresetBrowserTest, ChosenCardShowsItsWholeStory) {
  const QString story = "The paper has it that this mixes. It does not: half of the chains stay.";
  browser_.add({.name = "told", .title = "Told", .story = story});
  const int last = browser_.count() - 1;
  const auto words = [&] { return browser_.card(last)->findChild<QLabel*>("story")->text(); };
  EXPECT_EQ(words(), "The paper has it that this mixes.");
  browser_.choose(last);
  EXPECT_EQ(words(), story);
  turn();
  EXPECT_TRUE(whole_in_sight(last));
  browser_.choose(0);
  EXPECT_EQ(words(), "The paper has it that this mixes.");
}

TEST_F(PresetBrowserTest, ListDoesNotScrollBackAfterTheUserScrolledAway) {
  browser_.choose(20);
  turn();
  auto* bar = browser_.findChild<QScrollArea*>()->verticalScrollBar();
  bar->triggerAction(QAbstractSlider::SliderToMinimum);
  turn();
  ASSERT_FALSE(whole_in_sight(20));
  browser_.resize(260, 400);
  turn();
  EXPECT_EQ(bar->value(), 0);
}

// One stop of the tab key; the arrows lead on from there, and it is where they have led.
TEST_F(PresetBrowserTest, TabStopsAtOneCard) {
  const auto stops = [&] {
    std::vector<int> at;
    for (int i = 0; i < browser_.count(); ++i)
      if (browser_.card(i)->focusPolicy() & Qt::TabFocus) at.push_back(i);
    return at;
  };
  EXPECT_EQ(stops(), std::vector{0});
  browser_.choose(20);
  EXPECT_EQ(stops(), std::vector{20});
  QApplication::setActiveWindow(&browser_);
  browser_.search().setFocus();
  QTest::keyClick(&browser_.search(), Qt::Key_Tab);
  turn();
  EXPECT_TRUE(browser_.card(20)->hasFocus());
  EXPECT_TRUE(whole_in_sight(20));
  for (int i = 0; i < 6; ++i) QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
  EXPECT_TRUE(browser_.card(26)->hasFocus());
  EXPECT_TRUE(whole_in_sight(26));
  EXPECT_EQ(stops(), std::vector{26});
  browser_.search().setText("Preset 7");
  EXPECT_EQ(stops(), std::vector{7});
}

// The nearest match stands first, whatever its section: a title, one that begins so, words in a title, words
// in a story.
TEST_F(PresetBrowserTest, BestMatchIsListedFirst) {
  browser_.add_lecture({.name = "story", .title = "Thermostats", .story = "Tells of cold water."});
  browser_.add_lecture({.name = "inside", .title = "Very cold water", .story = "S."});
  browser_.add({.name = "beginning", .title = "Cold water, twice", .story = "S."});
  browser_.add({.name = "exact", .title = "Cold water", .story = "S."});
  std::vector<int> tops;
  const auto top = [&](const char* title) {
    for (const PresetCard* card : browser_.findChildren<PresetCard*>())
      if (card->accessibleName() == title) return card->isVisible() ? card->y() : -1;
    return -1;
  };
  const auto order = [&] {
    turn();
    return std::vector{top("Cold water"), top("Cold water, twice"), top("Very cold water"),
                       top("Thermostats")};
  };
  const std::vector<int> before = order();
  browser_.search().setText("cold water");
  tops = order();
  EXPECT_GE(tops.front(), 0);
  EXPECT_TRUE(std::ranges::is_sorted(tops, std::less_equal()));
  int chosen = -1;
  QObject::connect(&browser_, &PresetBrowser::chosen, [&](int index) { chosen = index; });
  QTest::keyClick(&browser_.search(), Qt::Key_Return);
  EXPECT_EQ(chosen, browser_.count() - 1);
  browser_.search().clear();
  EXPECT_EQ(order(), before);
}

}  // namespace
}  // namespace ergo::preset_browser_test
