#include "widgets/presets/compile_ahead.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include "core/platform/threads.h"
#include "core/settings/provenance.h"

namespace ergo {

CompileAhead::CompileAhead(QObject* parent, const QString& compiler, const QString& folder)
    : QObject(parent),
      folder_(folder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/compiled"
                               : folder),
      program_(compiler.isEmpty() ? QCoreApplication::applicationDirPath() + "/ergo" : compiler) {
  process_.setStandardOutputFile(QProcess::nullDevice());
  process_.setStandardErrorFile(QProcess::nullDevice());
  process_.setChildProcessModifier([] { platform::lower_process_priority(19); });
  connect(&process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
    if (code != 0 || status != QProcess::NormalExit) return;
    if (!all_) {
      all_ = true;
      process_.start(program_, {"compile", "--quiet"});
      return;
    }
    QFile mark(mark_);
    if (mark.open(QIODevice::WriteOnly)) emit done();
  });
}

CompileAhead::~CompileAhead() {
  process_.disconnect(this);
  process_.kill();
  process_.waitForFinished();
}

void CompileAhead::begin(const std::string& device, const std::string& target) {
  const auto name =
      QCryptographicHash::hash(QByteArray::fromStdString(version() + device), QCryptographicHash::Sha1);
  mark_ = folder_ + '/' + name.toHex().left(20);
  if (process_.state() != QProcess::NotRunning || QFile::exists(mark_) || !QDir().mkpath(folder_)) return;
  all_ = false;
  process_.start(program_, {"compile", QString::fromStdString(target), "--quiet"});
}

}  // namespace ergo
