#include "widgets/presets/rendered_pictures.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QStandardPaths>
#include <algorithm>

#include "core/platform/threads.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"

namespace ergo {

constexpr int pause = 400;  // ms between two pictures, in which the window breathes

RenderedPictures::RenderedPictures(QObject* parent, const QString& folder, const QString& renderer)
    : QObject(parent),
      folder_(QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation)).absoluteFilePath(folder)),
      program_(renderer.isEmpty() ? QCoreApplication::applicationDirPath() + "/ergo" : renderer) {
  process_.setStandardOutputFile(QProcess::nullDevice());
  process_.setStandardErrorFile(QProcess::nullDevice());
  process_.setChildProcessModifier([] { platform::lower_process_priority(10); });
  idle_.setSingleShot(true);
  idle_.setInterval(pause);
  connect(&idle_, &QTimer::timeout, this, &RenderedPictures::render_next);
  connect(&process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
    finish(code == 0 && status == QProcess::NormalExit);
  });
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) wanted_.clear();
  });
}

RenderedPictures::~RenderedPictures() {
  process_.disconnect(this);
  process_.kill();
  process_.waitForFinished();
}

QString RenderedPictures::file_of(const QStringList& arguments) const {
  std::string what = version() + arguments.join(' ').toStdString();
  if (const auto preset = embedded_presets().find(arguments.at(1).toStdString() + ".json");
      preset != embedded_presets().end())
    what += preset->second;
  const auto name =
      QCryptographicHash::hash(QByteArray::fromStdString(what), QCryptographicHash::Sha1).toHex();
  return folder_ + '/' + name.left(20) + ".png";
}

void RenderedPictures::want(const QString& name, const QStringList& arguments) {
  const Request request{name, file_of(arguments), arguments};
  QPixmap kept;
  if (kept.load(request.file, "PNG")) {
    emit ready(name, kept);
    return;
  }
  if (std::ranges::find(wanted_, request.file, &Request::file) != wanted_.end()) return;
  wanted_.push_back(request);
  if (process_.state() == QProcess::NotRunning) idle_.start();
}

void RenderedPictures::render_next() {
  if (wanted_.empty() || process_.state() != QProcess::NotRunning || !QDir().mkpath(folder_)) return;
  process_.start(program_, wanted_.front().arguments + QStringList{"--out", wanted_.front().file});
}

void RenderedPictures::finish(bool good) {
  if (wanted_.empty()) return;
  const Request done = wanted_.front();
  wanted_.pop_front();
  QPixmap picture;
  if (good && picture.load(done.file, "PNG")) emit ready(done.name, picture);
  if (!wanted_.empty()) idle_.start();
}

}  // namespace ergo
