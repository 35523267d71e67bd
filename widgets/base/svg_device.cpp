#include "widgets/base/svg_device.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <algorithm>

namespace ergo {
namespace {

QByteArray number(double value) { return QByteArray::number(value, 'g', 7); }

QByteArray path_data(const QPainterPath& path) {
  QByteArray data;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element& e = path.elementAt(i);
    if (e.type == QPainterPath::MoveToElement) data += 'M';
    if (e.type == QPainterPath::LineToElement) data += 'L';
    if (e.type == QPainterPath::CurveToElement) data += 'C';
    data += number(e.x) + ' ' + number(e.y) + ' ';
  }
  return data;
}

QColor colour_of(const QBrush& brush) {
  const QGradient* gradient = brush.gradient();
  return gradient && !gradient->stops().isEmpty() ? gradient->stops().front().second : brush.color();
}

QByteArray paint(const char* what, const QColor& colour) {
  QByteArray words = QByteArray(" ") + what + "=\"" + colour.name().toLatin1() + '"';
  if (colour.alpha() < 255) words += QByteArray(" ") + what + "-opacity=\"" + number(colour.alphaF()) + '"';
  return words;
}

QByteArray encoded(const QImage& image) {
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  image.save(&file, "PNG");
  return file.data();
}

}  // namespace

class SvgDevice::Engine : public QPaintEngine {
 public:
  Engine()
      : QPaintEngine(AllFeatures & ~PaintEngineFeatures(PatternBrush | PerspectiveTransform | PorterDuff |
                                                        BlendModes | RasterOpModes | ConicalGradientFill)) {}
  const QByteArray& body() const { return body_; }
  void know(qint64 image, const QByteArray& png) {
    known_ = image;
    known_png_ = png;
  }

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return QPaintEngine::User; }

  void updateState(const QPaintEngineState& state) override {
    const auto dirty = state.state();
    if (dirty & DirtyTransform) transform_ = state.transform();
    if (dirty & DirtyPen) pen_ = state.pen();
    if (dirty & DirtyBrush) brush_ = state.brush();
    if (dirty & DirtyOpacity) opacity_ = state.opacity();
    if (dirty & DirtyClipPath) clip(state.clipPath(), state.clipOperation());
    if (dirty & DirtyClipRegion) {
      QPainterPath region;
      region.addRegion(state.clipRegion());
      clip(region, state.clipOperation());
    }
    if (dirty & DirtyClipEnabled) enabled_ = state.isClipEnabled();
  }

  void drawPath(const QPainterPath& path) override { draw(path, brush_); }

  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    if (mode != PolylineMode) path.closeSubpath();
    draw(path, mode == PolylineMode ? QBrush(Qt::NoBrush) : brush_);
  }

  void drawPixmap(const QRectF& place, const QPixmap& pixmap, const QRectF& part) override {
    drawImage(place, pixmap.toImage(), part, Qt::AutoColor);
  }

  void drawImage(const QRectF& place, const QImage& image, const QRectF& part,
                 Qt::ImageConversionFlags) override {
    const bool known = image.cacheKey() == known_ && part == QRectF(image.rect());
    open("image");
    body_ += transformed() + " x=\"" + number(place.x()) + "\" y=\"" + number(place.y()) + "\" width=\"" +
             number(place.width()) + "\" height=\"" + number(place.height()) +
             "\" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64," +
             (known ? known_png_ : encoded(image.copy(part.toAlignedRect()))).toBase64() + "\"/>";
    close();
  }

  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QFont font = item.font();
    const double size = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * dots_per_inch / 72;
    open("text");
    body_ += transformed() + " xml:space=\"preserve\" x=\"" + number(at.x()) + "\" y=\"" + number(at.y()) +
             "\" font-family=\"" + font.families().join(", ").toHtmlEscaped().toUtf8() + "\" font-size=\"" +
             number(size) + "\" font-weight=\"" + QByteArray::number(font.weight()) + '"' +
             (font.italic() ? " font-style=\"italic\"" : "") + paint("fill", pen_.color()) + '>' +
             item.text().toHtmlEscaped().toUtf8() + "</text>";
    close();
  }

 private:
  void clip(const QPainterPath& path, Qt::ClipOperation operation) {
    const QPainterPath placed = transform_.map(path);
    clip_ = operation == Qt::IntersectClip && clipped_ ? clip_.intersected(placed) : placed;
    clipped_ = operation != Qt::NoClip;
    clip_id_ = 0;
  }

  bool clipping() const { return clipped_ && enabled_; }

  /// Begins an element within the clip, which is written down when it is first needed.
  void open(const char* element) {
    if (clipping() && clip_id_ == 0) {
      clip_id_ = ++clips_;
      body_ += "<clipPath id=\"c" + QByteArray::number(clip_id_) + "\"><path d=\"" + path_data(clip_) +
               "\"/></clipPath>\n";
    }
    if (clipping()) body_ += "<g clip-path=\"url(#c" + QByteArray::number(clip_id_) + ")\">";
    body_ += QByteArray("<") + element;
    if (opacity_ < 1) body_ += " opacity=\"" + number(opacity_) + '"';
  }
  void close() { body_ += clipping() ? "</g>\n" : "\n"; }

  QByteArray transformed() const {
    if (transform_.isIdentity()) return {};
    QByteArray words = " transform=\"matrix(";
    for (const double entry : {transform_.m11(), transform_.m12(), transform_.m21(), transform_.m22(),
                               transform_.dx(), transform_.dy()})
      words += number(entry) + ' ';
    return words + ")\"";
  }

  void draw(const QPainterPath& path, const QBrush& brush) {
    if (path.isEmpty() || (brush.style() == Qt::NoBrush && pen_.style() == Qt::NoPen)) return;
    open("path");
    body_ += transformed() + " d=\"" + path_data(path) + '"' +
             (brush.style() == Qt::NoBrush ? QByteArray(" fill=\"none\"") : paint("fill", colour_of(brush))) +
             (path.fillRule() == Qt::OddEvenFill ? " fill-rule=\"evenodd\"" : "") + stroke() + "/>";
    close();
  }

  QByteArray stroke() const {
    if (pen_.style() == Qt::NoPen) return {};
    const double width = std::max(pen_.widthF(), 1.0);
    QByteArray words = paint("stroke", colour_of(pen_.brush())) + " stroke-width=\"" + number(width) + '"';
    if (pen_.isCosmetic()) words += " vector-effect=\"non-scaling-stroke\"";
    if (pen_.style() != Qt::SolidLine) {
      words += " stroke-dasharray=\"";
      for (const double length : pen_.dashPattern()) words += number(length * width) + ' ';
      words += '"';
    }
    const char* const caps[] = {"butt", "square", "round"};
    const int cap = pen_.capStyle() == Qt::FlatCap ? 0 : pen_.capStyle() == Qt::SquareCap ? 1 : 2;
    return words + " stroke-linecap=\"" + caps[cap] + "\" stroke-linejoin=\"" +
           (pen_.joinStyle() == Qt::RoundJoin ? "round" : "bevel") + '"';
  }

  QByteArray body_, known_png_;
  qint64 known_ = 0;  ///< cache key of the image
  QTransform transform_;
  QPen pen_;
  QBrush brush_;
  QPainterPath clip_;
  double opacity_ = 1;
  bool clipped_ = false;  ///< there is a clip
  bool enabled_ = true;   ///< and it counts
  int clips_ = 0, clip_id_ = 0;
};

SvgDevice::SvgDevice(QSize size, const QString& title, const QString& description)
    : size_(size), title_(title), description_(description), engine_(std::make_unique<Engine>()) {}

SvgDevice::~SvgDevice() = default;

void SvgDevice::know(const QImage& image, const QByteArray& png) { engine_->know(image.cacheKey(), png); }

QPaintEngine* SvgDevice::paintEngine() const { return engine_.get(); }

QByteArray SvgDevice::text() const {
  const QByteArray width = QByteArray::number(size_.width()), height = QByteArray::number(size_.height());
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
         "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"" +
         width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n<title>" +
         title_.toHtmlEscaped().toUtf8() + "</title>\n<desc>" + description_.toHtmlEscaped().toUtf8() +
         "</desc>\n" + engine_->body() + "</svg>\n";
}

int SvgDevice::metric(PaintDeviceMetric which) const {
  switch (which) {
    case PdmWidth:
      return size_.width();
    case PdmHeight:
      return size_.height();
    case PdmWidthMM:
      return qRound(size_.width() * 25.4 / dots_per_inch);
    case PdmHeightMM:
      return qRound(size_.height() * 25.4 / dots_per_inch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return dots_per_inch;
    case PdmDepth:
      return 32;
    case PdmNumColors:
      return 0x7fffffff;
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return qRound(devicePixelRatioFScale());
    default:
      return QPaintDevice::metric(which);
  }
}

}  // namespace ergo
