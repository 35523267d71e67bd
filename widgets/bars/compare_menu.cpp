#include "widgets/bars/compare_menu.h"

#include <QActionGroup>
#include <utility>

#include "core/config/other_space.h"

namespace ergo {

CompareMenu::CompareMenu(const std::map<QString, QAction*>& actions, std::function<const Session*()> session,
                         QWidget* parent)
    : QMenu(tr("&Compare"), parent), session_(std::move(session)), samplers_(addMenu(tr("Add run"))) {
  samplers_->setObjectName("run_beside");
  samplers_->setToolTipsVisible(true);
  connect(samplers_, &QMenu::aboutToShow, this, &CompareMenu::list_samplers);
  for (const char* id : {"duplicate", "remove", "single", "next_pane"}) addAction(actions.at(id));
  addSeparator();
  auto* pace = new QActionGroup(this);
  for (const char* id : {"equal_gradients", "equal_steps"}) {
    addAction(actions.at(id));
    pace->addAction(actions.at(id));
  }
  addSeparator();
  for (const char* id : {"freeze", "forget_ghosts"}) addAction(actions.at(id));
}

void CompareMenu::list_samplers() {
  samplers_->clear();
  const Session* session = session_();
  if (!session) return;
  for (const auto& unit : samplers()) {
    const Descriptor& sampler = unit.descriptor;
    const QString id = QString::fromStdString(sampler.id);
    QAction* action = samplers_->addAction(QString::fromStdString(sampler.title));
    action->setObjectName("beside." + id);
    if (const std::string lacks = lacks_for(sampler.id, session->config()); !lacks.empty()) {
      action->setEnabled(false);
      action->setToolTip(tr("%1 %2.").arg(action->text(), QString::fromStdString(lacks)));
    }
    connect(action, &QAction::triggered, this, [this, id] { emit chosen(id); });
  }
}

}  // namespace ergo
