// Saving, keeping, sharing and reopening sessions.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QStandardPaths>

#include "core/live/panes.h"
#include "core/settings/share_string.h"
#include "tests/window/export/export_fixture.h"
#include "widgets/export/files.h"

namespace ergo::kept_session_test {
namespace {

TEST_F(ExportWindowTest, ReopenedSessionIsAtItsSavedStep) {
  run_a_little();
  player().assign({parse_assignment("sampler.step_size=0.15")});
  key(Qt::Key_Right);
  picture().view.contours = true;
  key(Qt::Key_Plus);
  const Camera camera = picture().navigation().camera();
  const std::uint64_t step = session().step();
  const std::string state = session().state_hash();
  window().files().save_session(path("s.json"));
  key(Qt::Key_Right);
  key(Qt::Key_R);
  ASSERT_NE(session().state_hash(), state);
  picture().view.contours = false;
  key(Qt::Key_0);
  ASSERT_NE(picture().navigation().camera(), camera);
  picture().presenter().make_current();
  window().files().open_session(path("s.json"));
  ASSERT_TRUE(until([&] { return session().step() == step; }));
  EXPECT_EQ(session().state_hash(), state);
  EXPECT_TRUE(picture().view.contours);
  frames(3);
  EXPECT_EQ(picture().navigation().camera(), camera);
  EXPECT_FALSE(window().panes()->running) << "it waits where it was left";
}

TEST_F(ExportWindowTest, ASessionOpensPausedOrRunningAsItWasSaved) {
  for (const bool running : {false, true}) {
    open({});
    ASSERT_TRUE(until([&] { return session().step() > 0; }));
    if (!running) pause();
    window().files().save_session(path("s.json"));
    WindowOptions options;
    options.preset = load_preset(path("s.json").toStdString());
    EXPECT_EQ(options.preset.paused, !running);
    open(options);
    EXPECT_EQ(panes().running, running);
    if (!running) {
      EXPECT_EQ(session().step(), options.preset.step);
    }
  }
}

TEST_F(ExportWindowTest, TheShareStringOpensTheRun) {
  run_a_little();
  const std::uint64_t step = session().step();
  const std::string state = session().state_hash();
  key(Qt::Key_L, Qt::ControlModifier);
  const std::string word = QApplication::clipboard()->text().toStdString();
  EXPECT_EQ(parse_share_string(word).step, step);
  key(Qt::Key_R);
  key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(until([&] { return session().step() == step; }));
  EXPECT_EQ(session().state_hash(), state);
  QApplication::clipboard()->setText(QString::fromStdString(word.substr(0, 100)));
  key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_NE(picture().toast_words().find("cut short"), std::string::npos) << picture().toast_words();
  EXPECT_EQ(session().state_hash(), state);
}

TEST_F(ExportWindowTest, TheLastSessionIsKeptWhenTheWindowCloses) {
  ASSERT_TRUE(QStandardPaths::isTestModeEnabled());
  QFile::remove(Files::kept_session_path());
  WindowOptions options;
  options.keep_session = true;
  open(options);
  ASSERT_TRUE(until([&] { return session().step() > 10; }));
  pause();
  const std::uint64_t step = session().step();
  const std::string state = session().state_hash();
  window().close();
  ASSERT_TRUE(QFile::exists(Files::kept_session_path()));
  open({});
  pause();
  window().findChild<QAction*>("reopen")->trigger();
  ASSERT_TRUE(until([&] { return session().step() == step; }));
  EXPECT_EQ(session().state_hash(), state);

  // The next window has its own: what it keeps is not what it is to reopen.
  open(options);
  ASSERT_TRUE(until([&] { return session().step() > 0; }));
  pause();
  EXPECT_FALSE(until([&] { return QFile::exists(Files::kept_session_path()); }, 1500));
  panes().assign({{"target", "banana"}});
  panes().end_edit();
  ASSERT_TRUE(until([&] { return QFile::exists(Files::kept_session_path()); }, 5000));
  window().findChild<QAction*>("reopen")->trigger();
  ASSERT_TRUE(until([&] { return session().step() == step; }));
  EXPECT_EQ(session().state_hash(), state);
  QFile::remove(Files::kept_session_path());
  QFile::remove(Files::previous_session_path());
}

TEST_F(ExportWindowTest, AnEditIsKeptAtOnceTheBeginningIsNot) {
  const QString kept = Files::kept_session_path();
  QFile::remove(kept);
  WindowOptions options;
  options.keep_session = true;
  open(options);
  pause();
  EXPECT_FALSE(until([&] { return QFile::exists(kept); }, 2500));
  panes().assign({{"sampler.step_size", "0.07"}});
  panes().end_edit();
  ASSERT_TRUE(until([&] { return QFile::exists(kept); }, 5000));
  const Preset there = load_preset(kept.toStdString());
  EXPECT_EQ(there.config, session().initial());
  EXPECT_EQ(there.journal, session().journal());
  EXPECT_EQ(there.step, session().step());
  ASSERT_TRUE(panes().undo());
  ASSERT_TRUE(until([&] { return load_preset(kept.toStdString()).journal == session().journal(); }, 5000));
  QFile::remove(kept);
}

TEST_F(ExportWindowTest, DetailsShowTheState) {
  pause();
  picture().presenter().make_current();
  expect_words(window().files().details().toStdString(),
               {session().state_hash().c_str(), "\"target\": \"ring8\"", "ergo:"});
}

}  // namespace
}  // namespace ergo::kept_session_test
