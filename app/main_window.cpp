#include "app/main_window.h"

#include <QFileDialog>
#include <QKeyEvent>
#include <QLayout>
#include <QRandomGenerator>
#include <new>

#include "core/unit/error.h"
#include "widgets/commands.h"
#include "widgets/menus.h"
#include "widgets/preset_view.h"
#include "widgets/readout_lines.h"
#include "widgets/theme.h"

namespace ergo {
namespace {

constexpr int frame_interval = 16, plot_interval = 100;  // ms
constexpr std::uint64_t chains_per_ms = 500;             // copied for the diagnostics without being felt
constexpr double placed_spread = 0.02;                   // of the picture's height
constexpr int frames_awake = 120;  // drawn after the last change, until trails have faded

}  // namespace

MainWindow::MainWindow(WindowOptions options)
    : options_(std::move(options)), preset_names_(preset_names()), picture_(options_.presenter) {
  setWindowTitle("Ergoscope");
  actions_ = make_actions(this);
  build_layout();
  connect_actions();
  connect_view_actions();
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
  // Fields that lose the focus while the base class destroys them still report what was typed.
  for (QObject* child : findChildren<QObject*>()) child->disconnect(this);
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
  panels_ = new SidePanels(*this, preset_names_);
  run_bar_ = new RunBar(actions_, this);
  addToolBar(run_bar_);
  setContextMenuPolicy(Qt::NoContextMenu);
  status_ = new Status(this);
  setStatusBar(status_);
  ergo::build_menus(*this, actions_, panels_->toggles(), plots().menu(),
                    [this](const std::string& id) { set_theme(id); });
  connect(&panels_->presets(), &PresetBrowser::chosen, this, &MainWindow::open_preset);
}

void MainWindow::connect_actions() {
  const auto run = [this](const char* id, auto command) {
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
  connect(run_bar_, &RunBar::pace_changed, this, [this](double speed, int steps) {
    post([this, speed, steps] { player_->speed = speed, player_->steps_per_frame = steps; });
  });
  connect(run_bar_, &RunBar::edited, this, [this](const QString& path, const QString& text) {
    assign({{path.toStdString(), text.toStdString()}});
  });
  on("help", [this] { show_help(this); });
  on("quit", [this] { close(); });
  on("open", [this] { open_file(); });
  on("export", [this] { save_picture(); });
}

void MainWindow::connect_view_actions() {
  const auto option = [this](const char* id, bool View::*flag) {
    on(id, [this, flag](bool shown) { post([this, flag, shown] { picture_.view.*flag = shown; }); });
  };
  option("trails", &View::trails);
  option("contours", &View::contours);
  on("show", [this] { post([this] { picture_.show_next(); }); });
  on("interface", [this](bool shown) { post([this, shown] { picture_.interface_shown = shown; }); });
  const auto zoom = [this](double factor) {
    const QSizeF size = picture_.size();
    picture_.navigation().zoom(factor, {size.width() / 2, size.height() / 2}, size);
  };
  on("microscope", [this](bool shown) { post([this, shown] { picture_.microscope().shown = shown; }); });
  on("tune", [this](bool shown) { post([this, shown] { picture_.tuning_shown = shown; }); });
  on("map", [this](bool shown) { post([this, shown] { player_->map_wanted = shown; }); });
  on("zoom_in", [this, zoom] { post([zoom] { zoom(1.25); }); });
  on("zoom_out", [this, zoom] { post([zoom] { zoom(0.8); }); });
  on("zoom_fit", [this] { post([this] { picture_.navigation().fit_again(); }); });
  on("projector", [this](bool shown) { set_theme(shown ? "projector" : theme_before_projector_); });
  on("full_screen", [this](bool full) { full ? showFullScreen() : showNormal(); });
  on("larger", [this] { set_interface_scale(options_.interface_scale * 1.125); });
  on("smaller", [this] { set_interface_scale(options_.interface_scale / 1.125); });
}

void MainWindow::start() {
  player_ = std::make_unique<Player>(options_.shaders, options_.preset.config, options_.preset.journal);
  player_->on_mark = [this](double gradients, bool same_edit) { plots().mark(gradients, same_edit); };
  player_->on_cut = [this](double gradients) {
    plots().cut(gradients);
    report_.reset();
    picture_.view.infinite = {};
  };
  const auto at = std::ranges::find(preset_names_, options_.preset_name);
  show_preset(options_.preset, at == preset_names_.end() ? -1 : static_cast<int>(at - preset_names_.begin()));
}

void MainWindow::guarded(const Command& command) {
  try {
    command();
  } catch (const Error& error) {
    picture_.toast(error.what());
    if (error.blame == Blame::machine && player_) player_->running = false;
  } catch (const std::bad_alloc&) {
    picture_.toast("Too little memory for so many chains.");
    if (player_) player_->running = false;
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
  picture_.microscope().follow(player_->session());
  const Readouts readouts = readouts_of(player_->session(), report_.get(), picture_.view.palette);
  const auto edits = picture_.overlay(
      {player_->session(), readouts, player_->site_scale(), player_->map(), player_->tuning()}, seconds);
  if (!edits.empty())
    guarded([&] { player_->assign(edits); });
  else if (!picture_.bridge().busy())
    player_->end_edit();
  if (picture_.tune_panel().take_begin()) guarded([&] { player_->tune(picture_.tune_panel().settings()); });
  if (const auto path = picture_.panel().take_browsed())  // a dialog runs frames of its own
    QTimer::singleShot(0, this, [this, path = *path] { choose_picture(path); });
  const auto clicked = picture_.navigation().take_clicked();
  if (clicked && picture_.microscope().shown && player_->session().target().lattice())
    guarded([&] { picture_.microscope().toggle_pin(player_->session(), *clicked); });
  const auto place = picture_.navigation().take_chosen();
  if (place && picture_.view.coordinates == Coordinates::position)
    guarded([&] { player_->place(*place, placed_spread * picture_.navigation().camera().height); });
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

void MainWindow::take_reports() {
  const auto interval =
      plot_interval + static_cast<qint64>(player_->session().config().chains / chains_per_ms);
  if (plot_clock_.isValid() && plot_clock_.elapsed() < interval) return;
  plot_clock_.start();
  guarded([this] {
    player_->observe(picture_.view.draws);
    if (player_->reload_shaders()) idle_frames_ = 0;
  });
  plots().show_sampler(player_->session().sampler_descriptor());
  if (const auto report = player_->take_report()) {
    if (!report->error.empty()) picture_.toast(report->error);
    report_ = report;
    const bool known = report->sites && report->sites->infinite;
    picture_.view.infinite = known ? LawAtStep{report->step, report->sites->infinite->law} : LawAtStep{};
    picture_.schedule().follow(*report, player_->session().config());
    plots().append(*report);
    plots().refresh();
    idle_frames_ = 0;
  }
  status_->show_rates(meter_, player_->running);
}

void MainWindow::show_state() {
  const Session& session = player_->session();
  run_bar_->show_run(player_->running, player_->speed, player_->steps_per_frame, session.config().chains,
                     session.config().seed, player_->gradient_evaluations());
  status_->show_device(
      QString::fromStdString(to_string(session.backend().kind()) + "  " + session.backend().device()));
  status_->show_diverged(report_ ? report_->diverged : 0, session.config().chains);
  status_->show_place(picture_.place(), session, picture_.view.coordinates, report_.get());
  actions_.at("trails")->setChecked(picture_.view.trails);
  actions_.at("contours")->setChecked(picture_.view.contours);
  actions_.at("microscope")->setChecked(picture_.microscope().shown);
  actions_.at("tune")->setChecked(picture_.tuning_shown);
  actions_.at("map")->setChecked(player_->map_wanted);
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

void MainWindow::choose_picture(const std::string& path) {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open picture"), {}, tr("Pictures (*.png)"));
  if (!file.isEmpty()) assign({{path, file.toStdString()}});
}

void MainWindow::show_preset(const Preset& preset, int index) {
  presets().choose(index);
  picture_.navigation().fit_again();
  plots().show_sampler(player_->session().sampler_descriptor());
  show_as(preset.view, picture_.view);
  player_->steps_per_frame = preset.view.steps_per_frame.value_or(player_->steps_per_frame);
}

void MainWindow::save_picture() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save picture"), "ergoscope.png", tr("PNG (*.png)"));
  if (path.isEmpty()) return;
  post([this, path] { picture_.save(path); });
}

void MainWindow::set_theme(const std::string& id) {
  ergo::palette(id);  // throws for an unknown one
  if (theme_ != "projector" && !theme_.empty()) theme_before_projector_ = theme_;
  theme_ = id;
  picture_.panel().fold(id == "projector");  // large text leaves the swarm little room
  apply_theme();
}

void MainWindow::apply_theme() {
  const Palette& colours = ergo::palette(theme_);
  const double scale = text_scale();
  const QSize before = size();
  panels_->make_room(scale);
  setStyleSheet(style_sheet(colours, scale));
  picture_.set_theme(colours, scale);
  plots().set_theme(colours, scale);
  actions_.at("projector")->setChecked(theme_ == "projector");
  actions_.at("theme." + QString::fromStdString(theme_))->setChecked(true);
  run_bar_->set_scale(scale);
  run_bar_->fit(width(), scale);
  panels_->set_scale(scale);
  layout()->activate();
  if (!isMaximized() && !isFullScreen()) resize(before);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  panels_->fit(width());
  run_bar_->fit(width(), text_scale());
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  const int digit = event->key() - Qt::Key_1;
  if (digit >= 0 && digit < 9 && event->modifiers() == Qt::NoModifier) return open_preset(digit);
  QMainWindow::keyPressEvent(event);
}

}  // namespace ergo
