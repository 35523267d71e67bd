#pragma once

#include <QObject>
#include <QPixmap>
#include <string>

#include "widgets/presets/rendered_pictures.h"

namespace ergo {

/// Thumbnails of presets. If rendering fails, there are no thumbnails.
class Thumbnails : public QObject {
  Q_OBJECT

 public:
  /// `renderer` and `folder` as of RenderedPictures; if `folder` is empty, one of the user's cache.
  explicit Thumbnails(QObject* parent = nullptr, const QString& renderer = {}, const QString& folder = {});
  /// Size of a thumbnail in physical pixels.
  static QSize size() { return {144, 108}; }
  /// Thumbnails are made for this theme from now on.
  void set_theme(const std::string& id) { theme_ = id; }
  /// Requests a preset's thumbnail. `ready` delivers it: at once if it is cached, otherwise later.
  void want(const std::string& preset);

 signals:
  void ready(const QString& preset, const QPixmap& picture);

 private:
  std::string theme_ = "dark";
  RenderedPictures pictures_;
};

}  // namespace ergo
