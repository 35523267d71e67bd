#pragma once

#include <QImage>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

class QCPPainter;
class QWidget;

namespace ergo {

class Plot;

/// Metadata of an exported file.
struct ExportNotes {
  QString title;
  QString settings;  ///< JSON of provenance()
};

/// File name extensions, without the dot.
const std::vector<QString>& picture_kinds();  ///< png, svg, pdf
const std::vector<QString>& plot_kinds();     ///< those and csv

/// Extension of a path. Throws Error if it is not one of these.
QString kind_of(const QString& path, const std::vector<QString>& kinds);

/// Parts of a painting, painted one after the other on the same canvas between frames. Each throws Error if what it
/// paints does not exist any more.
struct Portions {
  using Portion = std::function<void(QCPPainter&)>;
  QSize size;  ///< size of the whole in logical pixels
  std::vector<Portion> portions;
};
/// A window as it is on screen, in this many bands, without `surface`; then the plots that are wholly visible.
Portions portions_of(QWidget& window, const std::vector<Plot*>& plots, QWidget& surface, int bands);
/// A transparent image for a painting, premultiplied, with `scale` pixels per pixel of the screen. Other threads may
/// call it.
QImage canvas_for(QSize size, int scale);
void paint(const Portions::Portion& portion, int scale, QImage& canvas);

/// An SVG or PDF file that is painted in parts, with lines and text as vectors. A PDF has the settings as an attached
/// file, an SVG in its description. Use it from the window's thread except where noted.
class VectorPage {
 public:
  /// Throws Error if the path has another extension.
  VectorPage(const QString& path, QSize size, const ExportNotes& notes);
  ~VectorPage();
  void paint(const Portions::Portion& portion);
  /// Encodes a picture. Other threads may call it, one at a time. `progress` as in export_image().
  void draw(const QImage& picture, const QRect& place, const std::function<void(double share)>& progress);
  void end();  ///< call it after the last part
  /// Writes the file atomically. Throws Error as AtomicFile does. Other threads may call it.
  void write();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

[[noreturn]] void throw_no_plot();

/// Writes the plots' values as CSV, one row per value: quantity,run,grad_evals,step,seconds,value,error. The settings
/// are in PATH.json. Throws Error as AtomicFile does.
void export_csv(const std::vector<Plot*>& plots, const QString& path, const ExportNotes& notes);

/// The PNG file of an RGBA picture. `progress` as in export_image().
QByteArray png_of(const QImage& image, const std::function<void(double share)>& progress);

/// Writes an RGBA picture with its settings as PNG. Other threads may call it. `progress` gets the share that is
/// encoded; it may throw to stop.
void export_image(const QImage& image, const QString& path, const ExportNotes& notes,
                  const std::function<void(double share)>& progress = {});

}  // namespace ergo
