#include "widgets/vector_export.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <algorithm>
#include <functional>

#include "core/io/atomic_file.h"
#include "core/io/png.h"
#include "core/io/provenance.h"
#include "core/unit/error.h"
#include "core/unit/number_text.h"
#include "widgets/plot.h"
#include "widgets/svg_device.h"

namespace ergo {
namespace {

constexpr int dots_per_inch = 96;  // of the screen that sizes in pixels are meant for
constexpr double points_per_pixel = 72.0 / dots_per_inch;

using Painting = std::function<void(QCPPainter&)>;

QString creator() { return "ergoscope " + QString::fromStdString(version()); }

QString kind_of(const QString& path, const std::vector<QString>& kinds) {
  const QString kind = QFileInfo(path).suffix().toLower();
  if (std::ranges::find(kinds, kind) != kinds.end()) return kind;
  QStringList legal;
  for (const QString& known : kinds) legal.push_back("FILE." + known);
  throw Error("unknown kind of file", path.toStdString(), legal.join(", ").toStdString(), "");
}

void begin(QCPPainter& painter, QPaintDevice& device, const std::string& path) {
  if (!painter.begin(&device)) throw machine_error("the picture cannot be drawn", path, "");
}

void paint_pdf(QBuffer& file, QSize size, const ExportNotes& notes, const Painting& paint,
               const std::string& path) {
  QPdfWriter writer(&file);
  writer.setTitle(notes.title);
  writer.setCreator(creator());
  writer.addFileAttachment("settings.json", notes.settings.toUtf8(), "application/json");
  writer.setResolution(dots_per_inch);
  writer.setPageSize(QPageSize(QSizeF(size) * points_per_pixel, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  QCPPainter painter;
  begin(painter, writer, path);
  painter.setModes(QCPPainter::PainterModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching));
  paint(painter);
}

void paint_svg(QBuffer& file, SvgDevice& device, const Painting& paint, const std::string& path) {
  {
    QCPPainter painter;
    begin(painter, device, path);
    painter.setModes(QCPPainter::PainterModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching));
    paint(painter);
  }
  file.write(device.text());
}

QImage painted(QSize size, int scale, const Painting& paint) {
  QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) throw machine_error("too large a picture", std::to_string(scale), "a smaller scale");
  image.setDevicePixelRatio(scale);
  image.fill(Qt::transparent);
  {
    QCPPainter painter;
    begin(painter, image, "");
    painter.setMode(QCPPainter::pmNoCaching);
    paint(painter);
  }
  image.setDevicePixelRatio(1);
  return image;
}

/// SVG or PDF; an SVG holds `known`, where there is one, as `known_png`.
void paint_vectors(const QString& path, QSize size, const ExportNotes& notes, const Painting& paint,
                   const QImage& known = {}, const QByteArray& known_png = {}) {
  const std::string name = path.toStdString();
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  if (kind_of(path, picture_kinds()) == "pdf") {
    paint_pdf(file, size, notes, paint, name);
  } else {
    SvgDevice device(size, notes.title, notes.settings);
    if (!known.isNull()) device.know(known, known_png);
    paint_svg(file, device, paint, name);
  }
  write_file(name, {file.data().constData(), static_cast<std::size_t>(file.size())});
}

/// A field of CSV: quoted where it has to be.
std::string field(const QString& words) {
  if (!words.contains(',') && !words.contains('"') && !words.contains('\n')) return words.toStdString();
  return ("\"" + QString(words).replace("\"", "\"\"") + "\"").toStdString();
}

void write_csv(const std::vector<Plot*>& plots, const QString& path, const ExportNotes& notes) {
  const std::string name = path.toStdString();
  AtomicFile file(name), sidecar(name + ".json");
  file.write("quantity,run,grad_evals,step,seconds,value,error\n");
  for (const Plot* plot : plots)
    for (int run = 0; run < plot->runs(); ++run) {
      const PlotSeries& series = plot->series(run);
      for (const auto& [at, value, error] : series.values()) {
        std::string line = field(plot->subject().id) + "," + field(series.name());
        for (const double number : {at.gradients, at.steps, at.seconds, value, error}) {
          line += ',';
          append_number(line, number);
        }
        file.write(line + "\n");
      }
    }
  sidecar.write(notes.settings.toStdString());
  file.commit();
  sidecar.commit();
}

/// Keeps widgets from painting themselves as long as it lives.
class Blank : public QObject {
 public:
  void add(QWidget& widget) { widget.installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override { return event->type() == QEvent::Paint; }
};

bool in_sight(const QWidget& widget) {
  return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
}

}  // namespace

const std::vector<QString>& picture_kinds() {
  static const std::vector<QString> kinds = {"png", "svg", "pdf"};
  return kinds;
}

const std::vector<QString>& plot_kinds() {
  static const std::vector<QString> kinds = {"pdf", "svg", "png", "csv"};
  return kinds;
}

void export_plots(const std::vector<Plot*>& plots, const QString& path, int scale, const ExportNotes& notes) {
  if (plots.empty()) throw Error("no plot to export", "", "a plot on screen", path.toStdString());
  if (kind_of(path, plot_kinds()) == "csv") return write_csv(plots, path, notes);
  QSize size;
  for (const Plot* plot : plots) {
    const QSize own = const_cast<Plot*>(plot)->canvas().size();
    size = {std::max(size.width(), own.width()), size.height() + own.height()};
  }
  const Painting paint = [&](QCPPainter& painter) {
    for (Plot* plot : plots) {
      QCustomPlot& canvas = plot->canvas();
      painter.save();
      canvas.toPainter(&painter, canvas.width(), canvas.height());
      painter.restore();
      painter.translate(0, canvas.height());
    }
  };
  if (kind_of(path, plot_kinds()) == "png")
    return export_image(painted(size, scale, paint).convertToFormat(QImage::Format_RGBA8888), path, notes);
  paint_vectors(path, size, notes, paint);
}

void paint_window(const WindowPainting& what, QCPPainter& painter) {
  Blank blank;
  blank.add(what.surface);
  std::vector<QCustomPlot*> canvases;
  for (Plot* plot : what.plots)
    if (in_sight(plot->canvas())) canvases.push_back(&plot->canvas());
  for (QCustomPlot* canvas : canvases) blank.add(*canvas);
  what.window.render(&painter);
  painter.drawImage(QRect(what.surface.mapTo(&what.window, QPoint()), what.surface.size()), what.picture);
  for (QCustomPlot* canvas : canvases) {
    painter.save();
    painter.translate(canvas->mapTo(&what.window, QPoint()));
    canvas->toPainter(&painter, canvas->width(), canvas->height());
    painter.restore();
  }
}

void export_window(const WindowPainting& what, const QString& path, const ExportNotes& notes) {
  paint_vectors(
      path, what.window.size(), notes, [&](QCPPainter& painter) { paint_window(what, painter); },
      what.picture, what.picture_png);
}

QImage image_of(const WindowPainting& what, int scale) {
  return painted(what.window.size(), scale, [&](QCPPainter& painter) { paint_window(what, painter); })
      .convertToFormat(QImage::Format_RGBA8888);
}

QByteArray png_of(const QImage& image, const std::function<void(double share)>& progress) {
  return QByteArray::fromStdString(
      encode_png(image.width(), image.height(),
                 {image.constBits(), static_cast<std::size_t>(image.sizeInBytes())}, {}, progress));
}

void export_image(const QImage& image, const QString& path, const ExportNotes& notes,
                  const std::function<void(double share)>& progress) {
  const auto bytes = static_cast<std::size_t>(image.sizeInBytes());
  write_png(path.toStdString(), image.width(), image.height(), {image.constBits(), bytes},
            {{"Title", notes.title.toStdString()},
             {"Software", creator().toStdString()},
             {"Comment", notes.settings.toStdString()}},
            progress);
}

}  // namespace ergo
