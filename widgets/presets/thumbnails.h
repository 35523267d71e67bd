#pragma once

#include <QObject>
#include <QPixmap>
#include <QProcess>
#include <QTimer>
#include <deque>
#include <string>

namespace ergo {

/// Thumbnails of presets. `ergo render` beside this program renders them one at a time, at low priority. They
/// are kept in the user's cache. If rendering fails, there are no thumbnails.
class Thumbnails : public QObject {
  Q_OBJECT

 public:
  /// `renderer` is the path of `ergo`; if empty, the one beside this program. `folder` holds the thumbnails;
  /// if empty, they are in the user's cache.
  explicit Thumbnails(QObject* parent = nullptr, const QString& renderer = {}, const QString& folder = {});
  /// Size of a thumbnail in physical pixels.
  static QSize size() { return {144, 108}; }
  /// Thumbnails are made for this theme from now on.
  void set_theme(const std::string& id);
  /// Requests a preset's thumbnail. `ready` delivers it: at once if it is cached, otherwise later.
  void want(const std::string& preset);

 signals:
  void ready(const QString& preset, const QPixmap& picture);

 private:
  /// Path of the cached file. Its name depends on everything that the thumbnail depends on.
  QString file_of(const std::string& preset) const;
  /// Arguments for the renderer, except the output file.
  QStringList request(const std::string& preset) const;
  void render_next();
  void finish(bool good);

  QString folder_, program_, unfinished_;
  std::string theme_ = "dark";
  std::deque<std::string> wanted_;
  QProcess process_;
  QTimer idle_;
};

}  // namespace ergo
