#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>
#include <QString>
#include <memory>

namespace ergo {

constexpr int dots_per_inch = 96;  ///< of the screen that sizes in pixels are meant for

/// A paint device whose picture is an SVG: paths, words as words, images, all with their clips (which Qt's
/// own generator leaves out, so that what plots cut off would show). Colours of gradients are those of their
/// first stops.
class SvgDevice : public QPaintDevice {
 public:
  /// `size`: in pixels, dots_per_inch to the inch.
  SvgDevice(QSize size, const QString& title, const QString& description);
  ~SvgDevice() override;
  /// What `image` is as a PNG file, so that it need not be encoded when it is painted.
  void know(const QImage& image, const QByteArray& png);
  /// The file's text; nothing may be painting.
  QByteArray text() const;

  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric which) const override;

 private:
  class Engine;
  QSize size_;
  QString title_, description_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace ergo
