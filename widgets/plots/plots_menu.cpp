// Which plots are on screen: what a preset proposes, what the user chooses from the menu.
#include <QActionGroup>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QWidgetAction>
#include <algorithm>

#include "widgets/base/theme.h"
#include "widgets/plots/plots.h"

namespace ergo {

void Plots::fill_menu() {
  for (QMenu* group : groups_) delete group;
  groups_.clear();
  found_.clear();
  menu_->clear();
  add_abscissas();
  menu_->addSeparator();
  add_search();
  for (const Plot* plot : plots_) {
    const QString &id = plot->subject().id, &title = plot->subject().group;
    auto group = std::ranges::find(groups_, title, &QMenu::title);
    if (group == groups_.end()) group = groups_.insert(group, menu_->addMenu(title));
    (*group)->setToolTipsVisible(true);
    QAction* action = (*group)->addAction(plot->subject().title);
    action->setObjectName("plot." + id);
    action->setToolTip(wrapped(plot->subject().help));
    action->setCheckable(true);
    action->setChecked(!plot->isHidden());
    connect(action, &QAction::toggled, this, [this, id](bool shown) { show_plot(id, shown); });
  }
}

void Plots::add_abscissas() {
  const std::pair<const char*, QString> axes[] = {{"abscissa.gradients", tr("Against gradient evaluations")},
                                                  {"abscissa.steps", tr("Against steps")},
                                                  {"abscissa.seconds", tr("Against seconds of stepping")}};
  auto* group = new QActionGroup(menu_);
  for (int i = 0; i < 3; ++i) {
    QAction* axis = menu_->addAction(axes[i].second);
    axis->setObjectName(axes[i].first);
    connect(axis, &QAction::triggered, this, [this, i] { set_abscissa(static_cast<Abscissa>(i)); });
    axis->setCheckable(true);
    axis->setChecked(static_cast<int>(abscissa_) == i);
    group->addAction(axis);
  }
}

void Plots::add_search() {
  auto* field = new QWidgetAction(menu_);
  search_ = new QLineEdit;
  search_->setObjectName("search_plots");
  search_->setPlaceholderText(tr("Search plots"));
  search_->setClearButtonEnabled(true);
  field->setDefaultWidget(search_);
  menu_->addAction(field);
  connect(search_, &QLineEdit::textChanged, this, &Plots::search);
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    if (!found_.isEmpty()) found_.front()->trigger();
  });
}

void Plots::search(const QString& words) {
  for (QAction* entry : found_) menu_->removeAction(entry);
  found_.clear();
  for (QMenu* group : groups_) {
    group->menuAction()->setVisible(words.isEmpty());
    if (words.isEmpty()) continue;
    for (QAction* entry : group->actions())
      if (entry->text().contains(words, Qt::CaseInsensitive) ||
          entry->objectName().section('.', 1).contains(words, Qt::CaseInsensitive))
        found_ += entry;
  }
  menu_->addActions(found_);
}

void Plots::begin_search() {
  search_->clear();
  for (QAction* entry : menu_->actions())
    if (auto* field = qobject_cast<QWidgetAction*>(entry); field && field->defaultWidget() == search_)
      menu_->setActiveAction(field);
}

void Plots::open_menu(Plot& plot, QPoint at) {
  for (const char* id : {"export_plot", "logarithmic_x", "logarithmic_y"})
    if (auto* old = menu_->findChild<QAction*>(id)) delete old;
  QAction* const first = menu_->actions().front();
  const auto toggle = [&](const char* id, const QString& text, bool on, void (Plot::*set)(bool)) {
    auto* action = new QAction(text, menu_);
    action->setObjectName(id);
    action->setCheckable(true);
    action->setChecked(on);
    connect(action, &QAction::toggled, &plot, set);
    menu_->insertAction(first, action);
  };
  toggle("logarithmic_x", tr("Logarithmic horizontal axis"), plot.logarithmic_x(), &Plot::set_logarithmic_x);
  toggle("logarithmic_y", tr("Logarithmic vertical axis"), plot.logarithmic_y(), &Plot::set_logarithmic_y);
  auto* action = new QAction(tr("Export this plot…"), menu_);
  action->setObjectName("export_plot");
  connect(action, &QAction::triggered, &plot, [this, &plot] { emit export_wanted(plot.subject().id); });
  menu_->insertAction(first, action);
  menu_->popup(at);
}

bool Plots::wanted(const Plot& plot) const {
  const auto& [id, column] = std::tie(plot.subject().id, plot.subject().column);
  const auto& choices = proposed_ ? since_ : chosen_;
  if (const auto choice = choices.find(id); choice != choices.end()) return choice->second;
  return proposed_ ? proposed_->contains(column) : usual_.at(id);
}

void Plots::propose(const std::optional<std::vector<std::string>>& ids) {
  proposed_.reset();
  since_.clear();
  if (ids) {
    proposed_.emplace();
    for (const std::string& id : *ids) proposed_->append(QString::fromStdString(id));
  }
  arrange();
  scroll_->verticalScrollBar()->setValue(0);
  refresh();
  fill_menu();
}

void Plots::show_plot(const QString& id, bool shown) {
  (proposed_ ? since_ : chosen_)[id] = shown;
  if (auto* action = menu_->findChild<QAction*>("plot." + id)) action->setChecked(shown);
  Plot* plot = find(id);
  if (!plot) return;
  arrange();
  plot->refresh();
}

}  // namespace ergo
