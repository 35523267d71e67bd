#pragma once

#include <QImage>
#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace ergo {

class Plot;

/// What an exported file tells of itself.
struct ExportNotes {
  QString title;
  QString settings;  ///< JSON of provenance()
};

/// The kinds of files there are, without the dot. A path of another kind is an Error.
const std::vector<QString>& picture_kinds();  ///< png, svg, pdf
const std::vector<QString>& plot_kinds();     ///< those and csv

/// Plots below each other, as they are on screen, with titles, axes, units and legend. SVG and PDF hold
/// lines and words as such, PNG `scale` times the screen's pixels. A PDF carries the settings as an attached
/// file, an SVG as its description, a PNG as a text. CSV holds what the plots know, one row per value:
/// quantity,run,grad_evals,step,seconds,value,error; its settings stand beside it in PATH.json. All or
/// nothing; throws Error as AtomicFile does.
void export_plots(const std::vector<Plot*>& plots, const QString& path, int scale, const ExportNotes& notes);

/// A window as it is on screen, but for `surface`, which shows `picture`.
struct WindowPainting {
  QWidget& window;
  const std::vector<Plot*>&
      plots;  ///< in SVG and PDF those in sight as a whole are vectors, and so are words
  QWidget& surface;
  const QImage& picture;
  const QByteArray& picture_png;  ///< the same as a PNG file, which an SVG holds; may be empty elsewhere
};
/// As SVG or PDF.
void export_window(const WindowPainting& what, const QString& path, const ExportNotes& notes);
/// The same in `scale` times the screen's pixels, RGBA, for export_image().
QImage image_of(const WindowPainting& what, int scale);

/// A picture, RGBA, as the bytes of a PNG file. `progress` as in export_image().
QByteArray png_of(const QImage& image, const std::function<void(double share)>& progress);

/// A picture, RGBA, with its settings as PNG. Needs no window: other threads may call it. `progress` gets the
/// share that is encoded; it may throw to stop.
void export_image(const QImage& image, const QString& path, const ExportNotes& notes,
                  const std::function<void(double share)>& progress = {});

}  // namespace ergo
