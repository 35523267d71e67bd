// From a target of the plane to one of a lattice and back: lists, notices and keys.
#include "core/config/other_space.h"
#include "tests/window/window_fixture.h"
#include "widgets/panels/control_words.h"

namespace ergo::other_space_test {
namespace {

class OtherSpaceTest : public WindowTest {
 protected:
  void pick(const std::string& path, const std::string& id) {
    click(control(path));
    click(control(path + "=" + id));
  }
  Space space() { return session().target_descriptor().space; }
  bool listed(const std::string& option) { return picture().panel().places().contains(option); }
};

TEST_F(OtherSpaceTest, EveryListHasAllSamplers) {
  for (const Space space : {Space::plane, Space::lattice, Space::sites}) {
    panes().assign({{"target", default_target(space)}});
    frames(3);
    click(control("sampler"));
    for (const SamplerUnit& unit : samplers())
      EXPECT_TRUE(listed("sampler=" + unit.descriptor.id)) << unit.descriptor.id;
    screenshot(QString("samplers-on-") + default_target(space));
    key(Qt::Key_Escape);
  }
}

TEST_F(OtherSpaceTest, TargetsStandInGroups) {
  click(control("target"));
  screenshot("targets");
  std::vector<std::pair<double, std::string>> by_height;
  for (const TargetUnit& unit : targets())
    by_height.emplace_back(control("target=" + unit.descriptor.id).y(), group_of(unit.descriptor));
  std::ranges::sort(by_height);
  std::vector<std::string> groups;
  for (const auto& [y, group] : by_height)
    if (groups.empty() || groups.back() != group) groups.push_back(group);
  EXPECT_EQ(groups, std::vector<std::string>(target_groups().begin(), target_groups().end()));
}

TEST_F(OtherSpaceTest, AGreySamplerGivesItsReasonAndChangesTheTarget) {
  frames(10);
  pause();
  const RunConfig before = session().config();
  const std::string hash = session().state_hash();
  for (const SamplerUnit& unit : samplers(Space::lattice)) {
    const std::string reason = switch_words("sampler", unit.descriptor, before);
    EXPECT_NE(reason.find(needed_by(Space::lattice)), std::string::npos) << reason;
  }
  pick("sampler", "acs");
  EXPECT_EQ(session().config().sampler.id, "acs");
  EXPECT_EQ(space(), Space::lattice);
  const std::string words = picture().toast_words();
  EXPECT_NE(words.find(session().target_descriptor().title), std::string::npos) << words;
  ASSERT_FALSE(picture().toast().button().isEmpty());
  screenshot("notice");
  click(picture().toast().button().center());
  EXPECT_EQ(session().config(), before);
  EXPECT_EQ(session().state_hash(), hash);
  EXPECT_EQ(picture().toast_words(), "");
  frames(3);
  EXPECT_EQ(session().state_hash(), hash) << "undone once";
}

TEST_F(OtherSpaceTest, ALatticeTargetTellsWhatItChangesBesides) {
  const std::string sampler = session().sampler_descriptor().title;
  pick("target", "lattice8");
  const std::string words = picture().toast_words();
  for (const std::string& told : {sampler, session().sampler_descriptor().title,
                                  start_unit(session().config().start.id).descriptor.title})
    EXPECT_NE(words.find(told), std::string::npos) << words;
  panes().assign({{"sampler.alpha", "0.37"}});
  panes().end_edit();
  frames(3);
  EXPECT_EQ(picture().toast_words(), "") << "the button would undo another edit";
  pick("target", "lattice_modes");
  EXPECT_EQ(picture().toast_words(), "") << "nothing else changes";
}

TEST_F(OtherSpaceTest, EscapeClosesAListAndNothingElse) {
  for (const char* list : {"sampler", "view.colour_by"}) {
    const std::size_t closed = picture().panel().places().size();
    click(control(list));
    ASSERT_GT(picture().panel().places().size(), closed) << list;
    key(Qt::Key_Escape);
    EXPECT_EQ(picture().panel().places().size(), closed) << list;
    EXPECT_TRUE(picture().interface_shown);
  }
  key(Qt::Key_Escape);
  EXPECT_FALSE(picture().interface_shown);
  EXPECT_NE(picture().toast_words().find("Esc"), std::string::npos) << "the way back";
  screenshot("overlays-hidden");
  key(Qt::Key_Escape);
  EXPECT_TRUE(picture().interface_shown);
  EXPECT_EQ(picture().toast_words(), "");
}

TEST_F(OtherSpaceTest, APanelThatOpensBringsTheOverlaysBack) {
  panes().assign({{"target", default_target(Space::lattice)}});
  for (const Qt::Key opens : {Qt::Key_M, Qt::Key_D, Qt::Key_U, Qt::Key_K, Qt::Key_A}) {
    key(Qt::Key_Escape);
    ASSERT_FALSE(picture().interface_shown);
    key(opens);
    EXPECT_TRUE(picture().interface_shown) << opens;
    key(opens);
  }
}

}  // namespace
}  // namespace ergo::other_space_test
