// What the search field finds beside lectures and presets.
#include <QLabel>

#include "tests/window/window_fixture.h"
#include "widgets/bars/command_line.h"
#include "widgets/base/commands.h"
#include "widgets/panels/control_words.h"

namespace ergo::search_test {
namespace {

class SearchTest : public WindowTest {
 protected:
  void search(const QString& words) {
    window().presets().search().setFocus();
    window().presets().search().setText(words);
    QApplication::processEvents();
  }
  /// Titles that are listed, the first at the top.
  QStringList titles() {
    std::vector<std::pair<int, QString>> by_height;
    for (const PresetCard* card : window().presets().findChildren<PresetCard*>())
      if (card->isVisible()) by_height.emplace_back(card->y(), card->accessibleName());
    std::ranges::sort(by_height);
    QStringList all;
    for (const auto& [y, title] : by_height) all << title;
    return all;
  }
  void choose(const QString& title) {
    for (PresetCard* card : window().presets().findChildren<PresetCard*>())
      if (card->isVisible() && card->accessibleName() == title) {
        emit card->clicked();
        frames(5);
        return;
      }
    FAIL() << title.toStdString();
  }
  void choose_first() {
    QTest::keyClick(&window().presets().search(), Qt::Key_Return);
    frames(5);
  }
};

TEST_F(SearchTest, FindsEverySamplerTargetStartPlotAndCommand) {
  const auto expect_found = [&](const QString& words, const QString& title) {
    search(words);
    EXPECT_TRUE(titles().contains(title)) << words.toStdString() << ": " << title.toStdString();
  };
  const auto expect_units = [&](const auto& units) {
    for (const auto& unit : units)
      expect_found(QString::fromStdString(unit.descriptor.id), QString::fromStdString(unit.descriptor.title));
  };
  expect_units(samplers());
  expect_units(targets());
  expect_units(starts());
  for (const Plot* plot : window().plots().all()) expect_found(plot->subject().title, plot->subject().title);
  for (const Command& command : commands())
    expect_found(QString::fromUtf8(command.text), QString::fromUtf8(command.text));
  for (const Parameter& p : session().sampler_descriptor().parameters)
    expect_found(QString::fromStdString(p.title), QString::fromStdString(parameter_label(p)));
}

TEST_F(SearchTest, NutsIsASamplerThatReturnChooses) {
  search("nuts");
  screenshot("search-nuts");
  choose_first();
  EXPECT_EQ(session().config().sampler.id, "nuts");
  EXPECT_TRUE(window().presets().search().text().isEmpty());
  EXPECT_TRUE(surface().hasFocus());
}

TEST_F(SearchTest, ASamplerOfTheOtherSpaceComesWithItsTarget) {
  search("dmala");
  choose("DMALA");
  EXPECT_EQ(session().config().sampler.id, "dmala");
  EXPECT_TRUE(session().target().lattice());
  EXPECT_FALSE(picture().toast().button().isEmpty());
}

TEST_F(SearchTest, ASettingIsWrittenInTheCommandLine) {
  search("Setting of step size");
  ASSERT_FALSE(titles().isEmpty());
  choose_first();
  auto* line = window().findChild<CommandLine*>("command_line");
  EXPECT_TRUE(line->isVisible() && line->hasFocus());
  EXPECT_TRUE(line->text().startsWith("sampler.step_size")) << line->text().toStdString();
}

TEST_F(SearchTest, AHiddenPlotIsShown) {
  const auto hidden = std::ranges::find_if(window().plots().all(), [](const Plot* plot) { return plot->isHidden(); });
  ASSERT_NE(hidden, window().plots().all().end());
  const Plot* plot = *hidden;
  search("Plot: " + plot->subject().id);
  choose(plot->subject().title);
  EXPECT_FALSE(plot->isHidden());
}

TEST_F(SearchTest, FindingsAreListedDuringASearchOnly) {
  const QStringList before = titles();
  search("banana");
  search("");
  EXPECT_EQ(titles(), before);
}

}  // namespace
}  // namespace ergo::search_test
