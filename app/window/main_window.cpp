#include "app/window/main_window.h"

#include <QApplication>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>
#include <new>

#include "app/window/menus.h"
#include "core/base/error.h"
#include "core/config/chain_edit.h"
#include "core/config/run_names.h"
#include "core/backend/lost_context.h"
#include "core/settings/preset_edit.h"
#include "widgets/bars/compare_menu.h"
#include "widgets/base/commands.h"
#include "widgets/lecture/cue_target.h"
#include "widgets/lecture/lecture_pane.h"
#include "widgets/panels/readout_lines.h"
#include "widgets/presets/preset_view.h"

namespace ergo {
namespace {

constexpr int plot_interval = 100;  // ms
constexpr std::uint64_t chains_per_ms = 500;             // copied for the diagnostics without being felt
constexpr double placed_spread = 0.02;                   // of the picture's height
constexpr int frames_awake = 120;  // drawn after the last change, until trails have faded

}  // namespace

MainWindow::MainWindow(WindowOptions options)
    : options_(std::move(options)), preset_names_(preset_names()), picture_(options_.presenter, options_.renderer) {
  setWindowTitle("Ergoscope");
  setAcceptDrops(true);
  actions_ = make_actions(this);
  // Before there are widgets: a style sheet that is set later is applied to each of them again.
  const Palette& colours = ergo::palette(options_.theme);
  setStyleSheet(style_sheet(colours, ergo::text_scale(colours, options_.interface_scale, size())));
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
  timer_.setInterval(options_.frame_interval);
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
  try {
    if (picture_.presenter().ready()) picture_.presenter().make_current();
  } catch (const Error&) {  // a lost context has nothing to free
  }
  release_gl();
  picture_.presenter().before_release = {};
}

void MainWindow::release_gl() {
  timer_.stop();
  panes_.reset();
}

void MainWindow::build_layout() {
  auto* centre = new QWidget;
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(formula_ = new FormulaBar);
  column->addWidget(picture_.surface(), 1);
  column->addWidget(question_ = new QuestionBar);
  column->addWidget(scrub_ = new ScrubBar);
  column->addWidget(command_line_ = new CommandLine);
  setCentralWidget(centre);
  lecturer_ = new Lecturer(*this, actions_);
  panels_ = new SidePanels(*this, preset_names_, lecturer_->pane());
  auto* compare = new CompareMenu(
      actions_, [this] { return panes_ ? &panes_->focused().session() : nullptr; }, this);
  run_bar_ = new RunBar(actions_, *compare, panels_->toggles(), this);
  addToolBar(run_bar_);
  setContextMenuPolicy(Qt::NoContextMenu);
  status_ = new Status(this);
  setStatusBar(status_);
  ergo::build_menus(
      *this, actions_, panels_->toggles(), plots().menu(), *compare,
      [this](const std::string& id) { set_theme(id); },
      [this](const std::string& name) { open_lecture(name); });
  connect(findChild<QMenu*>("history"), &QMenu::aboutToShow, this, &MainWindow::list_history);
  presentation_ = new Presentation({.window = *this,
                                    .picture = picture_,
                                    .panels = *panels_,
                                    .plots = plots(),
                                    .caption = lecturer_->pane(),
                                    .bars = {menuBar(), run_bar_, status_, scrub_},
                                    .edge_bars = {menuBar(), run_bar_}});
  connect(&panels_->presets(), &PresetBrowser::chosen, this, &MainWindow::open_preset);
  connect(compare, &CompareMenu::chosen, this,
          [this](const QString& id) { post([this, id] { panes_->add(id.toStdString()); }); });
}

void MainWindow::start() {
  Presenter& presenter = picture_.presenter();
  Machine::Choice choice = {.renderer = presenter.renderer(), .shaders = options_.shaders};
  if (choice.renderer == Renderer::gl) choice.make_current = [&presenter] { presenter.make_current(); };
  panes_ = std::make_unique<Panes>(std::make_shared<Machine>(std::move(choice)), options_.preset);
  panes_->running = !options_.preset.paused;
  panes_->on_leave = [this] {
    files_->leave();
    formula_entry_->forget();
  };
  panes_->on_panes = [this] {
    show_runs();
    picture_.panel().choose_alone({});
    if (panes_->count() > 1) picture_.panel().fold(true);  // cells have little room
  };
  show_runs();
  const auto at = std::ranges::find(preset_names_, options_.preset_name);
  show_preset(options_.preset, at == preset_names_.end() ? -1 : static_cast<int>(at - preset_names_.begin()));
  const Session& session = panes_->focused().session();
  if (options_.compile_ahead && presenter.renderer() == Renderer::gl)
    compile_ahead_.begin(session.backend().device(), session.config().target.id);
  if (options_.present) present(true);
  if (options_.lecture) lecturer_->open(*std::exchange(options_.lecture, std::nullopt), options_.cue);
}

void MainWindow::show_runs() {
  plots().show_runs(panes_->configs(), panes_->histories());
  plots().set_focus(panes_->focus());
  plots().show_kept(panes_->kept_curves());
}

void MainWindow::guarded(const Command& command) {
  try {
    command();
  } catch (const LostContext&) {
    throw;
  } catch (const Error& error) {
    if (error.blame == Blame::machine) return tell_failure(error);
    picture_.toast(error.what());
  } catch (const std::exception& failure) {
    tell_failure(failure);
  }
}

void MainWindow::tell_failure(const std::exception& failure) {
  if (panes_) panes_->stop();
  const bool memory = dynamic_cast<const std::bad_alloc*>(&failure) != nullptr;
  picture_.toast(memory ? "Not enough memory. Try fewer chains or a smaller picture." : failure.what());
}

void MainWindow::tick() {
  if (!picture_.presenter().ready()) return;
  try {
    turn();
  } catch (const Error& error) {
    timer_.stop();
    emit failed(error.what());
  } catch (const std::exception& failure) {
    tell_failure(failure);
  }
}

void MainWindow::turn() {
  picture_.presenter().begin_frame();
  if (!panes_) start();
  formula_->update_preview();
  if (formula_->isVisible()) formula_->follow(panes_->focused().session().config());
  const bool active =
      picture_.take_activity() || !commands_.empty() || panes_->running || picture_.bridge().busy();
  idle_frames_ = active ? 0 : idle_frames_ + 1;
  take_reports();
  if (options_.rests && idle_frames_ > frames_awake) return;
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
  picture_.sites_panel().follow(panes_->focused().session(), panes_->followed(), picture_.microscope().shown);
  const std::vector<RunConfig> configs = panes_->configs();
  const auto places = run_places(configs);
  std::vector<Overlaid> runs;
  for (int i = 0; i < panes_->count(); ++i) {
    const Player& player = panes_->at(i);
    const std::optional<double> place = places[static_cast<std::size_t>(i)];
    runs.push_back({player.session(), readouts_of(player, picture_.view.palette, place), player.site_scale(),
                    player.report(), player.parameters(), player.tuning(), player.followed(), panes_->phase(i),
                    place, player.distribution().infinite()});
    runs.back().readouts.distinction = distinction(configs, static_cast<std::size_t>(i));
    if (presentation_->on() || (lecturer_->lecture() && lecturer_->pane().strip()))
      keep_title(runs.back().readouts);
    else if (panes_->count() > 1)
      shorten(runs.back().readouts);
    if (in_slow_motion(panes_->speed * panes_->steps_per_frame))
      tell_whole_steps(runs.back().readouts, configs[static_cast<std::size_t>(i)]);
  }
  picture_.panel().stand_for({static_cast<std::size_t>(panes_->focus()), configs.size(),
                              !own_conditions(configs, 0).empty()});
  return picture_.overlay(runs, panes_->focus(), seconds);
}

void MainWindow::frame(double seconds) {
  tell(part_done, FramePart::paint);  // of the frame before
  presentation_->lay_out();
  const auto edits = lay_out(seconds);
  if (!edits.empty())
    guarded([&] { edit(edits); });
  else if (!picture_.bridge().busy() && !picture_.edit_goes_on())
    panes_->end_edit();
  take_density_edit();
  answer_notice();
  if (const auto pressed = picture_.take_focus()) panes_->set_focus(*pressed);
  Player& player = panes_->focused();
  if (picture_.tune_panel().take_begin()) guarded([&] { player.tune(picture_.tune_panel().settings()); });
  if (const auto plot = picture_.parameter_panel().take_chosen()) player.parameters().shown = *plot;
  if (const auto path = picture_.panel().take_browsed())  // a dialog runs frames of its own
    QTimer::singleShot(0, this, [this, path = *path] { choose_file(path); });
  if (const auto momentum = picture_.momentum().take(); momentum && player.followed())
    guarded([&] { panes_->assign({assignment_of(ChainEdit{player.followed()->chain(), *momentum})}); });
  const auto clicked = picture_.navigation().take_clicked();
  if (clicked) guarded([&] { pick(*clicked); });
  const auto place = picture_.navigation().take_chosen();
  if (place && picture_.view.coordinates == Coordinates::position)
    guarded([&] { panes_->place(*place, placed_spread * picture_.navigation().camera().height, picture_.panel().alone()); });
  tell(part_done, FramePart::overlay);
  guarded([&] { panes_->frame([this](int pane) -> const View& { return picture_.view_of(pane); }, part_done); });
  picture_.present(panes_->drawn());
  tell(part_done, FramePart::read);
}

void MainWindow::assign(std::vector<Assignment> assignments) {
  post([this, assignments] {
    panes_->end_edit();
    edit(assignments);
  });
}

void MainWindow::take_reports() {
  std::uint64_t chains = 0;
  for (const Session* session : panes_->sessions()) chains += session->config().chains;
  const auto interval = plot_interval + static_cast<qint64>(chains / chains_per_ms);
  const bool due = !plot_clock_.isValid() || plot_clock_.elapsed() >= interval;
  if (!due && !panes_->reports_later()) return;
  if (due) plot_clock_.start();
  guarded([this] {
    for (int i = 0; i < panes_->count(); ++i) panes_->at(i).observe(picture_.view);
    if (panes_->reload_shaders()) idle_frames_ = 0;
  });
  show_runs();
  bool any = false, distribution = false;
  for (int i = 0; i < panes_->count(); ++i) {
    if (panes_->at(i).distribution().update_equilibrium()) idle_frames_ = 0;
    distribution |= panes_->at(i).update_distribution();
    distribution |= panes_->at(i).parameters().update();
    const auto report = panes_->at(i).take_report();
    if (!report) continue;
    any = true;
    if (!report->error.empty()) picture_.toast(report->error);
    if (i != panes_->focus()) continue;
    picture_.schedule().follow(*report, panes_->at(i).session().config());
    plots().tell(*report);
  }
  if ((due || !panes_->reports_later()) && (any || plots().outdated())) plots().refresh();
  if (any) idle_frames_ = 0;
  // The exact distribution may still be computed while all else rests; one frame shows it.
  if (distribution) idle_frames_ = std::min(idle_frames_, frames_awake);
  status_->show_rates(meter_, panes_->running);
}

void MainWindow::show_state() {
  const Player& player = panes_->focused();
  const Session& session = player.session();
  run_bar_->show_run(panes_->running, panes_->speed, panes_->steps_per_frame, session.config().chains,
                     session.config().seed, player.gradient_evaluations());
  scrub_->show_timeline({panes_->clock(), panes_->end(), panes_->edits(),
                         panes_->counts_gradients() ? tr("gradient evaluations") : tr("steps")});
  plots().show_now(panes_->moments());
  status_->show_device(QString::fromStdString(to_string(session.backend().kind())),
                       QString::fromStdString(session.backend().device()),
                       picture_.presenter().renderer() == Renderer::gl ? tr("drawn by OpenGL") : tr("drawn in software"));
  status_->show_state(state_hash_.of(panes_->focused().session(), panes_->running),
                      panes_->focused().session().hash_scope());
  std::vector<Status::Diverged> diverged;
  std::vector<Status::Remarks> remarks;
  const std::vector<RunConfig> configs = panes_->configs();
  for (int i = 0; i < panes_->count(); ++i) {
    const DiagnosticReport* report = panes_->at(i).report();
    const auto run = static_cast<std::size_t>(i);
    diverged.push_back(
        {QString::fromStdString(run_name(configs, run)), report ? report->diverged : 0, configs[run].chains});
    remarks.push_back({diverged.back().run, report ? report->remarks : std::vector<std::string>()});
  }
  status_->show_diverged(diverged);
  status_->show_remarks(remarks);
  show_change();
  show_editing();
  status_->show_place(picture_.place(), session, picture_.view.coordinates, report());
  actions_.at("trails")->setChecked(picture_.view.trails);
  actions_.at("contours")->setChecked(picture_.view.contours);
  actions_.at("marginals")->setChecked(picture_.view.marginals);
  actions_.at("scales")->setChecked(picture_.view.scales);
  actions_.at("microscope")->setChecked(picture_.microscope().shown);
  actions_.at("sites")->setChecked(picture_.sites_panel().shown);
  actions_.at("dissect")->setChecked(panes_->followed().has_value());
  actions_.at("tune")->setChecked(picture_.tuning_shown);
  actions_.at("graph")->setChecked(picture_.graph_panel().shown);
  actions_.at("map")->setChecked(player.parameters().shown != ParameterPlots::Shown::none);
  actions_.at("interface")->setChecked(picture_.interface_shown);
  actions_.at("present")->setChecked(presentation_->on());
  actions_.at("equal_gradients")->setChecked(panes_->pace() == Pace::gradients);
  actions_.at("equal_steps")->setChecked(panes_->pace() == Pace::steps);
}

void MainWindow::show_preset(const Preset& preset, int index) {
  presets().choose(index);
  preset_runs_.clear();
  if (index >= 0) preset_runs_ = runs_of(load_preset(preset_names_[static_cast<std::size_t>(index)]));
  asked_ = QString::fromStdString(preset.question);
  scrub_->set_bookmarks(preset.bookmarks);
  show_runs();
  plots().propose(preset.plots);
  picture_.panel().fold(panes_->count() > 1 || theme_ == "projector");
  picture_.graph_panel().open({});  // as it begins, whatever was done to it
  show_view(preset.view, *panes_, picture_);
}

}  // namespace ergo
