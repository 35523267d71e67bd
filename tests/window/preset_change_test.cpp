// The chosen preset's card while the runs differ from it, and the history of edits in the menu.
#include <QLabel>
#include <QMenu>
#include <algorithm>
#include <set>

#include "tests/window/window_fixture.h"

namespace ergo::preset_change_test {
namespace {

class PresetChangeTest : public WindowTest {
 protected:
  void open_preset(int index) {
    window().open_preset(index);
    frames(4);
    pause();
  }
  /// The card of a single run on a ring of modes.
  int one_run() {
    const auto names = preset_names();
    return static_cast<int>(std::ranges::find(names, "default") - names.begin());
  }
  const QLabel& part(int card, const char* name) { return *window().presets().card(card)->findChild<QLabel*>(name); }
  bool changed(int card) { return !part(card, "changed").isHidden(); }
  std::vector<RunConfig> runs() { return panes().configs(); }
  /// One preset of each group.
  std::vector<int> examples() {
    std::set<std::string> groups;
    std::vector<int> all;
    for (int i = 0; i < window().presets().count(); ++i)
      if (groups.insert(load_preset(window().presets().card(i)->name()).group).second) all.push_back(i);
    return all;
  }
};

TEST_F(PresetChangeTest, TheCardTellsOfChangedSettingsAndResetsThem) {
  for (const int card : examples()) {
    SCOPED_TRACE(window().presets().card(card)->name());
    open_preset(card);
    const std::vector<RunConfig> before = runs();
    const QString story = part(card, "story").text();
    EXPECT_FALSE(changed(card));
    panes().assign({{"seed", "31"}});
    panes().end_edit();
    frames(3);
    EXPECT_TRUE(changed(card));
    EXPECT_EQ(part(card, "story").text(), story) << "of its sampler and target still";
    emit window().presets().card(card)->clicked();
    frames(4);
    EXPECT_FALSE(changed(card));
    ASSERT_EQ(runs().size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(runs()[i].seed, before[i].seed);
  }
}

TEST_F(PresetChangeTest, AnEditTakenBackIsNoChange) {
  open_preset(one_run());
  panes().assign({{"sampler.step_size", "0.37"}});
  panes().end_edit();
  frames(3);
  EXPECT_TRUE(changed(one_run()));
  screenshot("preset-changed");
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(changed(one_run()));
}

TEST_F(PresetChangeTest, AStoryIsNotToldOfAnotherSamplerOrTarget) {
  for (const Assignment& other : {Assignment{"sampler", "hmc"}, Assignment{"target", "banana"}}) {
    open_preset(one_run());
    const QString story = part(one_run(), "story").text();
    panes().assign({other});
    panes().end_edit();
    frames(3);
    EXPECT_TRUE(changed(one_run()));
    const QString now = part(one_run(), "story").text();
    EXPECT_NE(now, story);
    EXPECT_TRUE(now.contains(QString::fromStdString(session().sampler_descriptor().title)));
    EXPECT_TRUE(now.contains(QString::fromStdString(session().target_descriptor().title)));
    screenshot("preset-of-another-sampler");
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(part(one_run(), "story").text(), story);
  }
}

TEST_F(PresetChangeTest, TheMenuListsEditsAndGoesToEach) {
  pause();
  std::vector<RunConfig> configs = {session().config()};
  for (const Assignment& edit :
       {Assignment{"sampler", "hmc"}, Assignment{"sampler.step_size", "0.03"}, Assignment{"target", "banana"}}) {
    panes().assign({edit});
    panes().end_edit();
    configs.push_back(session().config());
  }
  auto* menu = window().findChild<QMenu*>("history");
  ASSERT_TRUE(menu);
  const auto entries = [&] {
    emit menu->aboutToShow();
    return menu->actions();
  };
  ASSERT_EQ(entries().size(), static_cast<qsizetype>(configs.size()));
  EXPECT_TRUE(entries().back()->text().contains("Banana")) << entries().back()->text().toStdString();
  EXPECT_TRUE(entries().back()->isChecked());
  for (const int entry : {1, 3, 0, 2}) {
    entries()[entry]->trigger();
    frames(4);
    EXPECT_EQ(session().config(), configs[static_cast<std::size_t>(entry)]) << entry;
    EXPECT_TRUE(entries()[entry]->isChecked());
    EXPECT_EQ(entries().size(), static_cast<qsizetype>(configs.size()));
  }
}

}  // namespace
}  // namespace ergo::preset_change_test
