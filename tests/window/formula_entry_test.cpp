// A typed density is compiled beside the run, which goes on until then.
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <cstdio>

#include "core/settings/preset.h"
#include "tests/window/window_fixture.h"
#include "widgets/bars/formula_bar.h"
#include "widgets/presets/run_compiler.h"

namespace ergo::formula_entry_test {
namespace {

/// Windows whose driver keeps no compiled programs yet, where this suite has a process of its own.
class FormulaEntryTest : public WindowTest {
 protected:
  static void SetUpTestSuite() {
    static const QTemporaryDir kept;
    qputenv("MESA_SHADER_CACHE_DIR", kept.path().toUtf8());
  }
  FormulaEntryTest() {
    WindowOptions options;
    options.compiler = ERGO_BINARY_DIR "/ergo";
    open(options);
    frames(30);  // what is compiled at the beginning
    key(Qt::Key_T, Qt::ControlModifier);
    QObject::connect(&window(), &MainWindow::framed, &window(), [this] {
      longest_ = std::max(longest_, since_frame_.isValid() ? since_frame_.elapsed() : 0);
      since_frame_.start();
    });
  }
  FormulaBar& bar() { return *window().findChild<FormulaBar*>("formula_bar"); }
  void write(const QString& text) { bar().set_text(text); }
  void enter() { QTest::keyClick(bar().findChild<QPlainTextEdit*>("formula"), Qt::Key_Return); }
  bool has_typed_target() { return session().config().target.id == "formula"; }
  /// Prints how long it takes until the run has the typed target, and the longest time between two frames.
  void expect_entered(const char* name) {
    QElapsedTimer clock;
    clock.start();
    longest_ = 0;
    ASSERT_TRUE(until([this] { return has_typed_target(); }));
    const auto entered = clock.elapsed();
    frames(3);
    std::printf("%s: the typed target after %lld ms, longest frame %lld ms\n", name,
                static_cast<long long>(entered), static_cast<long long>(longest_));
  }
  qint64 longest_ = 0;  ///< ms
  QElapsedTimer since_frame_;
};

TEST_F(FormulaEntryTest, TheRunGoesOnUntilItIsCompiled) {
  const RunConfig before = session().config();
  write("E = ((x^2+y-11)^2 + (x+y^2-7)^2)/30 + 0.01 x");
  const std::uint64_t step = session().step();
  enter();
  frames(2);
  EXPECT_FALSE(has_typed_target()) << "its programs are not there yet";
  EXPECT_TRUE(bar().message().startsWith("Compiling")) << bar().message().toStdString();
  expect_entered("entered at once");
  EXPECT_GT(session().step(), step + 2) << "steps were made on the way";
  EXPECT_EQ(session().config().sampler.id, before.sampler.id);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config(), before) << "one undo takes it back";
}

TEST_F(FormulaEntryTest, ATextThatIsLeftAloneIsCompiledBeforeItIsEntered) {
  write("E = (x^2+y^2-4)^2/3 + 0.02 y");
  int compiled = 0;
  auto* compiler = window().findChild<RunCompiler*>();
  ASSERT_TRUE(compiler);
  QObject::connect(compiler, &RunCompiler::finished, &window(), [&] { ++compiled; });
  ASSERT_TRUE(until([&] { return compiled == 1; }));
  EXPECT_FALSE(has_typed_target()) << "nobody has entered it";
  enter();
  frames(1);
  EXPECT_TRUE(has_typed_target());
  expect_entered("entered after a pause");
}

TEST_F(FormulaEntryTest, OtherRunsForgetWhatWasEntered) {
  write("E = x^2 + y^4");
  enter();
  frames(1);
  ASSERT_FALSE(has_typed_target());
  panes().open(load_preset("double-well"));
  int compiled = 0;
  QObject::connect(window().findChild<RunCompiler*>(), &RunCompiler::finished, &window(),
                   [&] { ++compiled; });
  ASSERT_TRUE(until([&] { return compiled == 1; }));
  frames(3);
  EXPECT_FALSE(has_typed_target());
}

}  // namespace
}  // namespace ergo::formula_entry_test
