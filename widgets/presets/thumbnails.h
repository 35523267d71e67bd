#pragma once

#include <QObject>
#include <QPixmap>
#include <QProcess>
#include <QTimer>
#include <deque>
#include <string>

namespace ergo {

/// Small pictures of presets, rendered by `ergo render` beside this program, one at a time and at low
/// priority, and kept in the user's cache. Where that does not work there are none.
class Thumbnails : public QObject {
  Q_OBJECT

 public:
  /// `renderer`: the program `ergo`; none: the one beside this program. `folder`: where they are kept; none:
  /// in the user's cache.
  explicit Thumbnails(QObject* parent = nullptr, const QString& renderer = {}, const QString& folder = {});
  /// Size of a picture in physical pixels.
  static QSize size() { return {144, 108}; }
  /// Those of this theme from now on.
  void set_theme(const std::string& id);
  /// Gives a preset's picture by `ready`: now where it is kept, else later.
  void want(const std::string& preset);

 signals:
  void ready(const QString& preset, const QPixmap& picture);

 private:
  /// Named after all that the picture depends on.
  QString file_of(const std::string& preset) const;
  /// Of the renderer, but for the file to write.
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
