#include "app/window/presentation.h"

#include <QMouseEvent>
#include <QWidget>
#include <algorithm>

#include "app/window/side_panels.h"
#include "widgets/lecture/lecture_pane.h"
#include "widgets/picture/picture.h"
#include "widgets/plots/plots.h"

namespace ergo {
namespace {

constexpr QSizeF design{1280, 720};        // the smallest screen, in pixels
constexpr double least_letters = 18;       // pixels there
constexpr double picture_letters = 12, plots_letters = 11;  // the smallest of each at scale 1
constexpr double column_share = 0.3125;    // of the window's width
constexpr int most_plots = 3;
constexpr double least_plot = 150;         // its height, pixels of the design
constexpr int edge = 2, below_bars = 12;   // pixels from the top

}  // namespace

Presentation::Presentation(Parts parts) : QObject(&parts.window), parts_(std::move(parts)) {
  parts_.picture.surface()->installEventFilter(this);
}

double Presentation::unit() const {
  return std::min(parts_.window.width() / design.width(), parts_.window.height() / design.height());
}

double Presentation::picture_scale() const { return unit() * least_letters / picture_letters; }

double Presentation::plots_scale() const { return unit() * least_letters / plots_letters; }

void Presentation::turn(bool on) {
  if (on == on_) return;
  on_ = on;
  at_edge_ = folded_ = false;
  if (on) {
    hidden_.clear();
    for (QWidget* bar : parts_.bars)
      if (!bar->isHidden()) hidden_.push_back(bar);
    for (QWidget* bar : hidden_) bar->hide();
  } else {
    for (QWidget* bar : hidden_) bar->show();
    parts_.picture.column.reset();
  }
  parts_.plots.set_stage(on ? std::optional(most_plots) : std::nullopt);
  parts_.panels.present(on ? parts_.picture.surface()->parentWidget() : nullptr, false);
}

void Presentation::fold_caption() {
  folded_ = !folded_;
  parts_.panels.present(parts_.picture.surface()->parentWidget(), folded_);
}

void Presentation::show_bars(bool shown) {
  at_edge_ = shown;
  for (QWidget* bar : parts_.edge_bars)
    if (std::ranges::find(hidden_, bar) != hidden_.end()) bar->setVisible(shown);
}

void Presentation::lay_out() {
  if (!on_) return;
  const QRect surface = parts_.picture.surface()->geometry();
  const int plots = parts_.panels.plots_wanted() ? parts_.plots.shown() : 0;
  const double panels = parts_.picture.column_height();
  PanelColumn column{.controls = needs_ && needs_->shows("controls")};
  if (column.controls) column.paths = needs_->controls;
  if (plots > 0 || panels > 0 || column.controls) column.width = column_share * parts_.window.width();
  const double for_plots = plots > 0 ? std::max(least_plot * unit() * plots, surface.height() - panels) : 0;
  column.top = std::min<double>(surface.height(), for_plots);
  parts_.picture.column = column;
  const int left = surface.right() + 1 - qRound(column.width);
  parts_.plots.setGeometry(left, surface.top(), qRound(column.width), qRound(column.top));
  parts_.plots.setVisible(plots > 0);
  parts_.plots.raise();
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
  if (on_ && event->type() == QEvent::MouseMove) {
    const double y = static_cast<QMouseEvent*>(event)->position().y();
    if (!at_edge_ && y <= edge)
      show_bars(true);
    else if (at_edge_ && y > below_bars)
      show_bars(false);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace ergo
