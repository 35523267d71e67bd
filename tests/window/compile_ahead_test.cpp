// Compilation ahead of use happens once; the window works without it if it fails.
#include "widgets/presets/compile_ahead.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QTemporaryDir>

namespace ergo::compile_ahead_test {
namespace {

class CompileAheadTest : public testing::Test {
 protected:
  QString path(const char* name) const { return folder_.path() + '/' + name; }

  /// A program that notes its arguments, instead of `ergo`.
  QString noting(int exit_code) const {
    QFile script(path("ergo"));
    EXPECT_TRUE(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho \"$@\" >> " + path("calls").toUtf8() + "\nexit " +
                 QByteArray::number(exit_code) + "\n");
    script.close();
    EXPECT_TRUE(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    return script.fileName();
  }

  QByteArray calls() const {
    QFile file(path("calls"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  /// Whether all was done within a while.
  bool compiles(const QString& program, const std::string& device) {
    CompileAhead ahead(nullptr, program, path("kept"));
    bool done = false;
    QObject::connect(&ahead, &CompileAhead::done, [&] { done = true; });
    ahead.begin(device, "ring8");
    QElapsedTimer clock;
    for (clock.start(); !done && clock.elapsed() < 2000;)
      QGuiApplication::processEvents(QEventLoop::AllEvents, 20);
    return done;
  }

 private:
  QTemporaryDir folder_;
};

TEST_F(CompileAheadTest, CompilesOncePerDevice) {
  const QString program = noting(0);
  const QByteArray once = "compile ring8 --quiet\ncompile --quiet\n";
  EXPECT_TRUE(compiles(program, "a device"));
  EXPECT_EQ(calls(), once);
  EXPECT_FALSE(compiles(program, "a device"));
  EXPECT_EQ(calls(), once);
  EXPECT_TRUE(compiles(program, "another"));
  EXPECT_EQ(calls(), once + once);
}

TEST_F(CompileAheadTest, FailedCompilationIsTriedAgain) {
  EXPECT_FALSE(compiles(path("nothing"), "a device"));
  EXPECT_FALSE(compiles(noting(3), "a device"));
  EXPECT_FALSE(compiles(noting(3), "a device"));
  EXPECT_EQ(calls(), "compile ring8 --quiet\ncompile ring8 --quiet\n");
  EXPECT_TRUE(QDir(path("kept")).isEmpty());
}

}  // namespace
}  // namespace ergo::compile_ahead_test
