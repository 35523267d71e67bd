// A lecture on end: turns its cues, round and round, and prints what memory the window holds. Built by
// tests/soak.sh alone.
#include <malloc.h>
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QThread>
#include <cstdio>
#include <fstream>

#include "app/window/main_window.h"
#include "core/settings/lecture.h"

namespace {

/// Resident memory and what of it malloc has given out, in MB.
std::pair<double, double> memory() {
  std::ifstream pages("/proc/self/statm");
  double all = 0, resident = 0;
  pages >> all >> resident;
  const struct mallinfo2 heap = mallinfo2();
  return {resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6,
          static_cast<double>(heap.uordblks + heap.hblkhd) / 1e6};
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  const double minutes = argc > 1 ? std::atof(argv[1]) : 30;
  const std::string name = argc > 2 ? argv[2] : ergo::lecture_names().front();
  constexpr double seconds_a_cue = 5;
  ergo::WindowOptions options;
  options.preset = ergo::load_preset("default");
  options.presenter = ergo::PresenterChoice::image;
  ergo::MainWindow window(options);
  window.resize(1280, 800);
  window.show();
  QElapsedTimer clock;
  clock.start();
  const auto seconds = [&] { return static_cast<double>(clock.elapsed()) / 1000; };
  double next_cue = 1, next_line = 0;
  std::printf("# %s\nminute,frames,turn,cue,resident_mb,allocated_mb\n", name.c_str());
  for (int turns = 0; seconds() < 60 * minutes;) {
    QApplication::processEvents(QEventLoop::AllEvents, 5);
    QThread::msleep(60);  // leaves the machine to others: memory goes by frames and cues
    if (seconds() >= next_cue) {
      next_cue += seconds_a_cue;
      ergo::Lecturer& lecturer = window.lecturer();
      const int last = lecturer.lecture() ? static_cast<int>(lecturer.lecture()->cues.size()) - 1 : -1;
      if (lecturer.cue() == last)
        window.open_lecture(name), ++turns;
      else
        lecturer.next();
    }
    if (seconds() < next_line) continue;
    next_line += 60;
    const auto [resident, allocated] = memory();
    std::printf("%.1f,%llu,%d,%d,%.1f,%.1f\n", seconds() / 60,
                static_cast<unsigned long long>(window.frames()), turns, window.lecturer().cue(), resident,
                allocated);
    std::fflush(stdout);
  }
}
