#include "app/window/side_panels.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/settings/lecture.h"
#include "core/settings/outline.h"
#include "core/unit/registry.h"
#include "widgets/lecture/lecture_pane.h"
#include "widgets/presets/thumbnails.h"

namespace ergo {

// Widths at scale 1; captions want longer lines than cards.
constexpr double presets_width = 236, lecture_width = 300;
constexpr double thumbnail_width = 60;
constexpr int thumbnail_delay = 700;  // ms of rest before the first is rendered

namespace {

/// Titles of a target or a sampler, to be found by.
const std::string& title_of(const std::string& id) {
  for (const TargetUnit& unit : targets())
    if (unit.descriptor.id == id) return unit.descriptor.title;
  return sampler_unit(id).descriptor.title;
}

BrowserEntry entry_of(const std::string& name, const Outline& outline, std::string words) {
  const QString story = QString::fromStdString(outline.story);
  return {.name = name,
          .title = QString::fromStdString(outline.title),
          .story = story,
          .tooltip = story,
          .group = QString::fromStdString(outline.group),
          .words = QString::fromStdString(words)};
}

BrowserEntry preset_entry(const std::string& name, int index) {
  const Outline outline = preset_outline(name);
  std::string words = name + ' ' + outline.group;
  for (const std::string& id : outline.units) words += ' ' + id + ' ' + title_of(id);
  BrowserEntry entry = entry_of(name, outline, words);
  if (index < 9) entry.tooltip += QObject::tr("\nKey: %1").arg(index + 1);
  return entry;
}

BrowserEntry lecture_entry(const std::string& name) {
  const Outline outline = lecture_outline(name);
  std::string words = name + " lecture";
  for (const std::string& cue : outline.cues) words += ' ' + cue;
  return entry_of(name, outline, words);
}

}  // namespace

SidePanels::SidePanels(QMainWindow& window, const std::vector<std::string>& presets, LecturePane& lecture)
    : QObject(&window), window_(window), presets_(new PresetBrowser), plots_(new Plots), lecture_(lecture) {
  list(presets);
  auto *left = new QWidget, *strip = new QWidget;
  for (auto& [side, column] : {std::pair(left, &left_), std::pair(strip, &strip_)}) {
    side->setObjectName("side");
    *column = new QVBoxLayout(side);
    (*column)->setContentsMargins(0, 0, 0, 0);
    (*column)->setSpacing(0);
  }
  left_->addWidget(presets_, 1);
  strip->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);  // always as high as the words
  preset_dock_ = dock(tr("Presets"), left, Qt::LeftDockWidgetArea, presets_wanted_);
  plot_dock_ = dock(tr("Plots"), plots_, Qt::RightDockWidgetArea, plots_wanted_);
  strip_dock_ = dock(tr("Caption"), strip, Qt::BottomDockWidgetArea, lecture_shown_);
  for (const auto choice : {&PresetBrowser::chosen, &PresetBrowser::lecture_chosen})
    connect(presets_, choice, this, &SidePanels::end_search);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    if (now && window_.isAncestorOf(now) && !preset_dock_->isAncestorOf(now)) end_search();
  });
  place_lecture();
}

void SidePanels::list(const std::vector<std::string>& presets) {
  for (const std::string& name : lecture_names()) presets_->add_lecture(lecture_entry(name));
  for (const std::string& name : presets) presets_->add(preset_entry(name, presets_->count()));
}

QDockWidget* SidePanels::dock(const QString& title, QWidget* content, Qt::DockWidgetArea area, bool& wanted) {
  auto* dock = new QDockWidget(title, &window_);
  dock->setObjectName(title);
  dock->setFeatures(QDockWidget::DockWidgetClosable);
  // Of no height: without a layout it would have a minimum of -1, and an empty dock that of its title bar.
  auto* no_title = new QWidget;
  no_title->setLayout(new QVBoxLayout);
  no_title->layout()->setContentsMargins(0, 0, 0, 0);
  dock->setTitleBarWidget(no_title);
  dock->setWidget(content);
  window_.addDockWidget(area, dock);
  connect(dock->toggleViewAction(), &QAction::triggered, this, [this, dock, &wanted](bool on) {
    wanted = on || opened_ == dock;  // put away for want of room, it comes back with it
    opened_ = on && !room_for(dock) ? dock : nullptr;
    fit();
  });
  return dock;
}

QList<QAction*> SidePanels::toggles() const {
  return {preset_dock_->toggleViewAction(), plot_dock_->toggleViewAction()};
}

void SidePanels::make_room(double scale) {
  scale_ = std::max(scale_, scale);
  fit();
}

void SidePanels::set_scale(double scale, bool projector) {
  scale_ = scale;
  projector_ = projector;
  plot_dock_->setMinimumWidth(qRound(0.8 * plots_width * scale));
  window_.resizeDocks({plot_dock_}, {qRound(plots_width * scale)}, Qt::Horizontal);
  fit();
}

bool SidePanels::room_for(const QDockWidget* dock) const {
  const double presets = dock == preset_dock_ ? presets_width : 0;  // plots come first
  return window_.width() >= (presets + picture_width + plots_width) * scale_;
}

void SidePanels::present(QWidget* stage, bool folded) {
  folded_ = folded;
  if (presenting_ != (stage != nullptr)) {
    presenting_ = stage != nullptr;
    stage ? plots_->setParent(stage) : plot_dock_->setWidget(plots_);
  }
  fit();
}

void SidePanels::fit() {
  const bool both = room_for(preset_dock_), instead = !both && (searching_ || opened_ == preset_dock_);
  const bool plots = both || (!instead && (room_for(plot_dock_) || opened_ == plot_dock_));
  preset_dock_->setVisible(!presenting_ && presets_wanted_ && (both || instead));
  plot_dock_->setVisible(!presenting_ && plots_wanted_ && plots);
  place_lecture();
}

void SidePanels::show_presets(bool shown) {
  presets_wanted_ = shown;
  fit();
}

void SidePanels::show_plots(bool shown) {
  plots_wanted_ = shown;
  fit();
}

void SidePanels::search() {
  presets_wanted_ = searching_ = true;
  fit();
  presets_->search().setFocus();
}

void SidePanels::end_search() {
  if (!std::exchange(searching_, false)) return;
  fit();
  if (preset_dock_->isHidden()) emit presets_->left();
}

void SidePanels::show_lecture(bool shown) {
  lecture_shown_ = shown;
  place_lecture();
}

void SidePanels::make_thumbnails() {
  thumbnails_ = new Thumbnails(this);
  auto* settled = new QTimer(this);
  settled->setSingleShot(true);
  settled->setInterval(thumbnail_delay);
  connect(settled, &QTimer::timeout, this, [this] {
    for (const std::string& name : presets_->in_sight()) thumbnails_->want(name);
  });
  connect(presets_, &PresetBrowser::scrolled, settled, qOverload<>(&QTimer::start));
  connect(thumbnails_, &Thumbnails::ready, this, [this](const QString& preset, QPixmap picture) {
    picture.setDevicePixelRatio(picture.width() / (thumbnail_width * scale_));
    presets_->set_picture(preset.toStdString(), picture);
  });
  settled->start();
}

void SidePanels::set_theme(const std::string& id) {
  if (!thumbnails_) return;
  thumbnails_->set_theme(id);
  emit presets_->scrolled();
}

void SidePanels::end_lecture() {
  presets_->choose_lecture({});
  show_lecture(false);
}

void SidePanels::place_lecture() {
  const bool strip = projector_ || preset_dock_->isHidden(), shown = lecture_shown_ && !(presenting_ && folded_);
  (strip ? strip_ : left_)->addWidget(&lecture_);
  lecture_.setVisible(shown);
  strip_dock_->setVisible(shown && strip);
  using Form = LecturePane::Form;
  lecture_.arrange(presenting_ ? Form::stage : strip ? Form::strip : Form::column, scale_);
  const double width = lecture_shown_ && !strip ? lecture_width : presets_width;
  preset_dock_->setFixedWidth(qRound(width * scale_));
}

}  // namespace ergo
