// What the window tells of the runs: what an edit changed besides, why a key has no effect, how the runs differ from
// their preset, what edits there were, what a search finds.
#include "app/window/main_window.h"

#include <QMenu>
#include <algorithm>
#include <utility>

#include "app/window/findings.h"
#include "app/window/no_effect.h"
#include "core/config/other_space.h"
#include "core/config/run_paths.h"

namespace ergo {

void MainWindow::edit(const std::vector<Assignment>& assignments) {
  const std::vector<RunConfig> before = panes_->configs();
  panes_->assign(assignments);
  Assignment asked = assignments.back();
  if (asked.path.starts_with("target."))  // of a target that was chosen with it
    for (const Assignment& edit : assignments)
      if (edit.path == "target") asked = edit;
  asked.path = run_path(asked.path, before.size()).path;
  const std::string words = changed_besides(before, panes_->configs(), asked);
  if (!words.empty()) notice(words, "Undo", [this] { panes_->undo(); });
}

void MainWindow::notice(const std::string& words, const std::string& button, Command pressed) {
  picture_.notice(words, button);
  noticed_ = std::move(pressed);
  noticed_edit_ = panes_->edit_revision();
}

void MainWindow::answer_notice() {
  const bool pressed = picture_.toast().take_pressed();
  if (!noticed_) return;
  if (pressed) return guarded(std::exchange(noticed_, {}));
  if (noticed_edit_ == panes_->edit_revision()) return;
  noticed_ = {};
  if (!picture_.toast().button().isEmpty()) picture_.toast({});
}

bool MainWindow::refused(const char* action) {
  if (!panes_) return false;
  const std::string reason =
      no_effect(action, {*panes_, picture_, presentation_->on(), lecturer_->lecture().has_value()});
  if (reason.empty()) return false;
  post([this, reason] { picture_.toast(reason); });
  return true;
}

void MainWindow::show_interface(bool shown) {
  picture_.interface_shown = shown;
  picture_.toast(shown ? "" : "Overlays are hidden. Esc shows them again.");
}

void MainWindow::show_graph(bool shown) {
  GraphPanel& graph = picture_.graph_panel();
  const Session& session = panes_->focused().session();
  graph.shown = shown;
  const Space space = session.target_descriptor().space;
  if (!shown || space == Space::lattice || graph.subject() == "ising") return;
  graph.open("ising");
  picture_.toast(std::string("A state graph of the run ") + needed_by(Space::lattice) + "; " +
                 session.target_descriptor().title + " is " + kind_of(space) +
                 ". Shown: " + ising_descriptor().title + ".");
}

namespace {

/// "HMC and NUTS on Banana".
QString units_words(const std::vector<RunConfig>& runs) {
  QStringList titles;
  for (const RunConfig& run : runs) {
    const QString title = QString::fromStdString(sampler_unit(run.sampler.id).descriptor.title);
    if (!titles.contains(title)) titles << title;
  }
  return QObject::tr("%1 on %2").arg(
      titles.join(", "), QString::fromStdString(target_descriptor(runs.front()).title));
}

bool same_units(const RunConfig& run, const PresetSession& of_preset) {
  return run.sampler.id == of_preset.config.sampler.id && run.target.id == of_preset.config.target.id;
}

}  // namespace

PresetChange MainWindow::preset_change() const {
  const std::vector<const Session*> sessions = panes_->sessions();
  const std::vector<RunConfig> runs = panes_->configs();
  const auto untouched = [](const Session* session, const PresetSession& of_preset) {
    return session->initial() == of_preset.config && session->journal() == of_preset.journal;
  };
  const auto set_alike = [](const RunConfig& run, const PresetSession& of_preset) {
    return run == of_preset.config && of_preset.journal.empty();
  };
  if (preset_runs_.empty() || std::ranges::equal(sessions, preset_runs_, untouched) ||
      std::ranges::equal(runs, preset_runs_, set_alike))
    return {};
  return {true, std::ranges::equal(runs, preset_runs_, same_units) ? QString() : units_words(runs)};
}

void MainWindow::show_change() {
  constexpr double least_letters = 18;  // pixels at 1280x720
  const PresetChange change = preset_change();
  presets().show_change(change);
  question_->ask(change.changed || lecturer_->lecture() ? QString() : asked_);
  const bool presents = presentation_->on();
  question_->set_letters(presents ? std::optional(qRound(least_letters * presentation_->unit())) : std::nullopt,
                         !presents && theme_ != "projector");
}

void MainWindow::list_history() {
  QMenu& menu = *findChild<QMenu*>("history");
  menu.clear();
  if (!panes_) return;
  const Panes::EditHistory history = panes_->edit_history();
  const auto add = [&](const QString& words, std::size_t made) {
    QAction* action = menu.addAction(QString(words).replace('&', "&&"));
    action->setCheckable(true);
    action->setChecked(made == history.made.size());
    connect(action, &QAction::triggered, this, [this, made] { post([this, made] { panes_->go_to_edit(made); }); });
  };
  constexpr std::size_t most = 30;  // of each kind, the nearest
  std::vector<std::string> all = history.made;
  all.insert(all.end(), history.taken_back.begin(), history.taken_back.end());
  const std::size_t first = history.made.size() - std::min(most, history.made.size());
  add(first == 0 ? tr("Before all changes") : tr("Before the changes below"), first);
  for (std::size_t i = first; i < std::min(all.size(), history.made.size() + most); ++i)
    add(QString::fromStdString(all[i]), i + 1);
}

void MainWindow::offer_findings() {
  if (!panes_) return;
  presets().set_findings(findings(panes_->focused().session().config(), plots().all(), actions_,
                                  {.edit = [this](std::vector<Assignment> edits) { assign(std::move(edits)); },
                                   .type = [this](const QString& begun) { begin_line(begun); },
                                   .show_plot =
                                       [this](const QString& id) {
                                         panels_->show_plots(true);
                                         plots().show_plot(id, true);
                                       }}));
}

void MainWindow::begin_line(const QString& begun) {
  post([this] { command_line_->offer(panes_->focused().session().config()); });
  command_line_->open(begun);
}

}  // namespace ergo
