#include "widgets/vector_export.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QPointer>
#include <algorithm>
#include <functional>
#include <iterator>

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

using Painting = Portions::Portion;

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

namespace {

/// A plot as it is on screen, if it still is.
Painting painting_of(QPointer<QCustomPlot> canvas, std::function<QPoint()> place) {
  return [canvas, place = std::move(place)](QCPPainter& painter) {
    if (!canvas) throw Error("a plot went away while it was painted", "", "one more try", "");
    painter.save();
    painter.translate(place());
    canvas->toPainter(&painter, canvas->width(), canvas->height());
    painter.restore();
  };
}

/// What lies within a window's band but for some widgets.
void paint_band(QWidget& window, const std::vector<QPointer<QWidget>>& without, const QRect& band,
                QCPPainter& painter) {
  Blank blank;
  for (const QPointer<QWidget>& widget : without)
    if (widget) blank.add(*widget);
  window.render(&painter, band.topLeft(), band);
}

}  // namespace

Portions portions_of(const std::vector<Plot*>& plots) {
  if (plots.empty()) throw Error("no plot to export", "", "a plot on screen", "");
  Portions all;
  for (Plot* plot : plots) {
    QCustomPlot& canvas = plot->canvas();
    const QPoint place(0, all.size.height());
    all.portions.push_back(painting_of(&canvas, [place] { return place; }));
    all.size = {std::max(all.size.width(), canvas.width()), all.size.height() + canvas.height()};
  }
  return all;
}

Portions portions_of(QWidget& window, const std::vector<Plot*>& plots, QWidget& surface, int bands) {
  std::vector<QPointer<QWidget>> without = {&surface};
  Portions all{window.size(), {}};
  std::vector<Painting> on_top;
  for (Plot* plot : plots) {
    QCustomPlot& canvas = plot->canvas();
    if (!in_sight(canvas)) continue;
    without.push_back(&canvas);
    on_top.push_back(painting_of(&canvas, [&canvas, &window] { return canvas.mapTo(&window, QPoint()); }));
  }
  const QSize size = window.size();
  for (int k = 0; k < bands; ++k) {
    const int top = size.height() * k / bands, end = size.height() * (k + 1) / bands;
    all.portions.push_back(
        [&window, without, size, band = QRect(0, top, size.width(), end - top)](QCPPainter& painter) {
          if (window.size() != size)
            throw Error("the window's size changed while it was painted", "", "one more try", "");
          paint_band(window, without, band, painter);
        });
  }
  std::ranges::move(on_top, std::back_inserter(all.portions));
  return all;
}

QImage canvas_for(QSize size, int scale) {
  QImage canvas(size * scale, QImage::Format_ARGB32_Premultiplied);
  if (canvas.isNull()) throw machine_error("too large a picture", std::to_string(scale), "a smaller scale");
  canvas.fill(Qt::transparent);
  return canvas;
}

void paint(const Portions::Portion& portion, int scale, QImage& canvas) {
  canvas.setDevicePixelRatio(scale);
  {
    QCPPainter painter;
    begin(painter, canvas, "");
    painter.setMode(QCPPainter::pmNoCaching);
    portion(painter);
  }
  canvas.setDevicePixelRatio(1);
}

void export_plots(const std::vector<Plot*>& plots, const QString& path, const ExportNotes& notes) {
  const Portions all = portions_of(plots);
  if (kind_of(path, plot_kinds()) == "csv") return write_csv(plots, path, notes);
  paint_vectors(path, all.size, notes, [&](QCPPainter& painter) {
    for (const Painting& portion : all.portions) portion(painter);
  });
}

void export_window(const WindowPainting& what, const QString& path, const ExportNotes& notes) {
  const Portions all = portions_of(what.window, what.plots, what.surface, 1);
  const QRect place(what.surface.mapTo(&what.window, QPoint()), what.surface.size());
  const auto paint_all = [&](QCPPainter& painter) {
    for (const Painting& portion : all.portions) portion(painter);
    painter.drawImage(place, what.picture);
  };
  paint_vectors(path, all.size, notes, paint_all, what.picture, what.picture_png);
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
