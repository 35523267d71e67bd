#include <QCommandLineParser>
#include <QMessageBox>
#include <QScreen>
#include <QSurfaceFormat>

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "app/manual/program.h"
#include "app/window/application.h"
#include "app/window/frame_split.h"
#include "app/window/main_window.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/files/described_runs.h"
#include "core/kernel_text/kernel_source.h"
#include "core/settings/preset_edit.h"
#include "core/settings/provenance.h"
#include "widgets/export/vector_export.h"

namespace ergo {
namespace {

constexpr int warm_up_frames = 30;  // shaders compile in these

struct Invocation {
  WindowOptions window;
  QSize size{1600, 960};
  QString screenshot;
  int frames = 0;
  bool benchmark = false;
};

Preset preset_of(const QStringList& words, std::string& name) {
  Preset preset;
  const bool named = !words.isEmpty() && !words.front().contains('=');
  if (named || words.isEmpty()) {
    name = named ? words.front().toStdString() : "welcome";
    preset = load_runs(name);
  } else {
    name.clear();
  }
  std::vector<Assignment> assignments;
  for (const QString& word : words.mid(named ? 1 : 0))
    assignments.push_back(parse_assignment(word.toStdString()));
  assign(preset, assignments);
  return preset;
}

template <class Number>
Number number(const QCommandLineParser& parser, const QString& option, Number low, Number high,
              Number otherwise) {
  if (!parser.isSet(option)) return otherwise;
  bool good = false;
  const double value = QLocale::c().toDouble(parser.value(option), &good);
  if (!good || value < low || value > high || static_cast<double>(static_cast<Number>(value)) != value)
    throw illegal_value("--" + option.toStdString(), parser.value(option).toStdString(),
                        range_words(low, high), "");
  return static_cast<Number>(value);
}

QSize size_of(const QString& text) {
  const QStringList parts = text.split('x');
  const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
  if (size.width() < 400 || size.height() < 300 || size.width() > 16384 || size.height() > 16384)
    throw Error("bad window size", text.toStdString(), "WxH, 400x300 to 16384x16384", "--size");
  return size;
}

PresenterChoice presenter_of(const QString& name) {
  if (name == "auto") return PresenterChoice::automatic;
  if (name == "image") return PresenterChoice::image;
  if (name == "native") return PresenterChoice::native;
  throw Error("unknown presenter", name.toStdString(), "auto, image, native", "--presenter");
}

QList<QCommandLineOption> options() {
  return {{"shaders", "Read shaders from DIR and reload them when they change.", "DIR"},
          {"lecture", "Open a built-in lecture or a lecture file, in presentation mode.", "NAME"},
          {"cue", "Cue of the lecture to start with, from 1.", "N"},
          {"present", "Presentation mode: only the picture, the plots and the lecture's text."},
          {"theme", "dark, light or projector.", "T", "dark"},
          {"renderer", "What draws: gl, software or auto, which is OpenGL on a graphics card, else software.", "R", "auto"},
          {"presenter", "How OpenGL's picture is put on the screen: auto, image or native.", "P", "auto"},
          {"scale", "Size of text and controls, 0.7 to 2.5.", "F"},
          {"size", "Size of the window.", "WxH"},
          {"steps-per-frame", "Steps per frame, 1 to 10000.", "K"},
          {"screenshot", "Save the window as PNG after --frames frames, then quit.", "FILE"},
          {"frames", "Number of frames for --screenshot and --benchmark.", "N"},
          {"benchmark", "Draw as fast as possible for --frames frames, print frames per second and where their time "
                        "goes, then quit."}};
}

struct Word {
  QString name, doc, syntax;
};

QList<Word> positional_words() {
  return {{"preset", "Name of a built-in preset, or a preset file.", "[PRESET]"},
          {"assignments", "Settings to change, e.g. sampler.step_size=0.2.", "[path=value ...]"}};
}

/// Declares the command line to `parser`, and returns all that it declared but for what only the installation
/// asks.
manual::Manual declare(QCommandLineParser& parser) {
  manual::Manual about = {.version = version(),
                          .exit_codes = "0 success, 2 wrong input, 3 a problem of the machine.",
                          .see_also = "ergo"};
  about.self = {.name = "ergoscope", .doc = "Watch MCMC samplers explore a distribution."};
  parser.setApplicationDescription(QString::fromStdString(about.self.doc));
  QList<QCommandLineOption> declared = {parser.addHelpOption(), parser.addVersionOption()};
  parser.addOptions(options());
  QCommandLineOption manual_option("manual", "Print the manual in this form.", "FORM");
  manual_option.setFlags(QCommandLineOption::HiddenFromHelp);
  parser.addOption(manual_option);
  for (const QCommandLineOption& option : declared + options()) {
    manual::Argument argument = {.value = option.valueName().toStdString(),
                                 .doc = option.description().toStdString()};
    for (const QString& name : option.names())
      argument.names.push_back((name.size() > 1 ? "--" : "-") + name.toStdString());
    argument.choices = manual::listed_words(argument.doc);
    if (argument.value == "FILE" || argument.value == "DIR") argument.offer = manual::Offer::files;
    if (argument.value == "NAME") argument.offer = manual::Offer::lecture;
    if (!argument.value.empty() && !argument.choices.empty()) argument.offer = manual::Offer::choices;
    about.self.options.push_back(argument);
  }
  for (const Word& word : positional_words()) {
    parser.addPositionalArgument(word.name, word.doc, word.syntax);
    about.self.words.push_back({.names = {word.name.toStdString()},
                                .value = word.syntax.toStdString(),
                                .doc = word.doc.toStdString(),
                                .offer = manual::Offer::run});
  }
  return about;
}

/// Throws Error where there are options that nobody declared.
void check_options(const QCommandLineParser& parser) {
  const QStringList unknown = parser.unknownOptionNames();
  if (unknown.isEmpty()) return;
  std::vector<std::string> known = {"--help", "--version"};
  for (const QCommandLineOption& option : options())
    known.push_back("--" + option.names().front().toStdString());
  const std::string word = (unknown.front().size() > 1 ? "--" : "-") + unknown.front().toStdString();
  throw Error("unknown option", word, legal_words(word, known), "");
}

Invocation read(const QCommandLineParser& parser) {
  Invocation call;
  WindowOptions& window = call.window;
  window.preset = preset_of(parser.positionalArguments(), window.preset_name);
  window.theme = parser.value("theme").toStdString();
  window.present = parser.isSet("present");
  palette(window.theme);
  window.renderer = renderer_named(parser.value("renderer").toStdString(), "--renderer");
  window.presenter = presenter_of(parser.value("presenter"));
  window.interface_scale = number(parser, "scale", 0.7, 2.5, 1.0);
  if (parser.isSet("shaders"))
    window.shaders = std::make_shared<ShaderLibrary>(parser.value("shaders").toStdString());
  if (parser.isSet("steps-per-frame"))
    window.preset.view.steps_per_frame = number(parser, "steps-per-frame", 1, 10'000, 1);
  if (parser.isSet("lecture")) {
    if (const QStringList words = parser.positionalArguments(); !words.isEmpty())
      throw Error("both a lecture and a preset or settings:", words.join(' ').toStdString(),
                  "one of them; the cues of a lecture open their own presets", "--lecture");
    window.lecture = load_lecture(parser.value("lecture").toStdString());
    window.cue = number(parser, "cue", 1, static_cast<int>(window.lecture->cues.size()), 1) - 1;
  } else if (parser.isSet("cue")) {
    throw Error("--cue without a lecture:", parser.value("cue").toStdString(), "with --lecture NAME", "--cue");
  }
  call.screenshot = parser.value("screenshot");
  if (const std::string file = call.screenshot.toStdString();
      parser.isSet("screenshot") && extension(file) != ".png")
    throw Error("unknown kind of file", file, "FILE.png", "--screenshot");
  call.benchmark = parser.isSet("benchmark");
  window.keep_session = window.rests = call.screenshot.isEmpty() && !call.benchmark;
  if (parser.isSet("size"))
    call.size = size_of(parser.value("size"));
  else if (window.keep_session)  // somebody looks at it: all of it is on the screen
    call.size = call.size.boundedTo(QGuiApplication::primaryScreen()->availableSize());
  window.thumbnails = window.compile_ahead = !call.benchmark && call.screenshot.isEmpty();
  call.frames = number(parser, "frames", 1, 1'000'000, call.benchmark ? 300 : 120);
  return call;
}

/// Whether somebody sits before the screen: nobody does where a picture or a measurement is asked for.
bool attended = true;

int report(const QString& message, Blame blame) {
  std::fprintf(stderr, "ergoscope: %s\n", qPrintable(message));
  const QString platform = QGuiApplication::platformName();
  if (attended && blame == Blame::machine && platform != "offscreen" && platform != "minimal")
    QMessageBox::critical(nullptr, "Ergoscope", message);
  return blame == Blame::user ? 2 : 3;
}

/// The exit code.
int save_screenshot(MainWindow& window, const QString& path) try {
  const QByteArray png = png_of(window.grab().toImage().convertToFormat(QImage::Format_RGBA8888), {});
  write_file(path.toStdString(), png.toStdString());
  return 0;
} catch (const Error& error) {
  return report(QString::fromUtf8(error.what()), error.blame);
}

void quit_after(MainWindow& window, const Invocation& call) {
  if (call.benchmark) window.run_unthrottled();
  const auto split = call.benchmark ? std::make_shared<FrameSplit>(window) : nullptr;
  const quint64 last = static_cast<quint64>(call.frames) + (call.benchmark ? warm_up_frames : 0);
  QObject::connect(&window, &MainWindow::framed, &window, [&window, call, split, last](quint64 frames) {
    if (split && frames == 1) split->first_frame();
    if (split && frames == warm_up_frames) split->begin();
    if (frames != last) return;
    if (split) std::fputs(split->text(call.frames).c_str(), stdout);
    QApplication::exit(call.screenshot.isEmpty() ? 0 : save_screenshot(window, call.screenshot));
  });
}

int run(Application& application, const std::string& no_display) try {
  QCommandLineParser parser;
  const manual::Manual about = declare(parser);
  const bool parsed = parser.parse(application.arguments());
  check_options(parser);
  if (!parsed) return report(parser.errorText(), Blame::user);
  if (parser.isSet("help")) parser.showHelp(0);
  if (parser.isSet("version")) parser.showVersion();
  if (parser.isSet("manual")) {
    std::fputs(manual::text_of(about, parser.value("manual").toStdString()).c_str(), stdout);
    return 0;
  }
  const Invocation call = read(parser);
  if (!no_display.empty()) {
    if (attended)
      throw machine_error("no display:", no_display,
                          "a display server, or --screenshot FILE, or ergo render");
    std::fprintf(stderr, "ergoscope: no display (%s): drawing off-screen\n", no_display.c_str());
  }
  MainWindow window(call.window);
  application.window = &window;
  window.resize(call.size);
  close_on_signals(&window);
  QObject::connect(&window, &MainWindow::failed, &application,
                   [](const QString& message) { QApplication::exit(report(message, Blame::machine)); });
  if (!call.screenshot.isEmpty() || call.benchmark) quit_after(window, call);
  window.show();
  return application.exec();
} catch (const Error& error) {
  return report(QString::fromUtf8(error.what()), error.blame);
} catch (const std::bad_alloc&) {
  return report("not enough memory", Blame::machine);
} catch (const std::exception& failure) {
  return report(QString::fromUtf8(failure.what()), Blame::machine);
}

}  // namespace
}  // namespace ergo

int main(int argc, char** argv) {
  const std::span words(argv, static_cast<std::size_t>(argc));
  const auto asked = [words](std::initializer_list<std::string_view> options) {
    return std::ranges::any_of(words, [&](std::string_view word) {
      return std::ranges::find(options, word.substr(0, word.find('='))) != options.end();
    });
  };
  ergo::attended = !asked({"--screenshot", "--benchmark"});
  std::optional<ergo::DisplayTrial> trial;
  if (asked({"--help", "-h", "--help-all", "--version", "-v", "--manual"}))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  else
    trial.emplace(argc, argv);
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  ergo::Application application(argc, argv);
  const std::string no_display = trial ? trial->reason() : "";
  trial.reset();
  QApplication::setStyle("Fusion");  // the one that takes all its colours from the theme's palette
  ergo::use_one_number_format();
  QApplication::setApplicationName("ergoscope");
  QApplication::setDesktopFileName("ergoscope");  // whose icon Wayland's windows have
  QApplication::setApplicationVersion(QString::fromStdString(ergo::version()));
  return ergo::run(application, no_display);
}
