// A monkey at the window: random keys, clicks, drags, wheel turns, menu entries, edits and presets, from a
// fixed seed. It prints what the window holds and the longest time that it did not answer. Built by
// tests/monkey.sh alone.
#include <malloc.h>
#include <unistd.h>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>
#include <QtTest>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "app/window/main_window.h"
#include "core/base/error.h"
#include "core/settings/lecture.h"

namespace {

using namespace ergo;

struct Held {
  double resident_mb;
  std::size_t files;
};

Held held() {
  std::ifstream pages("/proc/self/statm");
  double all = 0, resident = 0;
  pages >> all >> resident;
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++files;
  return {resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6, files};
}

class Monkey {
 public:
  Monkey(MainWindow& window, std::uint64_t seed) : window_(window), words_(seed) {}

  /// What it did last, in words.
  const std::string& last() const { return last_; }

  void act() {
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        return key();
      case 3:
      case 4:
        return click();
      case 5:
        return drag();
      case 6:
        return wheel();
      case 7:
        return trigger();
      case 8:
      case 9:
        return edit();
      case 10:
        last_ = "resize";
        return window_.resize(640 + static_cast<int>(below(900)), 480 + static_cast<int>(below(500)));
      default:
        return open();
    }
  }

 private:
  std::uint64_t below(std::uint64_t count) { return words_() % count; }
  QPoint place() {
    return {static_cast<int>(below(static_cast<std::uint64_t>(window_.width()))),
            static_cast<int>(below(static_cast<std::uint64_t>(window_.height())))};
  }
  /// What lies at the place, which would get the pointer's events.
  QWidget* at(QPoint place) {
    QWidget* child = window_.childAt(place);
    return child ? child : &window_;
  }
  void key() {
    static const int keys[] = {Qt::Key_Space,       Qt::Key_Left,
                               Qt::Key_Right,       Qt::Key_R,
                               Qt::Key_D,           Qt::Key_G,
                               Qt::Key_H,           Qt::Key_V,
                               Qt::Key_M,           Qt::Key_A,
                               Qt::Key_U,           Qt::Key_K,
                               Qt::Key_P,           Qt::Key_B,
                               Qt::Key_Escape,      Qt::Key_PageDown,
                               Qt::Key_PageUp,      Qt::Key_1,
                               Qt::Key_5,           Qt::Key_9,
                               Qt::Key_BracketLeft, Qt::Key_BracketRight,
                               Qt::Key_Z,           Qt::Key_Question,
                               Qt::Key_Tab,         Qt::Key_Return,
                               Qt::Key_Plus,        Qt::Key_Minus,
                               Qt::Key_Home,        Qt::Key_F11};
    const auto modifier = below(4) == 0   ? Qt::ControlModifier
                          : below(6) == 0 ? Qt::ShiftModifier
                                          : Qt::NoModifier;
    const int chosen = keys[below(std::size(keys))];
    last_ = "key " + QKeySequence(static_cast<int>(modifier) | chosen).toString().toStdString();
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &window_, static_cast<Qt::Key>(chosen), modifier);
  }
  void click() {
    const QPoint where = place();
    QWidget* widget = at(where);
    last_ = "click on " + widget->objectName().toStdString();
    const auto button = below(5) == 0 ? Qt::RightButton : Qt::LeftButton;
    QTest::mouseClick(widget, button, Qt::NoModifier, widget->mapFrom(&window_, where));
  }
  void drag() {
    const QPoint from = place(), to = place();
    QWidget* widget = at(from);
    last_ = "drag on " + widget->objectName().toStdString();
    QTest::mousePress(widget, Qt::LeftButton, Qt::NoModifier, widget->mapFrom(&window_, from));
    QTest::mouseMove(widget, widget->mapFrom(&window_, (from + to) / 2));
    QTest::mouseMove(widget, widget->mapFrom(&window_, to));
    QTest::mouseRelease(widget, Qt::LeftButton, Qt::NoModifier, widget->mapFrom(&window_, to));
  }
  void wheel() {
    const QPoint where = place();
    QWidget* widget = at(where);
    const QPointF local = widget->mapFrom(&window_, where);
    last_ = "wheel";
    QWheelEvent event(local, widget->mapToGlobal(local), {}, {0, below(2) == 0 ? 120 : -120}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
  }
  void trigger() {
    const auto actions = window_.findChildren<QAction*>();
    QAction* action = actions[static_cast<qsizetype>(below(static_cast<std::uint64_t>(actions.size())))];
    last_ = "menu " + action->text().toStdString();
    if (action->isEnabled() && !action->menu() && action->menuRole() != QAction::QuitRole &&
        !action->text().contains("Quit") && !action->text().contains("Close"))
      action->trigger();
  }
  /// A setting of the run in focus at random, legal or not.
  void edit() {
    const RunConfig config = window_.panes()->focused().session().config();
    const auto paths = paths_of(config);
    const std::string path = paths[below(paths.size())];
    if (path == "backend" || path == "chains") return;
    const auto values = values_of(config, path);
    last_ = "edit of " + path;
    char number[32];
    std::snprintf(number, sizeof number, "%.3g", std::exp(static_cast<double>(below(2000)) / 150 - 8));
    try {
      window_.panes()->assign({{path, values.empty() ? number : values[below(values.size())]}});
    } catch (const Error&) {  // not legal
    }
  }
  void open() {
    const auto names = preset_names();
    last_ = "opening";
    if (below(8) == 0)
      window_.open_lecture(lecture_names()[below(lecture_names().size())]);
    else
      window_.panes()->open(load_preset(names[below(names.size())]));
  }

  MainWindow& window_;
  std::mt19937_64 words_;
  std::string last_;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  const double minutes = argc > 1 ? std::atof(argv[1]) : 20;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  WindowOptions options;
  options.preset = load_preset("default");
  options.presenter = PresenterChoice::image;
  MainWindow window(options);
  window.resize(1280, 720);
  window.show();
  // Dialogs that wait for an answer get one.
  QTimer closer;
  QObject::connect(&closer, &QTimer::timeout, [] {
    if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
  });
  closer.start(150);
  Monkey monkey(window, seed);
  QElapsedTimer clock;
  clock.start();
  const auto seconds = [&] { return static_cast<double>(clock.elapsed()) / 1000; };
  std::printf("# seed %llu\nminute,actions,frames,resident_mb,descriptors,longest_stall_s,at\n",
              static_cast<unsigned long long>(seed));
  double next_line = 0, longest = 0;
  std::string slowest;
  for (std::uint64_t actions = 0; seconds() < 60 * minutes; ++actions) {
    const double begun = seconds();
    monkey.act();
    QApplication::processEvents(QEventLoop::AllEvents, 20);
    if (const double taken = seconds() - begun; taken > longest) longest = taken, slowest = monkey.last();
    if (!window.isVisible()) window.show();
    if (seconds() < next_line) continue;
    next_line += 60;
    const auto [resident, files] = held();
    std::printf("%.1f,%llu,%llu,%.1f,%zu,%.2f,%s\n", seconds() / 60, static_cast<unsigned long long>(actions),
                static_cast<unsigned long long>(window.frames()), resident, files, longest, slowest.c_str());
    std::fflush(stdout);
  }
}
