#include "widgets/plots/plot.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/figures/metrics_curves.h"
#include "widgets/base/numbers.h"
#include "widgets/base/theme.h"

namespace ergo {
namespace {

constexpr double plot_height = 144, plot_height_on_stage = 60;  // at scale 1

QCPItemStraightLine* straight(QCustomPlot* canvas, QPointF a, QPointF b) {
  auto* line = new QCPItemStraightLine(canvas);
  line->point1->setCoords(a);
  line->point2->setCoords(b);
  line->setSelectable(false);
  return line;
}

}  // namespace

Plot::Plot(PlotSubject subject, QWidget* parent)
    : QWidget(parent),
      subject_(std::move(subject)),
      canvas_(new QCustomPlot(this)),
      axes_(*canvas_),
      end_labels_(*canvas_),
      logarithmic_y_(subject_.logarithmic) {
  setObjectName("plot." + subject_.id);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(canvas_);
  heading_ = new PlotHeading(canvas_);
  add_items();
  set_axes();
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
  reference_->setVisible(false);
  band_high_ = 0;
  remove_band();
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
  set_axes();
}

QString Plot::reference_words() const { return reference_->visible() ? subject_.reference_label : QString(); }

void Plot::show_legend() {
  QStringList words;
  if (!reference_words().isEmpty()) words << tr("dashed: %1").arg(reference_words());
  if (band_->visible() && !subject_.band_label.isEmpty()) words << tr("grey: %1").arg(band_words());
  if (subject_.id.startsWith("learned_"))
    words << tr("thin: %1").arg(QString::fromStdString(thin_words(subject_.id.toStdString())));
  heading_->set_legend(words);
}

QString Plot::band_words() const { return subject_.band_label + (band_of_.isEmpty() ? "" : ", ") + band_of_; }

void Plot::set_reference(double value, const QString& label) {
  subject_.reference = value;
  subject_.reference_label = label;
  reference_->setVisible(true);
  place_items();
  show_legend();
}

void Plot::forget_reference() {
  subject_.reference.reset();
  subject_.reference_label.clear();
  reference_->setVisible(false);
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

void Plot::set_band(double low, double high, const QString& of) {
  if (!(high > low)) {
    if (banded_) remove_band();
    return;
  }
  if (banded_ && low == band_low_ && high == band_high_ && of == band_of_) return;
  banded_ = true;
  band_of_ = of;
  band_low_ = low;
  band_high_ = high;
  band_->setVisible(true);
  set_axes();
  show_legend();
}

void Plot::remove_band() {
  banded_ = false;
  band_->setVisible(false);
  set_axes();
  show_legend();
}

void Plot::follow_beginning() {
  bool anew = false;
  for (std::size_t i = 0; i < series_.size(); ++i)
    if (series_[i]->has_begun_anew()) anew |= static_cast<int>(i) == focus_;
  if (!anew) return;
  show_value();
  remove_band();
  if (subject_.band) set_band(subject_.band->low, subject_.band->high);
  following_ = true;
}

void Plot::refresh() {
  for (const Series* all : {&series_, &ghosts_})
    for (const auto& series : *all) series->update();
  if (following_) follow_data();
  label_ends();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

void Plot::label_ends() {
  std::vector<EndLabels::Label> labels;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const double place = axes_.vertical().place(series_[i]->last().value);
    if (runs_[i].distinction.isEmpty() || std::isnan(place)) continue;
    labels.push_back({runs_[i].distinction, to_qt(runs_[i].colour), place});
  }
  end_labels_.show(std::move(labels), canvas_->xAxis->tickLabelFont());
}

void Plot::set_theme(const Palette& palette, double factor) {
  palette_ = &palette;
  factor_ = factor;
  QFont face("Inter");
  face.setPixelSize(qRound(11 * factor));
  canvas_->setBackground(QBrush(to_qt(palette.panel)));
  heading_->set_theme(palette, factor, face);
  axes_.set_theme(palette, factor, face);
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
  heading_->set_brief(on);
  label_axes();
  if (!series_.empty()) show_value();
  if (palette_) set_theme(*palette_, factor_);
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
  if (on_stage_) return QString::fromStdString(significant(value, 3));
  if (!std::isfinite(error)) return QString::fromStdString(significant(value, 4));
  const bool scientific = logarithmic_y_ && subject_.base == 0;
  return QString::fromStdString(scientific ? scientific_with_error(value, error) : with_error(value, error));
}

void Plot::show_value() {
  const PlotSeries& shown = series(focus_);
  const CurvePoint* here = now_->visible() ? shown.nearest(now_at_) : nullptr;
  const Estimate value = here ? shown.shown(*here) : shown.last();
  tell(value.value, value.error);
}

void Plot::tell(double value, double error) { heading_->set_value(value_words(value, error)); }

void Plot::show_now(const Moment& at) {
  const double x = at.on(abscissa_);
  const bool behind = x < end() * (1 - 1e-9);
  if (behind == now_->visible() && (!behind || now_at_ == x)) return;
  now_at_ = x;
  now_->setVisible(behind);
  place_items();
  show_value();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace ergo
