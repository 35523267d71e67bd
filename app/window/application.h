#pragma once

#include <QApplication>
#include <QPointer>
#include <string>

#include "app/window/main_window.h"

namespace ergo {

/// Tries to open the display that Qt would take. If there is none, Qt would abort: the program then draws
/// off-screen, and the reason is returned. Call it first in main(), while there is one thread.
std::string missing_display(int argc, char** argv);

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
