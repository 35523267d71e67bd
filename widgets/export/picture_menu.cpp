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
  entry("export.picture", QObject::tr("Export picture…"), What::picture, false);
  entry("export.figure", QObject::tr("Export figure with axes…"), What::figure, false);
  entry("export.runs", QObject::tr("Export pictures above plots…"), What::runs, runs > 1);
  menu->addSeparator();
  entry("export.clip", QObject::tr("Export clip…"), What::clip, false);
  if (runs > 1) entry("export.clip_of_all", QObject::tr("Export clip (all runs)…"), What::clip, true);
  menu->addSeparator();
  entry("export.trajectory", QObject::tr("Export trajectories…"), What::trajectory, false);
  entry("export.metrics", QObject::tr("Export metrics…"), What::metrics, false);
  if (runs > 1) {
    entry("export.trajectories", QObject::tr("Export trajectories (all runs)…"), What::trajectory, true);
    entry("export.all_metrics", QObject::tr("Export metrics (all runs)…"), What::metrics, true);
  }
  menu->addSeparator();
  for (const char* id : {"share", "save_session", "details"}) menu->addAction(actions.at(id));
  menu->addSeparator();
  for (const char* id : {"show", "zoom_fit", "export"}) menu->addAction(actions.at(id));
  return menu;
}

}  // namespace ergo
