// Which plots are on screen: what a preset proposes, what the user chooses from the menu.
#include <QActionGroup>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>

#include "widgets/plots.h"
#include "widgets/theme.h"

namespace ergo {

void Plots::fill_menu() {
  menu_->clear();
  const auto add = [this](const char* id, const QString& text, const auto& reaction) {
    QAction* action = menu_->addAction(text);
    action->setObjectName(id);
    connect(action, &QAction::triggered, this, reaction);
    return action;
  };
  const std::pair<const char*, QString> axes[] = {{"abscissa.gradients", tr("Against gradient evaluations")},
                                                  {"abscissa.steps", tr("Against steps")},
                                                  {"abscissa.seconds", tr("Against seconds of stepping")}};
  auto* group = new QActionGroup(menu_);
  for (int i = 0; i < 3; ++i) {
    QAction* axis = add(axes[i].first, axes[i].second, [this, i] { set_abscissa(static_cast<Abscissa>(i)); });
    axis->setCheckable(true);
    axis->setChecked(static_cast<int>(abscissa_) == i);
    group->addAction(axis);
  }
  menu_->addSeparator();
  for (const Plot* plot : plots_) {
    const QString id = plot->subject().id;
    QAction* action = menu_->addAction(plot->subject().title);
    action->setObjectName("plot." + id);
    action->setToolTip(wrapped(plot->subject().help));
    action->setCheckable(true);
    action->setChecked(!plot->isHidden());
    connect(action, &QAction::toggled, this, [this, id](bool shown) { show_plot(id, shown); });
  }
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

bool Plots::wanted(const QString& id) const {
  if (proposed_) return proposed_->contains(id);
  const auto choice = chosen_.find(id);
  return choice == chosen_.end() ? usual_.at(id) : choice->second;
}

void Plots::propose(const std::optional<std::vector<std::string>>& ids) {
  proposed_.reset();
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
  if (!proposed_)
    chosen_[id] = shown;
  else if (!shown)
    proposed_->removeAll(id);
  else if (!proposed_->contains(id))
    proposed_->append(id);
  if (auto* action = menu_->findChild<QAction*>("plot." + id)) action->setChecked(shown);
  Plot* plot = find(id);
  if (!plot) return;
  arrange();
  plot->refresh();
}

}  // namespace ergo
