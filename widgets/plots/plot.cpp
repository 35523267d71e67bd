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

constexpr double shown_below = 30;   // how far below the band's upper end a logarithmic axis reaches
constexpr double far_below = 1e-30;  // zero, on a logarithmic axis

QCPItemStraightLine* straight(QCustomPlot* canvas, QPointF a, QPointF b) {
  auto* line = new QCPItemStraightLine(canvas);
  line->point1->setCoords(a);
  line->point2->setCoords(b);
  line->setSelectable(false);
  return line;
}

/// A linear axis for these values: some room around them; where they are but one, some around that.
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
  add_title();
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
  if (event->type() == QEvent::Resize) fit_legend();
  if (palette_ && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
    title_->setTextColor(to_qt(event->type() == QEvent::FocusIn ? palette_->accent : palette_->text));
    canvas_->replot(QCustomPlot::rpQueuedReplot);
  }
  return QWidget::eventFilter(watched, event);
}

void Plot::add_title() {
  auto* row = new QCPLayoutGrid;
  canvas_->plotLayout()->insertRow(0);
  canvas_->plotLayout()->addElement(0, 0, row);
  canvas_->plotLayout()->setRowSpacing(0);
  title_ = new QCPTextElement(canvas_, subject_.title);
  title_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  value_ = new QCPTextElement(canvas_);
  value_->setTextFlags(Qt::AlignRight | Qt::AlignVCenter);
  row->addElement(0, 0, title_);
  row->addElement(0, 1, value_);
  // The value takes the room it needs, the title the rest: neither makes the plot wider than its column.
  title_->setMinimumSize(1, 0);
  row->setColumnStretchFactor(1, 1e-3);
  // Words on the axes would hide the curves, which come near to what theory says.
  legend_ = new QCPTextElement(canvas_);
  legend_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  legend_->setMinimumSize(1, 0);
  canvas_->plotLayout()->insertRow(1);
  canvas_->plotLayout()->addElement(1, 0, legend_);
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
  title_->setText(subject_.title);
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

QString Plot::legend() const { return legend_words_.join("   "); }

void Plot::show_legend() {
  legend_words_.clear();
  if (!reference_words().isEmpty()) legend_words_ << tr("dashed: %1").arg(reference_words());
  if (band_->visible() && !subject_.band_label.isEmpty())
    legend_words_ << tr("grey: %1").arg(subject_.band_label);
  fit_legend();
}

/// One line, or one each; words that are too long even so are told under the pointer.
void Plot::fit_legend() {
  const QFontMetrics face(legend_->font());
  const QMargins margins = legend_->margins();
  const int room = canvas_->width() - margins.left() - margins.right();
  const bool beside = face.horizontalAdvance(legend()) <= room;
  QStringList lines = beside ? QStringList(legend()) : legend_words_;
  for (QString& line : lines) line = face.elidedText(line, Qt::ElideRight, room);
  legend_->setText(lines.join('\n'));
}

void Plot::set_reference(double value, const QString& label) {
  subject_.reference = value;
  reference_->point1->setCoords(0, value);
  reference_->point2->setCoords(1, value);
  subject_.reference_label = label;
  reference_->setVisible(true);
  show_legend();
}

void Plot::show_runs(const std::vector<PlottedRun>& runs) {
  runs_ = runs;
  focus_ = std::clamp(focus_, 0, static_cast<int>(runs.size()) - 1);
  series_.resize(std::min(series_.size(), runs.size()));
  while (series_.size() < runs.size()) series_.push_back(std::make_unique<PlotSeries>(canvas_, ""));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    series_[i]->set_name(runs[i].name);
    series_[i]->set_sampler(runs[i].sampler);
  }
  for (const auto& series : series_) series->set_axes(abscissa_, logarithmic_x_, logarithmic_y_);
  tint();
}

void Plot::set_focus(int run) {
  focus_ = run;
  show_value();
}

void Plot::append(int run, const Moment& at, double value, double error) {
  if (std::isfinite(value)) series_[static_cast<std::size_t>(run)]->append(at, value, error);
}

void Plot::append_spread(int run, const Moment& at, double mean, double sd) {
  series_[static_cast<std::size_t>(run)]->append_spread(at, mean, sd);
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

void Plot::mark(int run, const Moment& at) { series_[static_cast<std::size_t>(run)]->mark(at); }

void Plot::cut(int run, double gradients) {
  series_[static_cast<std::size_t>(run)]->truncate(gradients);
  if (gradients >= 0) return;
  if (run != focus_) return;
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
  // A point alone is not cut in two by the edge.
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
  if (following_) follow_data();
  canvas_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace ergo
