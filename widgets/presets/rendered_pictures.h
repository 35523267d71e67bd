#pragma once

#include <QObject>
#include <QPixmap>
#include <QProcess>
#include <QStringList>
#include <QTimer>
#include <deque>

namespace ergo {

/// Pictures of runs. `ergo` beside this program renders them one at a time, at low priority. They are kept in the
/// user's cache. Pictures that cannot be rendered are left out.
class RenderedPictures : public QObject {
  Q_OBJECT

 public:
  /// `folder` holds the pictures: a folder of the user's cache, or an absolute path. `renderer` is the path of `ergo`;
  /// if empty, the one beside this program.
  RenderedPictures(QObject* parent, const QString& folder, const QString& renderer = {});
  ~RenderedPictures() override;
  /// Requests the picture that these arguments of `ergo` give: "render", a preset or an assignment, and so on without --out.
  /// `ready` delivers it under this name: at once if it is cached, otherwise later.
  void want(const QString& name, const QStringList& arguments);

 signals:
  void ready(const QString& name, const QPixmap& picture);

 private:
  struct Request {
    QString name, file;
    QStringList arguments;
  };
  /// Path of the cached file. Its name depends on everything that the picture depends on.
  QString file_of(const QStringList& arguments) const;
  void render_next();
  void finish(bool good);

  QString folder_, program_;
  std::deque<Request> wanted_;
  QProcess process_;
  QTimer idle_;
};

}  // namespace ergo
