// What the window's actions do: each posts a command for between two frames, or changes how things are shown.
#include <QApplication>
#include <QKeyEvent>
#include <QLayout>
#include <QMenuBar>
#include <QRandomGenerator>

#include "app/window/help.h"
#include "app/window/main_window.h"
#include "app/window/menus.h"
#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/config/run_names.h"
#include "core/config/other_space.h"
#include "core/config/own_density.h"
#include "core/settings/view_json.h"
#include "widgets/bars/compare_menu.h"
#include "widgets/base/commands.h"
#include "widgets/base/theme.h"
#include "widgets/lecture/presenter_notes.h"
#include "widgets/presets/preset_view.h"

namespace ergo {

void MainWindow::connect_actions() {
  const auto run = [this](const char* id, auto command) {
    on(id, [this, command] { post([this, command] { command(*panes_); }); });
  };
  run("run", [](Panes& panes) { panes.running ? panes.stop() : void(panes.running = true); });
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
    assign(picture_.panel().addressed({{path.toStdString(), text.toStdString()}}));
  });
  on("command_line", [this] { begin_line({}); });
  on("formula", [this] { formula_->open(panes_->focused().session().config()); });
  connect(formula_, &FormulaBar::closed, this, [this] { picture_.surface()->setFocus(); });
  formula_entry_ = new FormulaEntry({.bar = *formula_,
                                     .runs = [this] { return panes_ ? panes_->configs() : std::vector<RunConfig>(); },
                                     .enter =
                                         [this](const std::string& target, const std::string& text) {
                                           post([this, target, text] { enter_formula(target, text); });
                                         }},
                                    QString::fromStdString(options_.compiler), this);
  connect(command_line_, &CommandLine::closed, this, [this] { picture_.surface()->setFocus(); });
  connect(command_line_, &CommandLine::entered, this, [this](const QString& line) {
    post([this, line] {
      picture_.toast({});  // what an earlier line did wrong
      const std::string named = assignment_naming(line.toStdString());
      carry_out(parse_assignment(named.empty() ? line.toStdString() : named));
      command_line_->done();
      command_line_->offer(panes_->focused().session().config());
    });
  });
  on("edit_density", [this](bool shown) { post([this, shown] { edit_density(shown); }); });
  on("edit_as_modes", [this] {
    post([this] { is_gaussians(panes_->configs().front().target) ? edit_density(true) : edit_as(as_gaussians); });
  });
  on("edit_as_picture", [this] { post([this] { edit_as(as_painting); }); });
  on("remove_mode", [this] { post([this] { picture_.modes().remove(); }); });
  connect_help(*this, actions_, [this] { return theme_; });
  on("quit", [this] { close(); });
  on("open", [this] { open_file(); });
}

/// One edit, so that one undo takes it back.
void MainWindow::enter_formula(const std::string& target, const std::string& text) {
  picture_.toast({});  // what an earlier text did wrong
  panes_->end_edit();
  std::vector<Assignment> edits;
  if (panes_->focused().session().config().target.id != target) edits.push_back({"target", target});
  edits.push_back({"target.text", text});
  edit(std::move(edits));
  picture_.navigation().fit_again();
}

void MainWindow::carry_out(const Assignment& typed) {
  if (!is_of_view(typed.path)) {
    panes_->end_edit();
    return edit(typed.path == "sampler" ? edits_to_sampler(panes_->focused().session().config(), typed.value)
                                        : std::vector{typed});
  }
  check_shown_path(typed.path);
  if (typed.path == theme_path) return set_theme(typed.value);
  PresetView wanted = shown_view(*panes_, picture_);
  if (is_of_tuning(typed.path)) wanted.tuning = picture_.tune_panel().settings();  // closed, it is set too
  assign_view(wanted, typed);
  if (wanted.coordinates != shown_view(*panes_, picture_).coordinates) wanted.camera.reset();  // other axes
  const std::size_t chains = panes_->focused().session().config().chains;
  if (wanted.follow && *wanted.follow >= chains)
    throw Error("unknown chain:", typed.value, range_words(std::size_t{0}, chains - 1) + "; off", typed.path);
  show_view(wanted, *panes_, picture_);
}

void MainWindow::connect_files() {
  files_ = new Files({.window = *this,
                      .picture = picture_,
                      .plots = plots(),
                      .panes = [this] { return panes_.get(); },
                      .post = [this](Command command) { post(std::move(command)); },
                      .lay_out = [this] { lay_out(0); },
                      .open = [this](const Preset& preset) { open_run(preset); },
                      .bookmarks =
                          [this] {
                            const std::set<double>& all = scrub_->bookmarks();
                            return std::vector<double>(all.begin(), all.end());
                          }},
                     actions_);
  if (options_.keep_session) files_->keep_session();
}

void MainWindow::connect_view_actions() {
  const auto option = [this](const char* id, bool View::*flag) {
    on(id, [this, flag](bool shown) { post([this, flag, shown] { picture_.view.*flag = shown; }); });
  };
  option("trails", &View::trails);
  option("contours", &View::contours);
  option("marginals", &View::marginals);
  option("scales", &View::scales);
  on("show", [this] { post([this] { picture_.show_next(); }); });
  on("interface", [this](bool shown) {
    post([this, shown] { presentation_->on() ? leave_full_screen() : show_interface(shown); });
  });
  const auto zoom = [this](double factor) {
    const QSizeF size = picture_.cells().size();
    picture_.navigation().zoom(factor, {size.width() / 2, size.height() / 2}, size);
  };
  // A panel that opens brings the hidden overlays back.
  const auto panel = [this](const char* id, auto show) {
    on(id, [this, show](bool shown) {
      post([this, show, shown] {
        if (shown) picture_.interface_shown = true;
        show(shown);
      });
    });
  };
  panel("microscope", [this](bool shown) {
    picture_.microscope().shown = shown;
    if (shown) picture_.sites_panel().shown = true;  // which has the proposals of sites
  });
  panel("sites", [this](bool shown) { picture_.sites_panel().shown = shown; });
  panel("dissect", [this](bool shown) { panes_->follow(shown ? std::optional(0u) : std::nullopt); });
  on("part_next", [this] { post([this] { panes_->step_part(true); }); });
  on("part_back", [this] { post([this] { panes_->step_part(false); }); });
  panel("tune", [this](bool shown) { picture_.tuning_shown = shown; });
  panel("graph", [this](bool shown) { show_graph(shown); });
  panel("map", [this](bool shown) {
    panes_->focused().parameters().shown = shown ? ParameterPlots::Shown::curve : ParameterPlots::Shown::none;
  });
  on("zoom_in", [this, zoom] { post([zoom] { zoom(1.25); }); });
  on("zoom_out", [this, zoom] { post([zoom] { zoom(0.8); }); });
  on("zoom_fit", [this] { post([this] { picture_.navigation().fit_again(); }); });
  on("projector", [this](bool shown) { set_theme(shown ? "projector" : theme_before_projector_); });
  on("present", [this] {
    if (presentation_->on() && isFullScreen()) return leave_full_screen();
    present(true);
    showFullScreen();
  });
  on("caption", [this] {
    if (presentation_->on()) presentation_->fold_caption();
  });
  on("lecture_end", [] {});  // what the lecturer does not do without a lecture, a notice explains
  on("larger", [this] { enlarge(1.125); });
  on("smaller", [this] { enlarge(1 / 1.125); });
}

void MainWindow::enlarge(double factor) {
  const double before = text_scale();
  set_interface_scale(before / text_factor(ergo::palette(theme_)) * factor);
  if (factor > 1 && text_scale() == before)
    post([this] { picture_.toast("This window is too small for larger text."); });
}

void MainWindow::pick(Position place) {
  Session& session = panes_->focused().session();
  if (picture_.microscope().shown && session.target_descriptor().space == Space::lattice)
    picture_.microscope().toggle_pin(session, place);
  if (!panes_->followed()) return;
  const Projection shown = projection(session, picture_.view.coordinates);
  if (const auto chain = nearest_chain(shown, session.target(), session.read(), place)) panes_->follow(chain);
}

void MainWindow::connect_compare_actions() {
  const auto compare = [this](const char* id, auto command) {
    on(id, [this, command] { post([this, command] { command(*panes_); }); });
  };
  compare("duplicate", [](Panes& panes) { panes.duplicate(); });
  compare("remove", [](Panes& panes) { panes.remove(); });
  compare("single", [](Panes& panes) { panes.keep_focused(); });
  compare("next_pane", [](Panes& panes) { panes.set_focus((panes.focus() + 1) % panes.count()); });
  compare("equal_gradients", [](Panes& panes) { panes.set_pace(Pace::gradients); });
  compare("equal_steps", [](Panes& panes) { panes.set_pace(Pace::steps); });
  on("bookmark", [this] { scrub_->toggle_bookmark(); });
  compare("previous_mark", [this](Panes& panes) { panes.seek(scrub_->neighbour(false)); });
  compare("next_mark", [this](Panes& panes) { panes.seek(scrub_->neighbour(true)); });
  connect(scrub_, &ScrubBar::sought, this,
          [this](double moment) { post([this, moment] { panes_->seek(moment); }); });
  on("freeze", [this] {
    if (!panes_) return;
    const std::vector<RunConfig> configs = panes_->configs();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < configs.size(); ++i)
      names.push_back(tr("%1 (kept)").arg(QString::fromStdString(run_name(configs, i))).toStdString());
    panes_->keep_curves(names);
    show_runs();
  });
  on("forget_ghosts", [this] {
    if (!panes_) return;
    panes_->forget_kept_curves();
    show_runs();
  });
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

void MainWindow::keyPressEvent(QKeyEvent* event) {
  const int digit = event->key() - Qt::Key_1;
  if (digit >= 0 && digit < 9 && event->modifiers() == Qt::NoModifier) return open_preset(digit);
  QMainWindow::keyPressEvent(event);
}

void MainWindow::set_theme(const std::string& id) {
  ergo::palette(id);  // throws for an unknown one
  if (theme_ != "projector" && !theme_.empty()) theme_before_projector_ = theme_;
  theme_ = id;
  // Large text, or several cells, leave little room for the panel.
  picture_.panel().fold(id == "projector" || (panes_ && panes_->count() > 1));
  apply_theme();
}

double MainWindow::text_scale() const {
  if (presentation_->on()) return presentation_->picture_scale();
  return ergo::text_scale(ergo::palette(theme_), options_.interface_scale, size());
}

void MainWindow::apply_theme() {
  const Palette& colours = ergo::palette(theme_);
  const double scale = shown_scale_ = text_scale();
  const bool presenting = presentation_->on();
  const QSize before = size();
  if (!presenting) panels_->make_room(scale);
  QApplication::setPalette(qt_palette(colours));
  if (const QString sheet = style_sheet(colours, scale); sheet != styleSheet()) setStyleSheet(sheet);
  panels_->set_theme(theme_);
  picture_.set_theme(colours, presenting ? presentation_->picture_scale() : scale);
  plots().set_theme(colours, presenting ? presentation_->plots_scale() : scale);
  scrub_->set_theme(colours, scale);
  formula_->set_palette(colours);
  actions_.at("projector")->setChecked(theme_ == "projector");
  actions_.at("theme." + QString::fromStdString(theme_))->setChecked(true);
  run_bar_->set_scale(scale);
  panels_->set_scale(presenting ? presentation_->unit() : scale, theme_ == "projector");
  fit();
  lecturer_->notes().set_scale(options_.interface_scale);
  layout()->activate();
  if (!isMaximized() && !isFullScreen()) resize(before);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  panels_->fit();
  if (text_scale() != shown_scale_) return apply_theme();
  fit();
}

void MainWindow::fit() {
  run_bar_->fit(width());
  fit_menus(*menuBar());
  status_->fit();
}

}  // namespace ergo
