#include "app/main_window.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QKeyEvent>
#include <QRandomGenerator>
#include <QSaveFile>

#include "core/unit/error.h"
#include "widgets/commands.h"
#include "widgets/menus.h"
#include "widgets/preset_view.h"
#include "widgets/readout_lines.h"
#include "widgets/theme.h"

namespace ergo {
namespace {

constexpr int frame_interval = 16, plot_interval = 100;  // ms
constexpr int frames_awake = 120;  // drawn after the last change, until trails have faded

QDockWidget* dock(QMainWindow& window, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
  auto* widget = new QDockWidget(title, &window);
  widget->setObjectName(title);
  widget->setFeatures(QDockWidget::DockWidgetClosable);
  widget->setTitleBarWidget(new QWidget);
  widget->setWidget(content);
  window.addDockWidget(area, widget);
  return widget;
}

}  // namespace

MainWindow::MainWindow(WindowOptions options)
    : options_(std::move(options)), preset_names_(preset_names()), picture_(options_.presenter) {
  setWindowTitle("Ergoscope");
  actions_ = make_actions(this);
  build_layout();
  connect_actions();
  set_theme(options_.theme);
  picture_.presenter().before_release = [this] { release_gl(); };
  connect(&timer_, &QTimer::timeout, this, &MainWindow::tick);
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(frame_interval);
  if (picture_.presenter().ready()) {
    picture_.presenter().make_current();
    start();
  }
  timer_.start();
  picture_.surface()->setFocus();
}

MainWindow::~MainWindow() {
  if (picture_.presenter().ready()) picture_.presenter().make_current();
  release_gl();
  picture_.presenter().before_release = {};
}

void MainWindow::release_gl() {
  timer_.stop();
  player_.reset();
  picture_.release_gl();
}

void MainWindow::build_layout() {
  setCentralWidget(picture_.surface());
  browser_ = new PresetBrowser;
  for (const std::string& name : preset_names_) {
    const Preset preset = load_preset(name);
    browser_->add(QString::fromStdString(preset.title), QString::fromStdString(preset.story));
  }
  plots_ = new Plots;
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  preset_dock_ = dock(*this, tr("Presets"), browser_, Qt::LeftDockWidgetArea);
  plot_dock_ = dock(*this, tr("Plots"), plots_, Qt::RightDockWidgetArea);
  run_bar_ = new RunBar(actions_, this);
  addToolBar(run_bar_);
  setContextMenuPolicy(Qt::NoContextMenu);
  status_ = new Status(this);
  setStatusBar(status_);
  ergo::build_menus(*this, actions_, {preset_dock_->toggleViewAction(), plot_dock_->toggleViewAction()},
                    [this](const std::string& id) { set_theme(id); });
  connect(browser_, &PresetBrowser::chosen, this, &MainWindow::open_preset);
}

void MainWindow::connect_actions() {
  const auto on = [this](const char* id, auto reaction) {
    connect(actions_.at(id), &QAction::triggered, this, reaction);
  };
  const auto run = [this, on](const char* id, auto command) {
    on(id, [this, command] { post([this, command] { command(*player_); }); });
  };
  run("run", [](Player& player) { player.running = !player.running; });
  run("step", [](Player& player) { player.running = false, player.step(); });
  run("back", [](Player& player) { player.running = false, player.step_back(); });
  run("reset", [](Player& player) { player.restart(); });
  run("rewind", [](Player& player) { player.rewind(); });
  run("undo", [](Player& player) { player.undo(); });
  on("new_seed", [this] {
    assign({{"seed", std::to_string(QRandomGenerator::global()->bounded(1'000'000'000))}});
  });
  const auto option = [this, on](const char* id, bool View::*flag) {
    on(id, [this, flag](bool shown) { post([this, flag, shown] { picture_.view.*flag = shown; }); });
  };
  option("trails", &View::trails);
  option("contours", &View::contours);
  on("interface", [this](bool shown) { post([this, shown] { picture_.interface_shown = shown; }); });
  const auto zoom = [this](double factor) {
    const QSizeF size = picture_.size();
    picture_.navigation().zoom(factor, {size.width() / 2, size.height() / 2}, size);
  };
  on("zoom_in", [this, zoom] { post([zoom] { zoom(1.25); }); });
  on("zoom_out", [this, zoom] { post([zoom] { zoom(0.8); }); });
  on("zoom_fit", [this] { post([this] { picture_.navigation().fit_again(); }); });
  on("projector", [this](bool shown) { set_theme(shown ? "projector" : theme_before_projector_); });
  on("full_screen", [this](bool full) { full ? showFullScreen() : showNormal(); });
  on("larger", [this] { set_interface_scale(options_.interface_scale * 1.125); });
  on("smaller", [this] { set_interface_scale(options_.interface_scale / 1.125); });
  on("help", [this] { show_help(this); });
  on("quit", [this] { close(); });
  on("open", [this] { open_file(); });
  on("export", [this] { save_picture(); });
  connect(run_bar_, &RunBar::pace_changed, this, [this](double speed, int steps) {
    post([this, speed, steps] { player_->speed = speed, player_->steps_per_frame = steps; });
  });
  connect(run_bar_, &RunBar::edited, this, [this](const QString& path, const QString& text) {
    assign({{path.toStdString(), text.toStdString()}});
  });
}

void MainWindow::start() {
  player_ = std::make_unique<Player>(options_.shaders, options_.preset.config, options_.preset.journal);
  player_->on_mark = [this](double gradients, bool same_edit) { plots_->mark(gradients, same_edit); };
  player_->on_cut = [this](double gradients) {
    plots_->cut(gradients);
    report_.reset();
  };
  const auto at = std::ranges::find(preset_names_, options_.preset_name);
  show_preset(options_.preset, at == preset_names_.end() ? -1 : static_cast<int>(at - preset_names_.begin()));
}

void MainWindow::guarded(const Command& command) {
  try {
    command();
  } catch (const Error& error) {
    picture_.toast(error.what());
  }
}

void MainWindow::tick() {
  if (!picture_.presenter().ready()) return;
  picture_.presenter().make_current();
  if (!player_) try {
      start();
    } catch (const Error& error) {
      timer_.stop();
      emit failed(error.what());
      return;
    }
  const bool active =
      picture_.take_activity() || !commands_.empty() || player_->running || picture_.bridge().busy();
  idle_frames_ = active ? 0 : idle_frames_ + 1;
  take_reports();
  if (idle_frames_ > frames_awake) return;
  for (const Command& command : std::exchange(commands_, {})) guarded(command);
  const double seconds =
      frame_clock_.isValid() ? static_cast<double>(frame_clock_.nsecsElapsed()) * 1e-9 : 0.016;
  frame_clock_.start();
  const auto edits = picture_.overlay(
      player_->session(), readouts_of(player_->session(), report_.get(), picture_.view.palette), seconds);
  if (!edits.empty())
    guarded([&] { player_->assign(edits); });
  else if (!picture_.bridge().busy())
    player_->end_edit();
  if (const auto place = picture_.navigation().take_chosen()) guarded([&] { place_chains(*place); });
  guarded([&] { player_->frame(picture_.view); });
  picture_.present(player_->framebuffer());
  meter_.tick(player_->chain_steps());
  show_state();
  emit framed(++frames_);
}

void MainWindow::assign(std::vector<Assignment> assignments) {
  post([this, assignments] {
    player_->end_edit();
    player_->assign(assignments);
  });
}

void MainWindow::place_chains(Position at) {
  const UnitChoice& start = player_->session().config().start;
  const auto text = [](double value) { return value_text({}, value); };
  player_->end_edit();
  if (start.id == "point") return player_->assign({{"start.x", text(at.x)}, {"start.y", text(at.y)}});
  const double spread = 0.02 * picture_.navigation().camera().height;
  player_->assign({{"start", "normal"},
                   {"start.mean_x", text(at.x)},
                   {"start.mean_y", text(at.y)},
                   {"start.sd", text(spread)}});
}

void MainWindow::take_reports() {
  if (plot_clock_.isValid() && plot_clock_.elapsed() < plot_interval) return;
  plot_clock_.start();
  guarded([this] {
    player_->observe(picture_.view.draws);
    if (player_->reload_shaders()) idle_frames_ = 0;
  });
  plots_->show_sampler(player_->session().sampler_descriptor());
  if (const auto report = player_->take_report()) {
    if (!report->error.empty()) picture_.toast(report->error);
    report_ = report;
    plots_->append(*report);
    plots_->refresh();
    idle_frames_ = 0;
  }
  status_->show_rates(meter_, player_->running);
}

void MainWindow::show_state() {
  const Session& session = player_->session();
  run_bar_->show_run(player_->running, player_->speed, player_->steps_per_frame, session.config().chains,
                     session.config().seed, session.gradient_evaluations());
  status_->show_device(
      QString::fromStdString(to_string(session.backend().kind()) + "  " + session.backend().device()));
  status_->show_diverged(report_ ? report_->diverged : 0, session.config().chains);
  status_->show_place(picture_.place(), session.target());
  actions_.at("trails")->setChecked(picture_.view.trails);
  actions_.at("contours")->setChecked(picture_.view.contours);
  actions_.at("interface")->setChecked(picture_.interface_shown);
}

void MainWindow::open_preset(int index) {
  if (index < 0 || index >= static_cast<int>(preset_names_.size())) return;
  post([this, index] {
    const Preset preset = load_preset(preset_names_[index]);
    player_->open(preset.config, preset.journal);
    player_->running = true;
    show_preset(preset, index);
  });
}

void MainWindow::open_file() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open preset"), {}, tr("Presets (*.json)"));
  if (path.isEmpty()) return;
  post([this, path] {
    const Preset preset = load_preset(path.toStdString());
    player_->open(preset.config, preset.journal);
    show_preset(preset, -1);
  });
}

void MainWindow::show_preset(const Preset& preset, int index) {
  browser_->choose(index);
  picture_.navigation().fit_again();
  plots_->show_sampler(player_->session().sampler_descriptor());
  show_as(preset.view, picture_.view);
  player_->steps_per_frame = preset.view.steps_per_frame.value_or(player_->steps_per_frame);
}

void MainWindow::save_picture() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save picture"), "ergoscope.png", tr("PNG (*.png)"));
  if (path.isEmpty()) return;
  post([this, path] {
    QSaveFile file(path);
    const QImage image = picture_.presenter().picture();
    if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit())
      throw machine_error("cannot write the picture", path.toStdString(), file.errorString().toStdString());
  });
}

double MainWindow::text_scale() const {
  return options_.interface_scale * text_factor(ergo::palette(theme_));
}

void MainWindow::set_theme(const std::string& id) {
  ergo::palette(id);  // throws for an unknown one
  if (theme_ != "projector" && !theme_.empty()) theme_before_projector_ = theme_;
  theme_ = id;
  picture_.panel().fold(id == "projector");  // large text leaves the swarm little room
  apply_theme();
}

void MainWindow::set_interface_scale(double scale) {
  options_.interface_scale = std::clamp(scale, 0.7, 2.5);
  apply_theme();
}

void MainWindow::apply_theme() {
  const Palette& colours = ergo::palette(theme_);
  const double scale = text_scale();
  setStyleSheet(style_sheet(colours, scale));
  picture_.set_theme(colours, scale);
  plots_->set_theme(colours, scale);
  actions_.at("projector")->setChecked(theme_ == "projector");
  actions_.at("theme." + QString::fromStdString(theme_))->setChecked(true);
  preset_dock_->setFixedWidth(qRound(236 * scale));
  plot_dock_->setMinimumWidth(qRound(250 * scale));
  run_bar_->set_scale(scale);
  resizeDocks({plot_dock_}, {qRound(300 * scale)}, Qt::Horizontal);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  const int digit = event->key() - Qt::Key_1;
  if (digit >= 0 && digit < 9 && event->modifiers() == Qt::NoModifier) return open_preset(digit);
  QMainWindow::keyPressEvent(event);
}

}  // namespace ergo
