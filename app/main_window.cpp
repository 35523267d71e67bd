#include "app/main_window.h"

#include <QFileDialog>
#include <QKeyEvent>
#include <QLayout>
#include <QRandomGenerator>
#include <QVBoxLayout>
#include <new>

#include "core/unit/error.h"
#include "widgets/commands.h"
#include "widgets/compare_menu.h"
#include "widgets/lecture_pane.h"
#include "widgets/menus.h"
#include "widgets/presenter_notes.h"
#include "widgets/preset_view.h"
#include "widgets/readout_lines.h"
#include "widgets/stage.h"
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
  connect_files();
  connect_compare_actions();
  connect_lecture();
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
  panes_.reset();
  picture_.release_gl();
}

void MainWindow::build_layout() {
  auto* centre = new QWidget;
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(picture_.surface(), 1);
  column->addWidget(scrub_ = new ScrubBar);
  column->addWidget(command_line_ = new CommandLine);
  setCentralWidget(centre);
  lecturer_ = new Lecturer(*this, actions_);
  panels_ = new SidePanels(*this, preset_names_, lecturer_->pane());
  run_bar_ = new RunBar(actions_, this);
  addToolBar(run_bar_);
  setContextMenuPolicy(Qt::NoContextMenu);
  status_ = new Status(this);
  setStatusBar(status_);
  auto* compare = new CompareMenu(
      actions_, [this] { return panes_ ? &panes_->focused().session() : nullptr; }, this);
  ergo::build_menus(*this, actions_, panels_->toggles(), plots().menu(), *compare,
                    [this](const std::string& id) { set_theme(id); });
  connect(&panels_->presets(), &PresetBrowser::chosen, this, &MainWindow::open_preset);
  connect(compare, &CompareMenu::chosen, this,
          [this](const QString& id) { post([this, id] { panes_->add(id.toStdString()); }); });
}

void MainWindow::connect_actions() {
  const auto run = [this](const char* id, auto command) {
    on(id, [this, command] { post([this, command] { command(*panes_); }); });
  };
  run("run", [](Panes& panes) { panes.running = !panes.running; });
  run("step", [](Panes& panes) { panes.step(); });
  run("back", [](Panes& panes) { panes.step_back(); });
  run("reset", [](Panes& panes) { panes.restart(); });
  run("rewind", [](Panes& panes) { panes.seek(0); });
  run("undo", [](Panes& panes) { panes.undo(); });
  run("redo", [](Panes& panes) { panes.redo(); });
  on("new_seed", [this] {
    assign({{"seed", std::to_string(QRandomGenerator::global()->bounded(1'000'000'000))}});
  });
  connect(run_bar_, &RunBar::pace_changed, this, [this](double speed, int steps) {
    post([this, speed, steps] { panes_->speed = speed, panes_->steps_per_frame = steps; });
  });
  connect(run_bar_, &RunBar::edited, this, [this](const QString& path, const QString& text) {
    assign({{path.toStdString(), text.toStdString()}});
  });
  on("command_line", [this] {
    post([this] { command_line_->offer(panes_->focused().session().config()); });
    command_line_->open();
  });
  connect(command_line_, &CommandLine::closed, this, [this] { picture_.surface()->setFocus(); });
  connect(command_line_, &CommandLine::entered, this, [this](const QString& line) {
    post([this, line] {
      panes_->end_edit();
      panes_->assign({parse_assignment(line.toStdString())});
      command_line_->done();
      command_line_->offer(panes_->focused().session().config());
    });
  });
  on("help", [this] { show_help(this); });
  on("quit", [this] { close(); });
  on("open", [this] { open_file(); });
}

void MainWindow::connect_files() {
  files_ = new Files({.window = *this,
                      .picture = picture_,
                      .plots = plots(),
                      .panes = [this] { return panes_.get(); },
                      .post = [this](Command command) { post(std::move(command)); },
                      .lay_out = [this] { lay_out(0); },
                      .open = [this](const Preset& preset) { open_run(preset); }},
                     actions_);
  if (options_.keep_session) files_->keep_session();
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
    const QSizeF size = picture_.cells().size();
    picture_.navigation().zoom(factor, {size.width() / 2, size.height() / 2}, size);
  };
  on("microscope", [this](bool shown) { post([this, shown] { picture_.microscope().shown = shown; }); });
  on("tune", [this](bool shown) { post([this, shown] { picture_.tuning_shown = shown; }); });
  on("graph", [this](bool shown) { post([this, shown] { picture_.graph_panel().shown = shown; }); });
  on("map", [this](bool shown) { post([this, shown] { panes_->focused().map_wanted = shown; }); });
  on("zoom_in", [this, zoom] { post([zoom] { zoom(1.25); }); });
  on("zoom_out", [this, zoom] { post([zoom] { zoom(0.8); }); });
  on("zoom_fit", [this] { post([this] { picture_.navigation().fit_again(); }); });
  on("projector", [this](bool shown) { set_theme(shown ? "projector" : theme_before_projector_); });
  on("full_screen", [this](bool full) { full ? showFullScreen() : showNormal(); });
  on("larger", [this] { set_interface_scale(options_.interface_scale * 1.125); });
  on("smaller", [this] { set_interface_scale(options_.interface_scale / 1.125); });
}

void MainWindow::connect_compare_actions() {
  const auto compare = [this](const char* id, auto command) {
    on(id, [this, command] { post([this, command] { command(*panes_); }); });
  };
  on("duplicate", [this] {
    post([this] {
      plots().duplicate(panes_->focus());
      panes_->duplicate();
    });
  });
  on("remove", [this] {
    post([this] {
      if (panes_->count() > 1) plots().remove(panes_->focus());
      panes_->remove();
    });
  });
  compare("next_pane", [](Panes& panes) { panes.set_focus((panes.focus() + 1) % panes.count()); });
  compare("equal_gradients", [](Panes& panes) { panes.set_pace(Pace::gradients); });
  compare("equal_steps", [](Panes& panes) { panes.set_pace(Pace::steps); });
  on("bookmark", [this] { scrub_->toggle_bookmark(); });
  compare("previous_mark", [this](Panes& panes) { panes.seek(scrub_->neighbour(false)); });
  compare("next_mark", [this](Panes& panes) { panes.seek(scrub_->neighbour(true)); });
  connect(scrub_, &ScrubBar::sought, this,
          [this](double moment) { post([this, moment] { panes_->seek(moment); }); });
  on("freeze", [this] { plots().freeze(); });
  on("forget_ghosts", [this] { plots().forget_ghosts(); });
}

void MainWindow::connect_lecture() {
  on("find", [this] {
    panels_->show_presets(true);
    presets().search().setFocus();
  });
  on("lecture_open", [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open lecture"), {}, tr("Lectures (*.json)"));
    if (!path.isEmpty()) open_lecture(path.toStdString());
  });
  if (options_.thumbnails) panels_->make_thumbnails();
  connect(&presets(), &PresetBrowser::left, this, [this] { picture_.surface()->setFocus(); });
  connect(&presets(), &PresetBrowser::lecture_chosen, this,
          [this](int index) { open_lecture(lecture_names().at(static_cast<std::size_t>(index))); });
  connect(lecturer_, &Lecturer::ended, panels_, &SidePanels::end_lecture);
  connect(lecturer_, &Lecturer::reached, this, [this](int cue, bool onward) {
    panels_->show_lecture(true);
    post([this, cue, onward] {
      if (!lecturer_->lecture()) return;
      presets().choose(-1);
      set_stage(*lecturer_->lecture(), static_cast<std::size_t>(cue), onward,
                {*panes_, picture_, *panels_, theme_ == "projector"});
    });
  });
}

void MainWindow::open_lecture(const std::string& name_or_path, int cue) {
  post([this, name_or_path, cue] {
    lecturer_->open(load_lecture(name_or_path), cue);
    presets().choose_lecture(name_or_path);
  });
}

void MainWindow::start() {
  panes_ = std::make_unique<Panes>(options_.shaders, options_.preset);
  panes_->on_mark = [this](int pane, const Moment& at, bool same_edit) { plots().mark(pane, at, same_edit); };
  panes_->on_cut = [this](int pane, double gradients) {
    if (pane < plots().runs()) plots().cut(pane, gradients);
  };
  panes_->on_panes = [this] { show_runs(); };
  show_runs();
  const auto at = std::ranges::find(preset_names_, options_.preset_name);
  show_preset(options_.preset, at == preset_names_.end() ? -1 : static_cast<int>(at - preset_names_.begin()));
  if (options_.lecture) lecturer_->open(*std::exchange(options_.lecture, std::nullopt), options_.cue);
}

void MainWindow::show_runs() {
  std::vector<RunConfig> runs;
  for (int i = 0; i < panes_->count(); ++i) runs.push_back(panes_->at(i).session().config());
  plots().show_runs(runs);
  plots().set_focus(panes_->focus());
}

void MainWindow::guarded(const Command& command) {
  try {
    command();
  } catch (const Error& error) {
    picture_.toast(error.what());
    if (error.blame == Blame::machine && panes_) panes_->running = false;
  } catch (const std::bad_alloc&) {
    picture_.toast("Too little memory for so many chains.");
    if (panes_) panes_->running = false;
  }
}

void MainWindow::tick() {
  if (!picture_.presenter().ready()) return;
  picture_.presenter().make_current();
  if (!panes_) try {
      start();
    } catch (const Error& error) {
      timer_.stop();
      emit failed(error.what());
      return;
    }
  const bool active =
      picture_.take_activity() || !commands_.empty() || panes_->running || picture_.bridge().busy();
  idle_frames_ = active ? 0 : idle_frames_ + 1;
  take_reports();
  if (idle_frames_ > frames_awake) return;
  for (const Command& command : std::exchange(commands_, {})) guarded(command);
  const double seconds =
      frame_clock_.isValid() ? static_cast<double>(frame_clock_.nsecsElapsed()) * 1e-9 : 0.016;
  frame_clock_.start();
  frame(seconds);
  meter_.tick(panes_->chain_steps());
  show_state();
  emit framed(++frames_);
}

std::vector<Assignment> MainWindow::lay_out(double seconds) {
  picture_.microscope().follow(panes_->focused().session());
  std::vector<Overlaid> runs;
  for (int i = 0; i < panes_->count(); ++i) {
    const Player& player = panes_->at(i);
    runs.push_back({player.session(), readouts_of(player.session(), player.report(), picture_.view.palette),
                    player.site_scale(), player.report(), player.map(), player.tuning()});
    if (lecturer_->lecture() && lecturer_->pane().strip())
      keep_title(runs.back().readouts);
    else if (panes_->count() > 1)
      shorten(runs.back().readouts);
  }
  return picture_.overlay(runs, panes_->focus(), seconds);
}

void MainWindow::frame(double seconds) {
  const auto edits = lay_out(seconds);
  if (!edits.empty())
    guarded([&] { panes_->assign(edits); });
  else if (!picture_.bridge().busy())
    panes_->end_edit();
  if (const auto pressed = picture_.take_focus()) panes_->set_focus(*pressed);
  Player& player = panes_->focused();
  if (picture_.tune_panel().take_begin()) guarded([&] { player.tune(picture_.tune_panel().settings()); });
  if (const auto path = picture_.panel().take_browsed())  // a dialog runs frames of its own
    QTimer::singleShot(0, this, [this, path = *path] { choose_picture(path); });
  const auto clicked = picture_.navigation().take_clicked();
  if (clicked && picture_.microscope().shown && player.session().target().lattice())
    guarded([&] { picture_.microscope().toggle_pin(player.session(), *clicked); });
  const auto place = picture_.navigation().take_chosen();
  if (place && picture_.view.coordinates == Coordinates::position)
    guarded([&] { panes_->place(*place, placed_spread * picture_.navigation().camera().height); });
  guarded([&] { panes_->frame([this](int pane) -> const View& { return picture_.view_of(pane); }); });
  picture_.present(panes_->framebuffers());
}

void MainWindow::assign(std::vector<Assignment> assignments) {
  post([this, assignments] {
    panes_->end_edit();
    panes_->assign(assignments);
  });
}

void MainWindow::take_reports() {
  const std::uint64_t chains =
      panes_->focused().session().config().chains * static_cast<std::uint64_t>(panes_->count());
  const auto interval = plot_interval + static_cast<qint64>(chains / chains_per_ms);
  if (plot_clock_.isValid() && plot_clock_.elapsed() < interval) return;
  plot_clock_.start();
  guarded([this] {
    for (int i = 0; i < panes_->count(); ++i) panes_->at(i).observe(picture_.view.draws);
    if (panes_->reload_shaders()) idle_frames_ = 0;
  });
  show_runs();
  bool any = false;
  for (int i = 0; i < panes_->count(); ++i) {
    const auto report = panes_->at(i).take_report();
    if (!report) continue;
    any = true;
    if (!report->error.empty()) picture_.toast(report->error);
    if (i == panes_->focus()) picture_.schedule().follow(*report, panes_->at(i).session().config());
    plots().append(i, *report);
  }
  if (any) {
    plots().refresh();
    idle_frames_ = 0;
  }
  status_->show_rates(meter_, panes_->running);
}

void MainWindow::show_state() {
  const Player& player = panes_->focused();
  const Session& session = player.session();
  run_bar_->show_run(panes_->running, panes_->speed, panes_->steps_per_frame, session.config().chains,
                     session.config().seed, player.gradient_evaluations());
  scrub_->show_tape({panes_->clock(), panes_->end(), panes_->edits(),
                     panes_->counts_gradients() ? tr("gradient evaluations") : tr("steps")});
  plots().show_now(panes_->moments());
  status_->show_device(
      QString::fromStdString(to_string(session.backend().kind()) + "  " + session.backend().device()));
  status_->show_diverged(report() ? report()->diverged : 0, session.config().chains);
  status_->show_place(picture_.place(), session, picture_.view.coordinates, report());
  actions_.at("trails")->setChecked(picture_.view.trails);
  actions_.at("contours")->setChecked(picture_.view.contours);
  actions_.at("microscope")->setChecked(picture_.microscope().shown);
  actions_.at("tune")->setChecked(picture_.tuning_shown);
  actions_.at("graph")->setChecked(picture_.graph_panel().shown);
  actions_.at("map")->setChecked(player.map_wanted);
  actions_.at("interface")->setChecked(picture_.interface_shown);
  actions_.at("equal_gradients")->setChecked(panes_->pace() == Pace::gradients);
  actions_.at("equal_steps")->setChecked(panes_->pace() == Pace::steps);
}

void MainWindow::open_preset(int index) {
  if (index < 0 || index >= static_cast<int>(preset_names_.size())) return;
  post([this, index] {
    const Preset preset = load_preset(preset_names_[index]);
    panes_->open(preset);
    panes_->running = true;
    show_preset(preset, index);
  });
}

void MainWindow::open_file() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open preset or session"), {},
                                                    tr("Presets and sessions (*.json)"));
  if (path.isEmpty()) return;
  post([this, path] { open_run(load_preset(path.toStdString())); });
}

void MainWindow::open_run(const Preset& preset) {
  panes_->open(preset);
  panes_->running = panes_->running && preset.step == 0;
  show_preset(preset, -1);
}

void MainWindow::choose_picture(const std::string& path) {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open picture"), {}, tr("Pictures (*.png)"));
  if (!file.isEmpty()) assign({{path, file.toStdString()}});
}

void MainWindow::show_preset(const Preset& preset, int index) {
  presets().choose(index);
  picture_.navigation().fit_again();
  scrub_->forget_bookmarks();
  show_runs();
  picture_.panel().fold(panes_->count() > 1 || theme_ == "projector");
  show_as(preset.view, picture_.view);
  panes_->steps_per_frame = preset.view.steps_per_frame.value_or(panes_->steps_per_frame);
  panes_->focused().map_wanted = preset.view.map.value_or(false);
  picture_.tuning_shown = preset.view.tuning.has_value();
  if (preset.view.tuning) picture_.tune_panel().set(*preset.view.tuning);
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
  panels_->set_theme(theme_);
  picture_.set_theme(colours, scale);
  plots().set_theme(colours, scale);
  scrub_->set_theme(colours, scale);
  actions_.at("projector")->setChecked(theme_ == "projector");
  actions_.at("theme." + QString::fromStdString(theme_))->setChecked(true);
  run_bar_->set_scale(scale);
  run_bar_->fit(width(), scale);
  panels_->set_scale(scale, theme_ == "projector");
  lecturer_->notes().set_scale(options_.interface_scale);
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
