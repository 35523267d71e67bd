#include "widgets/picture/image_surface.h"

#include <QPainter>

namespace ergo {

ImageSurface::ImageSurface() {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAttribute(Qt::WA_InputMethodEnabled);
}

QImage& ImageSurface::image(QSize size) {
  if (image_.size() != size) image_ = QImage(size, QImage::Format_RGB32);
  image_.setDevicePixelRatio(devicePixelRatioF());
  return image_;
}

void ImageSurface::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (image_.isNull())
    painter.fillRect(rect(), Qt::black);
  else
    painter.drawImage(QPointF(0, 0), image_);
}

}  // namespace ergo
