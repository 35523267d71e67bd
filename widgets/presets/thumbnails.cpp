#include "widgets/presets/thumbnails.h"

#include <sys/resource.h>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <algorithm>

#include "core/settings/preset.h"
#include "core/settings/provenance.h"

namespace ergo {

constexpr int picture_steps = 60, pause = 400;  // of a picture; ms between two, in which the window breathes

Thumbnails::Thumbnails(QObject* parent, const QString& renderer, const QString& folder)
    : QObject(parent),
      folder_(folder.isEmpty()
                  ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/thumbnails"
                  : folder),
      program_(renderer.isEmpty() ? QCoreApplication::applicationDirPath() + "/ergo" : renderer) {
  process_.setStandardOutputFile(QProcess::nullDevice());
  process_.setStandardErrorFile(QProcess::nullDevice());
  process_.setChildProcessModifier([] { setpriority(PRIO_PROCESS, 0, 10); });
  idle_.setSingleShot(true);
  idle_.setInterval(pause);
  connect(&idle_, &QTimer::timeout, this, &Thumbnails::render_next);
  connect(&process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
    finish(code == 0 && status == QProcess::NormalExit);
  });
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) wanted_.clear();
  });
}

void Thumbnails::set_theme(const std::string& id) { theme_ = id; }

QStringList Thumbnails::request(const std::string& preset) const {
  const QString size = QString("%1x%2").arg(Thumbnails::size().width()).arg(Thumbnails::size().height());
  return {"render",
          QString::fromStdString(preset),
          "chains=1000",
          "--steps",
          QString::number(picture_steps),
          "--size",
          size,
          "--theme",
          QString::fromStdString(theme_),
          "--no-words",
          "--quiet"};
}

QString Thumbnails::file_of(const std::string& preset) const {
  const std::string asked = request(preset).join(' ').toStdString();
  const std::string what = version() + asked + embedded_presets().at(preset + ".json");
  const auto name =
      QCryptographicHash::hash(QByteArray::fromStdString(what), QCryptographicHash::Sha1).toHex();
  return folder_ + '/' + name.left(20) + ".png";
}

void Thumbnails::want(const std::string& preset) {
  QPixmap kept;
  if (kept.load(file_of(preset), "PNG")) {
    emit ready(QString::fromStdString(preset), kept);
    return;
  }
  if (std::ranges::find(wanted_, preset) != wanted_.end()) return;
  wanted_.push_back(preset);
  if (process_.state() == QProcess::NotRunning) idle_.start();
}

void Thumbnails::render_next() {
  if (wanted_.empty() || process_.state() != QProcess::NotRunning || !QDir().mkpath(folder_)) return;
  unfinished_ = file_of(wanted_.front());
  process_.start(program_, request(wanted_.front()) << "--out" << unfinished_);
}

void Thumbnails::finish(bool good) {
  if (wanted_.empty()) return;
  const QString preset = QString::fromStdString(wanted_.front());
  wanted_.pop_front();
  QPixmap picture;
  if (good && picture.load(unfinished_, "PNG")) emit ready(preset, picture);
  if (!wanted_.empty()) idle_.start();
}

}  // namespace ergo
