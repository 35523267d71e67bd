// Each action does something that can be seen, or says why it does not, on every kind of target.
#include <QClipboard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include "core/config/other_space.h"
#include "tests/sample.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/commands.h"

namespace ergo::every_key_test {
namespace {

class EveryKeyTest : public WindowTest {
 protected:
  EveryKeyTest() {
    QStandardPaths::setTestModeEnabled(false);  // the folder of sessions is this one
    qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
    QApplication::setQuitOnLastWindowClosed(false);
    closer_.setInterval(20);
    QObject::connect(&closer_, &QTimer::timeout, [this] {
      QWidget* modal = QApplication::activeModalWidget();
      if (!modal) return;
      ++dialogs_;
      modal->close();
    });
    closer_.start();
  }
  ~EveryKeyTest() override {
    QApplication::setQuitOnLastWindowClosed(true);
    QStandardPaths::setTestModeEnabled(true);
  }

  /// What an action can be seen by.
  struct Seen {
    QImage picture, plots;
    RunConfig config;
    std::uint64_t step;
    std::size_t bookmarks;
    bool running;
    int runs, focus, dialogs;
    std::string theme;
    QString recording, copied;
    QSet<QWidget*> windows;
    QWidget* keyboard;
    bool operator==(const Seen&) const = default;
  };
  Seen seen() {
    QSet<QWidget*> windows;
    for (QWidget* each : QApplication::topLevelWidgets())
      if (each->isVisible()) windows.insert(each);
    return {surface().grab().toImage(),
            window().plots().grab().toImage(),
            session().config(),
            session().step(),
            window().files().session().bookmarks.size(),
            panes().running,
            panes().count(),
            panes().focus(),
            dialogs_,
            window().theme(),
            window().findChild<QAction*>("record")->text(),
            QApplication::clipboard()->text(),
            windows,
            QApplication::focusWidget()};
  }
  /// Paused a few steps on and zoomed in, with nothing open and nothing left to come.
  void rest() {
    QApplication::clipboard()->clear();
    for (QWidget* each : QApplication::topLevelWidgets())
      if (each != &window() && each->isVisible()) each->close();
    if (window().presentation().on()) window().findChild<QAction*>("interface")->trigger();
    window().show();
    QApplication::setActiveWindow(&window());
    surface().setFocus();
    picture().interface_shown = true;
    picture().set_editing(false);
    picture().view.show = Show::target;
    picture().tuning_shown = picture().graph_panel().shown = picture().microscope().shown = false;
    panes().focused().parameters().shown = ParameterPlots::Shown::none;
    panes().follow({});
    picture().navigation().fit_again();
    frames(2);
    window().findChild<QAction*>("zoom_in")->trigger();
    panes().running = false;
    if (session().step() < 20) panes().advance_to(20);
    frames(3);
    picture().toast({});
    settle();
    Seen before = seen();
    int still = 0;
    const auto rests = [&] {
      frames(2);
      Seen now = seen();
      still = now == before ? still + 1 : 0;
      before = std::move(now);
      return still == 2;
    };
    ASSERT_TRUE(until(rests, 60'000));
  }
  /// Whether it does something or says why not. What it shows may be computed beside the frames.
  bool answered(QAction& action) {
    EXPECT_EQ(picture().toast_words(), "");
    const Seen before = seen();
    action.trigger();
    frames(6);
    const auto answers = [&] {
      frames(1);
      return !picture().toast_words().empty() || seen() != before;
    };
    return until(answers, 20'000);
  }
  void expect_answers(const Descriptor& target) {
    const auto fits = [&](const SamplerUnit& unit) {
      return unit.descriptor.space == target.space && unit.descriptor.claims.least_dim <= target.dim;
    };
    const std::string sampler = std::ranges::find_if(samplers(), fits)->descriptor.id;
    panes().assign({{"start", "normal"}, {"target", target.id}, {"sampler", sampler}});
    for (const Command& command : commands()) {
      SCOPED_TRACE(target.id + ": " + command.id);
      rest();
      QAction& action = *window().findChild<QAction*>(command.id);
      EXPECT_TRUE(answered(action));
      const bool told = !picture().toast_words().empty();
      if (command.checkable && !told && std::string(command.id) != "present") action.trigger();
      if (std::string(command.id) == "blank") QTest::keyClick(QApplication::focusWidget(), Qt::Key_Control);
      if (session().config().target.id != target.id) panes().undo();
      frames(2);
    }
  }

 private:
  QTemporaryDir folder_;
  QTimer closer_;
  int dialogs_ = 0;
};

class EveryKey : public EveryKeyTest, public testing::WithParamInterface<int> {};

// CI takes every second kind of target.
TEST_P(EveryKey, ActsOrSaysWhyNot) {
  if (!in_sample(static_cast<std::size_t>(GetParam()), 2, 1)) GTEST_SKIP() << "not in the sample";
  const std::string group = target_groups()[static_cast<std::size_t>(GetParam())];
  const auto found = std::ranges::find_if(
      targets(), [&](const TargetUnit& unit) { return group_of(unit.descriptor) == group; });
  ASSERT_NE(found, targets().end());
  expect_answers(found->descriptor);
}

INSTANTIATE_TEST_SUITE_P(Targets, EveryKey, testing::Range(0, static_cast<int>(target_groups().size())));

TEST_F(EveryKeyTest, ContoursAreOfTheTargetInTwoDimensions) {
  panes().assign({{"target", default_target(Space::lattice)}});
  key(Qt::Key_C);
  EXPECT_TRUE(picture().view.contours);
  EXPECT_EQ(picture().toast_words(), "");
  picture().view.show = Show::histogram;
  key(Qt::Key_C);
  EXPECT_NE(picture().toast_words().find("V shows"), std::string::npos) << picture().toast_words();
  EXPECT_TRUE(picture().view.contours);
}

TEST_F(EveryKeyTest, ThePlaneSaysWhyItHasNoSites) {
  for (const Qt::Key of_lattices : {Qt::Key_V, Qt::Key_M, Qt::Key_U}) {
    picture().toast({});
    key(of_lattices);
    EXPECT_NE(picture().toast_words().find(needed_by(Space::lattice)), std::string::npos) << picture().toast_words();
  }
  EXPECT_FALSE(picture().tuning_shown);
  EXPECT_FALSE(picture().microscope().shown);
  key(Qt::Key_K);
  EXPECT_EQ(picture().graph_panel().subject(), "ising") << "what there is to see without a lattice";
  EXPECT_NE(picture().toast_words().find(needed_by(Space::lattice)), std::string::npos);
  screenshot("graph-on-the-plane");
  key(Qt::Key_K);
  EXPECT_FALSE(picture().graph_panel().shown);
}

}  // namespace
}  // namespace ergo::every_key_test
