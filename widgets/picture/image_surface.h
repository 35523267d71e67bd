#pragma once

#include <QImage>
#include <QWidget>

namespace ergo {

/// Shows an image as it is.
class ImageSurface : public QWidget {
 public:
  ImageSurface();
  /// The image to be filled, of so many physical pixels; update() follows.
  QImage& image(QSize size);
  const QImage& image() const { return image_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QImage image_;
};

}  // namespace ergo
