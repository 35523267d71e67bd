#include "widgets/export/picture_menu.h"

#include <QAction>
#include <QMenu>

namespace ergo {

QMenu* make_picture_menu(QWidget& parent, const std::map<QString, QAction*>& actions, int runs,
                         const std::function<void(ExportRequest::What what, bool all_runs)>& ask) {
  using What = ExportRequest::What;
  auto* menu = new QMenu(&parent);
  menu->setObjectName("picture_menu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto entry = [&](const char* name, const QString& words, What what, bool all_runs) {
    QAction* action = menu->addAction(words);
    action->setObjectName(name);
    QObject::connect(action, &QAction::triggered, menu, [ask, what, all_runs] { ask(what, all_runs); });
  };
  entry("export.picture", QObject::tr("Export this picture…"), What::picture, false);
  entry("export.figure", QObject::tr("Export it among its axes…"), What::figure, false);
  menu->addSeparator();
  entry("export.clip", QObject::tr("Export a clip of this run…"), What::clip, false);
  if (runs > 1) entry("export.clip_of_all", QObject::tr("Export a clip of all runs…"), What::clip, true);
  menu->addSeparator();
  entry("export.trajectory", QObject::tr("Export this run's trajectories…"), What::trajectory, false);
  entry("export.metrics", QObject::tr("Export this run's metrics…"), What::metrics, false);
  if (runs > 1) {
    entry("export.trajectories", QObject::tr("Export all runs' trajectories…"), What::trajectory, true);
    entry("export.all_metrics", QObject::tr("Export all runs' metrics…"), What::metrics, true);
  }
  menu->addSeparator();
  for (const char* id : {"share", "save_session", "details"}) menu->addAction(actions.at(id));
  menu->addSeparator();
  for (const char* id : {"show", "zoom_fit", "export"}) menu->addAction(actions.at(id));
  return menu;
}

}  // namespace ergo
