#include "widgets/export/vector_export.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QPointer>
#include <QScrollArea>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>

#include "core/base/error.h"
#include "core/base/png.h"
#include "core/files/csv_file.h"
#include "core/settings/provenance.h"
#include "widgets/base/svg_device.h"
#include "widgets/plots/plot.h"

namespace ergo {
namespace {

constexpr double points_per_pixel = 72.0 / dots_per_inch;

using Drawing = Portions::Portion;

QString creator() { return "ergoscope " + QString::fromStdString(version()); }

void begin(QCPPainter& painter, QPaintDevice& device, const std::string& path) {
  if (!painter.begin(&device)) throw machine_error("cannot draw the picture", path, "");
}

std::unique_ptr<QPdfWriter> pdf_on(QBuffer& file, QSize size, const ExportNotes& notes) {
  auto writer = std::make_unique<QPdfWriter>(&file);
  writer->setTitle(notes.title);
  writer->setCreator(creator());
  writer->addFileAttachment("settings.json", notes.settings.toUtf8(), "application/json");
  writer->setResolution(dots_per_inch);
  writer->setPageSize(
      QPageSize(QSizeF(size) * points_per_pixel, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer->setPageMargins(QMarginsF());
  return writer;
}

void write_csv(const std::vector<Plot*>& plots, const QString& path, const ExportNotes& notes) {
  FileSet files;
  CsvFile file(files, path.toStdString());
  for (const char* name : {"quantity", "run", "grad_evals", "step", "seconds", "value", "error"})
    file.add(name);
  file.end_row();
  for (const Plot* plot : plots) {
    for (const auto& [run, at, value, error] : plot->rows()) {
      file.add(plot->subject().id.toStdString());
      file.add(run.toStdString());
      for (const double number : {at.gradients, at.steps, at.seconds, value, error}) file.add(number);
      file.end_row();
    }
  }
  file.describe(notes.settings.toStdString());
  files.commit();
}

/// Keeps widgets from painting themselves as long as it lives.
class HiddenWhilePainting : public QObject {
 public:
  void add(QWidget& widget) { widget.installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override { return event->type() == QEvent::Paint; }
};

bool in_sight(const QWidget& widget) {
  return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
}

}  // namespace

void throw_no_plot() { throw Error("no plot to export", "", "a plot on screen", ""); }

QString kind_of(const QString& path, const std::vector<QString>& kinds) {
  const QString kind = QFileInfo(path).suffix().toLower();
  if (std::ranges::find(kinds, kind) != kinds.end()) return kind;
  QStringList legal;
  for (const QString& known : kinds) legal.push_back("FILE." + known);
  throw Error("unknown kind of file", path.toStdString(), legal.join(", ").toStdString(), "");
}

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
Drawing drawing_of(QPointer<QCustomPlot> canvas, std::function<QPoint()> place) {
  return [canvas, place = std::move(place)](QCPPainter& painter) {
    if (!canvas) throw Error("a plot was removed during the export", "", "another try", "");
    painter.save();
    painter.translate(place());
    canvas->toPainter(&painter, canvas->width(), canvas->height());
    painter.restore();
  };
}

/// Paints the part of a window within a band, except for some widgets. Vector devices do not clip the texts
/// of widgets: scrolled contents are painted on their own, within a clip of the painter.
void paint_band(QWidget& window, const std::vector<QPointer<QWidget>>& without, const QRect& band,
                QCPPainter& painter) {
  HiddenWhilePainting blank;
  for (const QPointer<QWidget>& widget : without)
    if (widget) blank.add(*widget);
  QRegion rest = band;
  for (QScrollArea* area : window.findChildren<QScrollArea*>()) {
    if (!area->isVisible()) continue;
    QWidget& contents = *area->viewport();
    const QPoint corner = contents.mapTo(&window, QPoint());
    const QRect part = QRect(corner, contents.size()) & band;
    if (part.isEmpty()) continue;
    rest -= part;
    painter.save();
    painter.setClipRect(part);
    contents.render(&painter, part.topLeft(), part.translated(-corner));
    painter.restore();
  }
  window.render(&painter, rest.boundingRect().topLeft(), rest);
}

}  // namespace

Portions portions_of(QWidget& window, const std::vector<Plot*>& plots, QWidget& surface, int bands) {
  std::vector<QPointer<QWidget>> without = {&surface};
  Portions all{window.size(), {}};
  std::vector<Drawing> on_top;
  for (Plot* plot : plots) {
    QCustomPlot& canvas = plot->canvas();
    if (!in_sight(canvas)) continue;
    without.push_back(&canvas);
    on_top.push_back(drawing_of(&canvas, [&canvas, &window] { return canvas.mapTo(&window, QPoint()); }));
  }
  const QSize size = window.size();
  for (int k = 0; k < bands; ++k) {
    const int top = size.height() * k / bands, end = size.height() * (k + 1) / bands;
    all.portions.push_back(
        [&window, without, size, band = QRect(0, top, size.width(), end - top)](QCPPainter& painter) {
          if (window.size() != size)
            throw Error("the window was resized during the export", "", "another try", "");
          paint_band(window, without, band, painter);
        });
  }
  std::ranges::move(on_top, std::back_inserter(all.portions));
  return all;
}

QImage canvas_for(QSize size, int scale) {
  QImage canvas(size * scale, QImage::Format_ARGB32_Premultiplied);
  if (canvas.isNull()) throw machine_error("picture too large:", std::to_string(scale), "a smaller scale");
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

struct VectorPage::Parts {
  std::string path;
  QBuffer file;
  std::unique_ptr<QPdfWriter> pdf;  // one of the two
  std::unique_ptr<SvgDevice> svg;
  QCPPainter painter;
};

VectorPage::VectorPage(const QString& path, QSize size, const ExportNotes& notes)
    : parts_(std::make_unique<Parts>()) {
  parts_->path = path.toStdString();
  parts_->file.open(QIODevice::WriteOnly);
  if (kind_of(path, {"svg", "pdf"}) == "pdf") {
    parts_->pdf = pdf_on(parts_->file, size, notes);
    begin(parts_->painter, *parts_->pdf, parts_->path);
  } else {
    parts_->svg = std::make_unique<SvgDevice>(size, notes.title, notes.settings);
    begin(parts_->painter, *parts_->svg, parts_->path);
  }
  parts_->painter.setModes(QCPPainter::PainterModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching));
}

VectorPage::~VectorPage() = default;

void VectorPage::paint(const Portions::Portion& portion) { portion(parts_->painter); }

void VectorPage::draw(const QImage& picture, const QRect& place,
                      const std::function<void(double share)>& progress) {
  if (parts_->svg) parts_->svg->know(picture, png_of(picture, progress));
  parts_->painter.drawImage(place, picture);
}

void VectorPage::end() { parts_->painter.end(); }

void VectorPage::write() {
  const QByteArray text = parts_->svg ? parts_->svg->text() : parts_->file.data();
  write_file(parts_->path, {text.constData(), static_cast<std::size_t>(text.size())});
}

void export_csv(const std::vector<Plot*>& plots, const QString& path, const ExportNotes& notes) {
  if (plots.empty()) throw_no_plot();
  write_csv(plots, path, notes);
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
