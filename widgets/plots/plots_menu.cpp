#include "widgets/plots/plots_menu.h"

#include <QActionGroup>
#include <QLineEdit>
#include <QWidgetAction>
#include <algorithm>

#include "widgets/base/theme.h"
#include "widgets/plots/plot.h"

namespace ergo {

PlotsMenu::PlotsMenu(QWidget* parent) : QMenu(tr("&Plots"), parent) {
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &PlotsMenu::begin_search);
}

void PlotsMenu::fill(const std::vector<Plot*>& plots, Abscissa abscissa) {
  for (QMenu* group : groups_) delete group;
  groups_.clear();
  found_.clear();
  clear();
  add_abscissas(abscissa);
  addSeparator();
  add_search();
  for (const Plot* plot : plots) {
    const QString &id = plot->subject().id, &title = plot->subject().group;
    auto group = std::ranges::find(groups_, title, &QMenu::title);
    if (group == groups_.end()) group = groups_.insert(group, addMenu(title));
    (*group)->setToolTipsVisible(true);
    QAction* action = (*group)->addAction(plot->subject().title);
    action->setObjectName("plot." + id);
    action->setToolTip(wrapped(plot->subject().help));
    action->setCheckable(true);
    action->setChecked(!plot->isHidden());
    // Not with this menu as the receiver: a menu ends the connections of actions that are removed from it, which
    // search() does.
    connect(action, &QAction::toggled, action, [this, id](bool shown) { emit plot_toggled(id, shown); });
  }
  for (const Plot* plot : plots)
    if (auto group = std::ranges::find(groups_, plot->subject().group, &QMenu::title);
        !plot->own_entries().isEmpty() && !(*group)->actions().contains(plot->own_entries().front())) {
      (*group)->addSeparator();
      (*group)->addActions(plot->own_entries());
    }
}

void PlotsMenu::check(const QString& id, bool shown) {
  if (auto* action = findChild<QAction*>("plot." + id)) action->setChecked(shown);
}

void PlotsMenu::add_abscissas(Abscissa present) {
  const std::pair<const char*, QString> axes[] = {{"abscissa.gradients", tr("x-axis: gradient evaluations")},
                                                  {"abscissa.steps", tr("x-axis: steps")},
                                                  {"abscissa.seconds", tr("x-axis: compute time (s)")}};
  auto* group = new QActionGroup(this);
  for (int i = 0; i < 3; ++i) {
    QAction* axis = addAction(axes[i].second);
    axis->setObjectName(axes[i].first);
    connect(axis, &QAction::triggered, this, [this, i] { emit abscissa_chosen(static_cast<Abscissa>(i)); });
    axis->setCheckable(true);
    axis->setChecked(static_cast<int>(present) == i);
    group->addAction(axis);
  }
}

void PlotsMenu::add_search() {
  auto* field = new QWidgetAction(this);
  search_ = new QLineEdit;
  search_->setObjectName("search_plots");
  search_->setPlaceholderText(tr("Search plots"));
  search_->setClearButtonEnabled(true);
  field->setDefaultWidget(search_);
  addAction(field);
  connect(search_, &QLineEdit::textChanged, this, &PlotsMenu::search);
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    if (!found_.isEmpty()) found_.front()->trigger();
  });
}

void PlotsMenu::search(const QString& words) {
  for (QAction* entry : found_) removeAction(entry);
  found_.clear();
  for (QMenu* group : groups_) {
    group->menuAction()->setVisible(words.isEmpty());
    if (words.isEmpty()) continue;
    for (QAction* entry : group->actions())
      if (entry->text().contains(words, Qt::CaseInsensitive) ||
          entry->objectName().section('.', 1).contains(words, Qt::CaseInsensitive))
        found_ += entry;
  }
  addActions(found_);
}

void PlotsMenu::begin_search() {
  search_->clear();
  for (QAction* entry : actions())
    if (auto* field = qobject_cast<QWidgetAction*>(entry); field && field->defaultWidget() == search_)
      setActiveAction(field);
}

void PlotsMenu::open_for(Plot& plot, QPoint at) {
  for (const char* id : {"export_plot", "logarithmic_x", "logarithmic_y"})
    if (auto* old = findChild<QAction*>(id)) delete old;
  for (QAction* entry : std::as_const(of_plot_)) removeAction(entry);
  of_plot_ = plot.own_entries();
  QAction* const first = actions().front();
  insertActions(first, of_plot_);
  const auto toggle = [&](const char* id, const QString& text, bool on, void (Plot::*set)(bool)) {
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setCheckable(true);
    action->setChecked(on);
    connect(action, &QAction::toggled, &plot, set);
    insertAction(first, action);
  };
  toggle("logarithmic_x", tr("Logarithmic x-axis"), plot.logarithmic_x(), &Plot::set_logarithmic_x);
  toggle("logarithmic_y", tr("Logarithmic y-axis"), plot.logarithmic_y(), &Plot::set_logarithmic_y);
  auto* action = new QAction(tr("Export plot…"), this);
  action->setObjectName("export_plot");
  connect(action, &QAction::triggered, &plot, [this, &plot] { emit export_wanted(plot.subject().id); });
  insertAction(first, action);
  popup(at);
}

}  // namespace ergo
