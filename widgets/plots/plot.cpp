#include "widgets/plots/plot.h"

#include <qcustomplot.h>

#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/unit/registry.h"
#include "widgets/base/numbers.h"
#include "widgets/base/theme.h"

namespace ergo {
namespace {

constexpr double plot_height = 144, plot_height_on_stage = 60;  // at scale 1
constexpr double shown_below = 30;   // how far below the band's upper end a logarithmic axis reaches
constexpr double far_below = 1e-30;  // zero, on a logarithmic axis

QCPItemStraightLine* straight(QCustomPlot* canvas, QPointF a, QPointF b) {
  auto* line = new QCPItemStraightLine(canvas);
  line->point1->setCoords(a);
  line->point2->setCoords(b);
  line->setSelectable(false);
  return line;
}

/// The range of a linear axis for these values, with a margin also around a single one.
QCPRange with_margin(QCPRange y) {
  const double middle = std::abs(y.center()), one_value = middle > 0 ? 0.1 * middle : 1;
  const double margin = y.size() > 1e-12 * middle ? 0.08 * y.size() : one_value;
  return {y.lower - margin, y.upper + margin};
}

}  // namespace

Plot::Plot(PlotSubject subject, QWidget* parent)
    : QWidget(parent), subject_(std::move(subject)), logarithmic_y_(subject_.logarithmic) {
  setObjectName("plot." + subject_.id);
  canvas_ = new QCustomPlot(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(canvas_);
  heading_ = new PlotHeading(canvas_);
  add_items();
  label_axes();
  canvas_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  canvas_->setFocusPolicy(Qt::StrongFocus);  // the menu key opens its menu
  canvas_->installEventFilter(this);
  const auto taken = [this] { following_ = false; };
  connect(canvas_, &QCustomPlot::mouseWheel, this, taken);
  connect(canvas_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
      following_ = false;
    else
      hover(event->position().toPoint(), event->globalPosition().toPoint());
  });
  connect(canvas_, &QCustomPlot::mouseDoubleClick, this, [this] {
    following_ = true;
    refresh();
  });
}

Plot::~Plot() {
  // Curves take their graphs off the canvas, which the base class destroys later.
  series_.clear();
  ghosts_.clear();
}

QWidget& Plot::surface() { return *canvas_; }

bool Plot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
    heading_->set_highlighted(event->type() == QEvent::FocusIn);
    canvas_->replot(QCustomPlot::rpQueuedReplot);
  }
  return QWidget::eventFilter(watched, event);
}

void Plot::add_items() {
  canvas_->yAxis2->setRange(0, 1);
  canvas_->setPlottingHint(QCP::phFastPolylines);
  band_ = new QCPItemRect(canvas_);
  band_->setSelectable(false);
  band_->setVisible(false);
  band_->setLayer("background");
  for (auto* corner : {band_->topLeft, band_->bottomRight})
    corner->setTypeX(QCPItemPosition::ptAxisRectRatio);
  reference_ = straight(canvas_, {0, 0}, {1, 0});
  now_ = straight(canvas_, {0, 1}, {0, 2});
  now_->setVisible(false);
  show_subject();
}

void Plot::show_subject() {
  canvas_->setWhatsThis(subject_.help);
  canvas_->setAccessibleName(subject_.title);
  heading_->set_title(subject_.title);
  banded_ = false;
  band_->setVisible(false);
  reference_->setVisible(false);
  show_legend();
  if (subject_.reference) set_reference(*subject_.reference, subject_.reference_label);
  if (subject_.band) set_band(subject_.band->low, subject_.band->high);
}

void Plot::describe(const PlotSubject& subject) {
  const auto words = [](const PlotSubject& s) {
    return std::tie(s.title, s.ordinate, s.help, s.reference_label, s.band_label);
  };
  if (words(subject) == words(subject_)) return;
  subject_ = subject;
  show_subject();
  label_axes();
}

QString Plot::reference_words() const { return reference_->visible() ? subject_.reference_label : QString(); }

void Plot::show_legend() {
  QStringList words;
  if (!reference_words().isEmpty()) words << tr("dashed: %1").arg(reference_words());
  if (band_->visible() && !subject_.band_label.isEmpty()) words << tr("grey: %1").arg(subject_.band_label);
  heading_->set_legend(words);
}

void Plot::set_reference(double value, const QString& label) {
  subject_.reference = value;
  reference_->point1->setCoords(0, value);
  reference_->point2->setCoords(1, value);
  subject_.reference_label = label;
  reference_->setVisible(true);
  show_legend();
}

void Plot::show_runs(const std::vector<PlottedRun>& runs, bool over_a_cycle) {
  runs_ = runs;
  over_a_cycle_ = over_a_cycle;
  focus_ = std::clamp(focus_, 0, static_cast<int>(runs.size()) - 1);
  series_.resize(std::min(series_.size(), runs.size()));
  while (series_.size() < runs.size())
    series_.push_back(std::make_unique<PlotSeries>(canvas_, subject_.id.toStdString()));
  for (std::size_t i = 0; i < runs.size(); ++i)
    series_[i]->show(runs[i].history, runs[i].name, runs[i].sampler);
  set_series_axes();
  colour_series();
  show_value();
}

void Plot::show_kept(const std::vector<KeptCurves>& kept) {
  ghosts_.clear();
  for (const KeptCurves& run : kept) {
    if (run.history->curve(subject_.id.toStdString()).points.empty()) continue;
    ghosts_.push_back(std::make_unique<PlotSeries>(canvas_, subject_.id.toStdString()));
    ghosts_.back()->show(run.history, QString::fromStdString(run.name), "");
  }
  set_series_axes();
  colour_series();
  refresh();
}

void Plot::set_focus(int run) {
  focus_ = run;
  show_value();
}

void Plot::set_band(double low, double high) {
  if (banded_ && low == band_low_ && high == band_high_) return;
  banded_ = true;
  band_low_ = low;
  band_high_ = high;
  band_->topLeft->setCoords(0, high);
  band_->bottomRight->setCoords(1, logarithmic_y_ ? std::max(low, far_below) : low);
  band_->setVisible(high > low);
  show_legend();
}

void Plot::follow_beginning() {
  bool anew = false;
  for (std::size_t i = 0; i < series_.size(); ++i)
    if (series_[i]->has_begun_anew()) anew |= static_cast<int>(i) == focus_;
  if (!anew) return;
  show_value();
  banded_ = false;
  band_->setVisible(false);
  show_legend();
  if (subject_.band) set_band(subject_.band->low, subject_.band->high);
  following_ = true;
}

void Plot::follow_data() {
  double end = 0, low = 0, high = 0;
  bool found = false;
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all) {
      end = std::max(end, series->end());
      double y_low = 0, y_high = 0;
      if (!series->range(y_low, y_high)) continue;
      low = found ? std::min(low, y_low) : y_low;
      high = found ? std::max(high, y_high) : y_high;
      found = true;
    }
  const double least = abscissa_ == Abscissa::seconds ? 0.01 : 10;
  // Room for a single point, which would else be cut by the edge.
  const double room =
      std::ranges::any_of(series_, [](const auto& series) { return series->alone(); }) ? 1.04 : 1;
  canvas_->xAxis->setRange(logarithmic_x_ ? least / 10 : 0, room * std::max(end, least));
  QCPRange y = found ? QCPRange(low, high) : logarithmic_y_ ? QCPRange(1e-4, 1) : QCPRange(0, 1);
  const auto hold = [&](double value) {
    if (!logarithmic_y_ || value > 0) y.expand(QCPRange(value, value));
  };
  if (subject_.reference) hold(*subject_.reference);
  if (banded_) hold(band_high_);
  if (banded_ && !logarithmic_y_) hold(band_low_);
  if (logarithmic_y_) {
    const double floor = banded_ ? band_high_ / shown_below : y.upper * 1e-6;
    y = QCPRange(banded_ ? floor : std::max(y.lower / 1.5, floor), y.upper * 2);
  } else {
    y = with_margin(y);
  }
  canvas_->yAxis->setRange(y);
}

void Plot::refresh() {
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all) series->update();
  if (following_) follow_data();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

void Plot::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  QFont face("Inter");
  face.setPixelSize(qRound(11 * factor));
  canvas_->setBackground(QBrush(to_qt(palette.panel)));
  heading_->set_theme(palette, factor, face);
  colour_axes(face);
  const QColor secondary = to_qt(palette.secondary);
  QColor truth = secondary;
  truth.setAlphaF(0.25);
  band_->setBrush(truth);
  band_->setPen(Qt::NoPen);
  QColor dashes = secondary;
  dashes.setAlphaF(0.7);
  reference_->setPen(QPen(dashes, 1, Qt::DashLine));
  now_->setPen(QPen(to_qt(palette.accent), 1.5));
  colour_series();
  setMinimumHeight(qRound((on_stage_ ? plot_height_on_stage : plot_height) * factor));
  if (isVisible()) refresh();
}

void Plot::set_stage(bool on, bool last) {
  if (std::exchange(on_stage_, on) == on && names_abscissa_ == (!on || last)) return;
  names_abscissa_ = !on || last;
  label_axes();
  if (palette_) set_theme(*palette_, factor_);
}

QString Plot::abscissa_name() const {
  const QString words[] = {tr("gradient evaluations"), tr("steps"), tr("compute time (s)")};
  return words[static_cast<int>(abscissa_)];
}

void Plot::label_axes() {
  canvas_->xAxis->setLabel(names_abscissa_ ? abscissa_name() : QString());
  canvas_->yAxis->setLabel(subject_.ordinate);
  const auto scale = [](QCPAxis* axis, bool logarithmic) {
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    axis->setNumberFormat(logarithmic ? "eb" : "gb");
    axis->setNumberPrecision(logarithmic ? 0 : 6);
  };
  scale(canvas_->xAxis, logarithmic_x_);
  scale(canvas_->yAxis, logarithmic_y_);
}

void Plot::set_axes() {
  label_axes();
  set_series_axes();
  if (palette_) set_theme(*palette_, factor_);
  refresh();
}

void Plot::set_series_axes() {
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all)
      series->set_axes(abscissa_, logarithmic_x_, logarithmic_y_, over_a_cycle_);
}

void Plot::set_abscissa(Abscissa abscissa) {
  abscissa_ = abscissa;
  set_axes();
}

void Plot::set_logarithmic_x(bool on) {
  logarithmic_x_ = on;
  set_axes();
}

void Plot::set_logarithmic_y(bool on) {
  logarithmic_y_ = on;
  set_axes();
}

void Plot::colour_axes(const QFont& face) {
  const QColor words = to_qt(palette_->secondary), grid = to_qt(palette_->hairline);
  for (QCPAxis* axis : {canvas_->xAxis, canvas_->yAxis}) {
    axis->setTickLabelFont(face);
    axis->setLabelFont(face);
    axis->setTickLabelColor(words);
    axis->setLabelColor(words);
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLength(0);
    axis->setTickLabelPadding(qRound(4 * factor_));
    axis->setLabelPadding(qRound((axis == canvas_->yAxis ? 7 : 2) * factor_));
    axis->grid()->setPen(QPen(grid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->ticker()->setTickCount(axis == canvas_->yAxis && logarithmic_y_ ? 3 : 4);
  }
  canvas_->xAxis->grid()->setVisible(false);
}

void Plot::colour_series() {
  if (!palette_) return;
  const double width = palette_->line_width * std::max(1.0, factor_ / 1.2);
  const auto of_sampler = [palette = palette_](const std::string& id) {
    return sampler_colour(id, *palette);
  };
  for (std::size_t i = 0; i < series_.size(); ++i)
    series_[i]->set_style(
        {runs_[i].colour, width, runs_[i].dash, false, static_cast<int>(series_.size()), of_sampler});
  for (const auto& ghost : ghosts_) ghost->set_style({palette_->secondary, width, 0, true, 1, {}});
}

QString Plot::value_words(double value, double error) const {
  if (!std::isfinite(value)) return {};
  return QString::fromStdString(!std::isfinite(error) ? significant(value, 4)
                                : logarithmic_y_      ? scientific_with_error(value, error)
                                                      : with_error(value, error));
}

void Plot::show_value() {
  const PlotSeries& shown = series(focus_);
  const CurvePoint* here = now_->visible() ? shown.nearest(now_->point1->coords().x()) : nullptr;
  const Estimate value = here ? shown.shown(*here) : shown.last();
  heading_->set_value(value_words(value.value, value.error));
}

void Plot::tell(double value, double error) { heading_->set_value(value_words(value, error)); }

void Plot::show_now(const Moment& at) {
  const double x = at.on(abscissa_);
  const bool behind = x < series(focus_).end() * (1 - 1e-9);
  if (behind == now_->visible() && (!behind || now_->point1->coords().x() == x)) return;
  now_->point1->setCoords(x, 1);
  now_->point2->setCoords(x, 2);
  now_->setVisible(behind);
  show_value();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

QString Plot::reading(double x) const {
  const QString place =
      tr("%1 at %2 %3")
          .arg(subject_.title, QString::fromStdString(significant(x, 4)), abscissa_name());
  QString rows = "<b>" + place.toHtmlEscaped() + "</b>";
  const auto add = [&](Estimate value, Colour colour, const QString& name) {
    if (std::isfinite(value.value))
      rows += QString("<br><span style='color:%1'>●</span> %2: %3")
                  .arg(to_qt(colour).name(), name.toHtmlEscaped(), value_words(value.value, value.error));
  };
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const CurvePoint* here = series_[i]->nearest(x);
    if (!here) continue;
    const bool other = palette_ && series_[i]->earlier(*here);
    add(series_[i]->shown(*here), other ? sampler_colour(series_[i]->maker(*here), *palette_) : runs_[i].colour,
        maker(static_cast<int>(i), *here));
  }
  for (const auto& ghost : ghosts_)
    if (const CurvePoint* here = ghost->nearest(x))
      add(ghost->shown(*here), palette_ ? palette_->secondary : 0, ghost->name());
  return rows + "<br>" + subject_.help.toHtmlEscaped();
}

QString Plot::maker(int run, const CurvePoint& value) const {
  const PlotSeries& shown = series(run);
  if (!shown.earlier(value)) return shown.name();
  return QString::fromStdString(sampler_unit(shown.maker(value)).descriptor.title);
}

void Plot::hover(QPoint at, QPoint on_screen) {
  if (canvas_->axisRect()->rect().contains(at))
    QToolTip::showText(on_screen, reading(canvas_->xAxis->pixelToCoord(at.x())), canvas_);
  else
    QToolTip::showText(on_screen, wrapped((heading_->legend() + QStringList(subject_.help)).join("\n\n")),
                       canvas_);
}

}  // namespace ergo
