#pragma once

#include <QApplication>
#include <QPointer>
#include <string>

#include "app/window/main_window.h"
#include "core/platform/process.h"

namespace ergo {

/// Tries to open the display that Qt would take, in a child process, as Qt aborts if there is none. The
/// program then draws off-screen. Make it first in main(), while there is one thread, and keep it until the
/// application is made: an X server may start anew when its last client leaves.
class DisplayTrial {
 public:
  DisplayTrial(int argc, char** argv);
  ~DisplayTrial();
  DisplayTrial(const DisplayTrial&) = delete;
  DisplayTrial& operator=(const DisplayTrial&) = delete;
  /// Why there is no display; empty if there is one.
  const std::string& reason() const { return reason_; }

 private:
  platform::ChildProcess child_;
  platform::FileDescriptor channel_;  ///< the child ends when it is closed
  std::string reason_;
};

/// Numbers have '.' decimals and European digits, whatever the user's locale.
void use_one_number_format();

/// An application that survives what slots and events throw, as Qt's event loop does not.
class Application final : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;

  QPointer<MainWindow> window;  ///< tells of failures; without one they are thrown on
};

/// SIGHUP, SIGINT and SIGTERM close all windows as their buttons do, so that the session is kept and no
/// export goes on. The second one ends the program at once.
void close_on_signals(QObject* owner);

}  // namespace ergo
