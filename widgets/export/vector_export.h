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

/// What an exported file tells of itself.
struct ExportNotes {
  QString title;
  QString settings;  ///< JSON of provenance()
};

/// The kinds of files there are, without the dot.
const std::vector<QString>& picture_kinds();  ///< png, svg, pdf
const std::vector<QString>& plot_kinds();     ///< those and csv

/// That of a path, one of these. Throws Error where it is another.
QString kind_of(const QString& path, const std::vector<QString>& kinds);

/// What is to be painted in several turns, one after the other on the same canvas. Each throws Error where
/// what it paints has gone meanwhile.
struct Portions {
  using Portion = std::function<void(QCPPainter&)>;
  QSize size;  ///< of the whole, logical pixels
  std::vector<Portion> portions;
};
/// Plots below each other, as they are on screen, with titles, axes, units and legend, under the names of
/// their runs where there are several.
Portions portions_of(const std::vector<Plot*>& plots);
/// A window as it is on screen in so many bands, nothing where `surface` is, then those plots that are in
/// sight as a whole.
Portions portions_of(QWidget& window, const std::vector<Plot*>& plots, QWidget& surface, int bands);
/// A clear image for it, `scale` times the screen's pixels, premultiplied; other threads may call it.
QImage canvas_for(QSize size, int scale);
void paint(const Portions::Portion& portion, int scale, QImage& canvas);

/// An SVG or PDF that is painted in several turns; lines and words are such. A PDF carries the settings as an
/// attached file, an SVG as its description. In the window's thread, but where other words are said.
class VectorPage {
 public:
  /// Throws Error where the path is of another kind.
  VectorPage(const QString& path, QSize size, const ExportNotes& notes);
  ~VectorPage();
  void paint(const Portions::Portion& portion);
  /// A picture, encoded: other threads may call it, one at a time. `progress` as in export_image().
  void draw(const QImage& picture, const QRect& place, const std::function<void(double share)>& progress);
  void end();  ///< nothing more is painted
  /// All or nothing; throws Error as AtomicFile does. Other threads may call it.
  void write();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// What the plots know, one row per value: quantity,run,grad_evals,step,seconds,value,error; the settings
/// stand beside it in PATH.json. All or nothing; throws Error as AtomicFile does.
void export_csv(const std::vector<Plot*>& plots, const QString& path, const ExportNotes& notes);

/// A picture, RGBA, as the bytes of a PNG file. `progress` as in export_image().
QByteArray png_of(const QImage& image, const std::function<void(double share)>& progress);

/// A picture, RGBA, with its settings as PNG. Needs no window: other threads may call it. `progress` gets the
/// share that is encoded; it may throw to stop.
void export_image(const QImage& image, const QString& path, const ExportNotes& notes,
                  const std::function<void(double share)>& progress = {});

}  // namespace ergo
