// A typed density is compiled beside the run, which goes on until then.
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <cstdio>
#include <ctime>

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
      const double now = thread_ms();
      longest_ = std::max(longest_, now - framed_at_);
      framed_at_ = now;
    });
  }
  FormulaBar& bar() { return *window().findChild<FormulaBar*>("formula_bar"); }
  void write(const QString& text) { bar().set_text(text); }
  void enter() {
    longest_ = 0;
    framed_at_ = thread_ms();
    since_entered_.start();
    QTest::keyClick(bar().findChild<QPlainTextEdit*>("formula"), Qt::Key_Return);
  }
  bool has_typed_target() { return session().config().target.id == "formula"; }
  /// Prints how long it takes until the run has the typed target and has been drawn with it, and the most
  /// processor time that this thread takes between two frames, however busy the machine is.
  void expect_entered(const char* name) {
    ASSERT_TRUE(until([this] { return has_typed_target(); }));
    frames(2);
    std::printf("%s: drawn with the typed target after %lld ms, longest frame %.0f ms\n", name,
                static_cast<long long>(since_entered_.elapsed()), longest_);
  }
  static double thread_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  }
  double longest_ = 0, framed_at_ = 0;  ///< ms
  QElapsedTimer since_entered_;
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
  EXPECT_TRUE(has_typed_target()) << "at once";
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
