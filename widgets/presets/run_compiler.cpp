#include "widgets/presets/run_compiler.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <utility>

namespace ergo {
namespace {

QString key_of(const QStringList& words) { return words.join(QChar(0)); }

}  // namespace

RunCompiler::RunCompiler(const QString& compiler, QObject* parent)
    : QObject(parent),
      program_(compiler.isEmpty() ? QCoreApplication::applicationDirPath() + "/ergo" : compiler) {
  process_.setStandardOutputFile(QProcess::nullDevice());
  process_.setStandardErrorFile(QProcess::nullDevice());
  const auto end = [this] {
    if (in_work_.isEmpty()) return;
    ended_.insert(std::exchange(in_work_, {}));
    emit finished();
  };
  connect(&process_, &QProcess::finished, this, end);
  connect(&process_, &QProcess::errorOccurred, this, end);
}

RunCompiler::~RunCompiler() { stop(); }

void RunCompiler::stop() {
  in_work_.clear();
  process_.kill();
  process_.waitForFinished();
}

void RunCompiler::begin(const QStringList& words) {
  const QString key = key_of(words);
  if (done(words) || in_work_ == key) return;
  stop();
  in_work_ = key;
  process_.start(program_, QStringList("compile") + words + QStringList("--quiet"));
}

bool RunCompiler::done(const QStringList& words) const {
  return ended_.contains(key_of(words)) || !QFileInfo(program_).isExecutable();
}

}  // namespace ergo
