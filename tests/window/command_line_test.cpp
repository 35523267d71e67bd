// ergoscope's own command line: exit codes, messages, screenshots.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace {

struct Outcome {
  int code = -1;
  QString errors, output;
};

Outcome ergoscope(const QStringList& arguments, const QMap<QString, QString>& environment = {}) {
  QProcess process;
  auto variables = QProcessEnvironment::systemEnvironment();
  variables.insert("QT_QPA_PLATFORM", "offscreen");
  for (const auto& [name, value] : environment.toStdMap()) variables.insert(name, value);
  process.setProcessEnvironment(variables);
  process.start(ERGO_BINARY_DIR "/ergoscope", arguments);
  if (!process.waitForFinished(120'000)) return {};
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
          QString::fromUtf8(process.readAllStandardError()),
          QString::fromUtf8(process.readAllStandardOutput())};
}

TEST(CommandLine, BadInputIsNamedAndExitsWith2) {
  const std::pair<QStringList, const char*> cases[] = {
      {{"no-such-preset"}, "no-such-preset"},
      {{"sampler=eshh"}, "esh"},
      {{"sampler.step_size=-1"}, "-1"},
      {{"sampler.step_size=nan"}, "nan"},
      {{"chains=0"}, "chains"},
      {{"chains=1000000000"}, "1000000000"},
      {{"nonsense=1"}, "nonsense"},
      {{"default", "word"}, "word"},
      {{"--theme", "pink"}, "pink"},
      {{"--presenter", "paper"}, "paper"},
      {{"--renderer", "paper"}, "unknown renderer 'paper'; legal: auto, gl, software"},
      {{"--presenter", "native"}, "native"},  // no native window on the off-screen platform
      {{"--scale", "100"}, "100"},
      {{"--frames", "0"}, "0"},
      {{"--steps-per-frame", "0"}, "0"},
      {{"--frames", "2.5"}, "2.5"},
      {{"--size", "10x"}, "10x"},
      {{"--shaders", "/nonexistent"}, "/nonexistent"},
      {{"--screenshot", "a.svg"}, "--screenshot: unknown kind of file 'a.svg'; legal: FILE.png"},
      {{"--screenshot", ""}, "FILE.png"},
      {{"--nonsense"}, "unknown option '--nonsense'; legal: --help"},
      {{"--lectrue", "esh"}, "did you mean '--lecture'"},
      {{"default", "--lecture", "esh"}, "'default'"},
      {{"chains=5", "--lecture", "esh"}, "'chains=5'"},
  };
  for (const auto& [arguments, word] : cases) {
    const Outcome outcome = ergoscope(arguments);
    EXPECT_EQ(outcome.code, 2) << qPrintable(arguments.join(' ')) << ": " << qPrintable(outcome.errors);
    EXPECT_TRUE(outcome.errors.contains(word)) << qPrintable(outcome.errors);
  }
}

TEST(CommandLine, NoOpenGlExitsWith3WhereItIsAskedFor) {
  const QMap<QString, QString> without = {{"__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent"}};
  const Outcome refused = ergoscope({"--frames", "2", "--benchmark", "--renderer", "gl"}, without);
  EXPECT_EQ(refused.code, 3) << qPrintable(refused.errors);
  EXPECT_TRUE(refused.errors.contains("OpenGL")) << qPrintable(refused.errors);
  for (const char* renderer : {"auto", "software"}) {
    const Outcome drawn = ergoscope({"--frames", "2", "--benchmark", "--renderer", renderer}, without);
    EXPECT_EQ(drawn.code, 0) << qPrintable(drawn.errors);
    EXPECT_TRUE(drawn.output.contains("software presenter")) << qPrintable(drawn.output);
  }
}

TEST(CommandLine, NoDisplayExitsWith3ButScreenshotsNeedNone) {
  const QMap<QString, QString> bare = {{"QT_QPA_PLATFORM", ""}, {"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
  EXPECT_EQ(ergoscope({}, bare).code, 3);
  EXPECT_EQ(ergoscope({"--theme", "pink"}, bare).code, 2);
  QTemporaryDir folder;
  EXPECT_EQ(ergoscope({"chains=50", "--screenshot", folder.filePath("a.png"), "--frames", "2"}, bare).code,
            0);
}

TEST(CommandLine, ScreenshotHasTheAskedSizeAndTheSettingsAct) {
  QTemporaryDir folder;
  const QString file = folder.filePath("window.png");
  const Outcome outcome = ergoscope({"sampler=ula", "target=banana", "chains=200", "--screenshot", file,
                                     "--frames", "5", "--size", "900x600"});
  EXPECT_EQ(outcome.code, 0) << qPrintable(outcome.errors);
  EXPECT_EQ(QImage(file).size(), QSize(900, 600));
}

TEST(CommandLine, AnUnwritableScreenshotExitsWith3) {
  const Outcome outcome =
      ergoscope({"chains=50", "--screenshot", "/nonexistent/a.png", "--frames", "2", "--size", "900x600"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(outcome.errors.contains("/nonexistent/a.png")) << qPrintable(outcome.errors);
  EXPECT_TRUE(outcome.errors.contains("No such file or directory")) << qPrintable(outcome.errors);
}

TEST(CommandLine, ScreenshotWithoutRoomLeavesNoFileAndExplainsWhy) {
  QTemporaryDir folder;
  const QString disk = folder.filePath("disk"), file = disk + "/a.png";
  QDir().mkpath(disk);
  if (QProcess::execute("sh", {"-c", "mount -t tmpfs -o size=16k none '" + disk + "' 2>/dev/null"}) != 0)
    GTEST_SKIP() << "no disk to fill";
  const Outcome outcome =
      ergoscope({"chains=50", "--screenshot", file, "--frames", "2", "--size", "900x600"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(outcome.errors.contains("No space left on device")) << qPrintable(outcome.errors);
  EXPECT_TRUE(outcome.errors.contains(file)) << qPrintable(outcome.errors);
  EXPECT_TRUE(QDir(disk).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
  QProcess::execute("umount", {disk});
}

// More frames than are drawn at rest.
TEST(CommandLine, AScreenshotOfAPausedRunIsMade) {
  QTemporaryDir folder;
  const QString file = folder.filePath("paused.png");
  const Outcome outcome = ergoscope(
      {"--lecture", "esh", "--cue", "1", "--screenshot", file, "--frames", "140", "--size", "900x600"});
  EXPECT_EQ(outcome.code, 0) << qPrintable(outcome.errors);
  EXPECT_EQ(QImage(file).size(), QSize(900, 600));
}

TEST(CommandLine, HighPixelRatioIsDrawnInFull) {
  QTemporaryDir folder;
  const QString file = folder.filePath("window.png");
  EXPECT_EQ(ergoscope({"chains=200", "--screenshot", file, "--frames", "5", "--size", "1280x720"},
                      {{"QT_SCALE_FACTOR", "2"}})
                .code,
            0);
  const QImage image(file);
  EXPECT_EQ(image.size(), QSize(2560, 1440));
  QDir().mkpath(ERGO_BINARY_DIR "/screenshots");
  image.save(ERGO_BINARY_DIR "/screenshots/scale_2.png");
}

// The parts of a frame sum to the frame, and each part of a run that moves takes time.
TEST(CommandLine, BenchmarkPrintsWhereTheTimeGoes) {
  constexpr int frames = 60;
  const Outcome outcome = ergoscope(
      {"default", "chains=2000", "--renderer", "software", "--benchmark", "--frames", QString::number(frames)});
  ASSERT_EQ(outcome.code, 0) << qPrintable(outcome.errors);
  const QRegularExpression form(
      "^first frame after [0-9.]+ s of processor time\n([0-9.]+) frames/s, 1 × ([0-9]+)x([0-9]+), software presenter, ([0-9.]+) ms of processor time a frame\n"
      "ms a frame: overlay ([0-9.]+), step ([0-9.]+), draw ([0-9.]+), read ([0-9.]+), paint ([0-9.]+); "
      "diagnostics beside them ([0-9.]+)\n$");
  const QRegularExpressionMatch match = form.match(outcome.output);
  ASSERT_TRUE(match.hasMatch()) << qPrintable(outcome.output);
  const double frame = 1000 / match.captured(1).toDouble();
  double sum = 0;
  for (int part = 5; part <= 9; ++part) {
    EXPECT_GT(match.captured(part).toDouble(), 0) << qPrintable(outcome.output);
    sum += match.captured(part).toDouble();
  }
  EXPECT_NEAR(sum, frame, 0.5 + 3 * frame / frames) << qPrintable(outcome.output);  // roundings; the last paint is not in it
}

TEST(CommandLine, HelpAndVersion) {
  EXPECT_EQ(ergoscope({"--help"}).code, 0);
  const Outcome version = ergoscope({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.output.contains("ergoscope"));
}

}  // namespace
