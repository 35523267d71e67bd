// The first screen: a question below the picture, and runs that begin again until something is changed.
#include <QFontInfo>
#include <QLabel>

#include "tests/window/window_fixture.h"
#include "widgets/bars/question_bar.h"

namespace ergo::welcome_test {
namespace {

class WelcomeTest : public WindowTest {
 protected:
  WelcomeTest() {
    window().open_preset(0);
    EXPECT_TRUE(until([&] { return panes().count() == 2; }));
  }
  QuestionBar& question() { return *window().findChild<QuestionBar*>(); }
};

TEST_F(WelcomeTest, AsksBelowThePictureUntilARunIsChanged) {
  for (const char* theme : {"dark", "light", "projector"}) {
    window().set_theme(theme);
    window().resize(1280, 720);
    frames(3);
    EXPECT_TRUE(question().isVisible());
    EXPECT_EQ(question().question().toStdString(), load_preset("welcome").question);
    EXPECT_EQ(question().visibleRegion().boundingRect(), question().rect());
    screenshot(QString("welcome-%1").arg(theme));
  }
  panes().assign({{"sampler.step_size", "0.05"}});
  EXPECT_TRUE(until([&] { return !question().isVisible(); }));
}

TEST_F(WelcomeTest, AsksInLargeLettersWhenPresented) {
  window().resize(1280, 720);
  window().presentation().turn(true);
  frames(3);
  ASSERT_TRUE(question().isVisible());
  const auto* words = question().findChild<QLabel*>("question");
  EXPECT_GE(words->fontInfo().pixelSize(), 18);
  screenshot("welcome-presented");
}

TEST_F(WelcomeTest, BeginsAgainUntilARunIsChanged) {
  panes().speed = 10;
  ASSERT_TRUE(panes().loop);
  const double end = *panes().loop;
  ASSERT_TRUE(until([&] { return panes().clock() > end / 2; }));
  EXPECT_TRUE(until([&] { return panes().clock() < end / 2; })) << "never began again";
  EXPECT_LE(panes().end(), end + 10 * panes().unit());
  panes().assign({{"sampler.step_size", "0.05"}});
  EXPECT_FALSE(panes().loop);
  EXPECT_TRUE(until([&] { return panes().clock() > 2 * end; }));
}

}  // namespace
}  // namespace ergo::welcome_test
