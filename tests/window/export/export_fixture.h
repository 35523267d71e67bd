#pragma once

#include <QFile>
#include <QTemporaryDir>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "tests/shell.h"
#include "tests/window/window_fixture.h"
#include "widgets/export/files.h"
#include "widgets/plots/plots.h"

namespace ergo {

/// A window whose exports go to a folder of the test's own.
class ExportWindowTest : public WindowTest {
 protected:
  QString path(const QString& name) const { return folder_.filePath(name); }
  std::string text(const QString& name) const { return read_file(path(name).toStdString(), 1 << 26); }
  /// Runs a command in the folder and returns what it says.
  std::string call(const std::string& command) const { return shell(folder_.path().toStdString(), command).output; }
  /// Exports with the context current, as the window does, and waits for the end; the message of the Error,
  /// if there is one.
  std::string carry_out(ExportRequest request) {
    request.path = path(request.path);
    picture().presenter().make_current();
    Files& files = window().files();
    QString told;
    const QMetaObject::Connection ended =
        QObject::connect(&files, &Files::exported, &files, [&told](const QString& error) { told = error; });
    try {
      files.carry_out(request);
    } catch (const Error& error) {
      told = QString::fromUtf8(error.what());
    }
    EXPECT_TRUE(until([&] { return !files.busy(); }, 120'000));
    QObject::disconnect(ended);
    return told.toStdString();
  }
  void run_a_little() {
    ASSERT_TRUE(until([&] { return session().step() > 40 && window().plots().find("mmd2")->points() >= 3; }));
    pause();
    settle();
  }
  void keep(const QString& name) {
    QDir().mkpath(ERGO_BINARY_DIR "/screenshots");
    const QString to = QString(ERGO_BINARY_DIR "/screenshots/export_%1").arg(name);
    QFile::remove(to);
    QFile::copy(path(name), to);
  }
  QTemporaryDir folder_;
};

}  // namespace ergo
