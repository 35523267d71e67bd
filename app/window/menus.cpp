#include "app/window/menus.h"

#include <QActionGroup>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QStyleOption>

#include "core/settings/lecture.h"
#include "core/settings/outline.h"
#include "core/view/palette.h"

namespace ergo {
namespace {

void add(QMenu* menu, const std::map<QString, QAction*>& actions, std::initializer_list<const char*> ids) {
  for (const QString id : ids)
    id.isEmpty() ? menu->addSeparator() : (menu->addAction(actions.at(id)), nullptr);
}

}  // namespace

void build_menus(QMainWindow& window, std::map<QString, QAction*>& actions, const QList<QAction*>& panels,
                 QMenu& plots, QMenu& compare, const std::function<void(const std::string&)>& choose_theme,
                 const std::function<void(const std::string&)>& open_lecture) {
  QMenuBar* bar = window.menuBar();
  auto* brand = new QLabel("Ergoscope");
  brand->setObjectName("brand");
  bar->setCornerWidget(brand, Qt::TopLeftCorner);
  add(bar->addMenu(QObject::tr("&File")), actions,
      {"open", "open_shared", "reopen", "save_session", "", "share", "export", "record", "", "quit"});
  QMenu* view = bar->addMenu(QObject::tr("&View"));
  add(view, actions,
      {"trails", "contours", "marginals", "scales", "dissect", "microscope", "sites", "graph", "map", "tune", "show",
       "interface", "", "zoom_in", "zoom_out", "zoom_fit", ""});
  QMenu* themes = view->addMenu(QObject::tr("Theme"));
  auto* group = new QActionGroup(&window);
  for (const std::string& id : palette_ids()) {
    QString name = QString::fromStdString(id);
    name[0] = name[0].toUpper();
    QAction* action = themes->addAction(name);
    action->setCheckable(true);
    group->addAction(action);
    actions.emplace("theme." + QString::fromStdString(id), action);
    QObject::connect(action, &QAction::triggered, &window, [choose_theme, id] { choose_theme(id); });
  }
  add(view, actions, {"projector", "", "larger", "smaller", "present", "", "find"});
  view->addActions(panels);
  QMenu* run = bar->addMenu(QObject::tr("&Run"));
  add(run, actions,
      {"run", "step", "back", "part_next", "part_back", "", "previous_mark", "next_mark", "bookmark", "",
       "reset", "rewind", "new_seed", "", "undo", "redo"});
  run->addMenu(QObject::tr("History of changes"))->setObjectName("history");
  add(run, actions, {"", "formula", "edit_density", "edit_as_modes", "edit_as_picture", "remove_mode", "", "command_line"});
  bar->addMenu(&compare);
  QMenu* lectures = bar->addMenu(QObject::tr("&Lecture"));
  for (const std::string& name : lecture_names()) {
    QAction* action =
        lectures->addAction(QString::fromStdString(lecture_outline(name).title).replace('&', "&&"));
    action->setObjectName("lecture." + QString::fromStdString(name));
    QObject::connect(action, &QAction::triggered, &window, [open_lecture, name] { open_lecture(name); });
  }
  add(lectures, actions,
      {"lecture_open", "", "cue_next", "cue_previous", "", "blank", "caption", "notes", "", "lecture_end"});
  bar->addMenu(&plots);
  add(bar->addMenu(QObject::tr("&Help")), actions, {"guide", "glossary", "help", "", "details", "about"});
}

void fit_menus(QMenuBar& bar) {
  QWidget* brand = bar.cornerWidget(Qt::TopLeftCorner);
  QStyleOptionMenuItem option;
  option.initFrom(&bar);
  int needed = brand->sizeHint().width();
  for (const QAction* menu : bar.actions()) {
    const QSize words = bar.fontMetrics().size(Qt::TextShowMnemonic, menu->text());
    needed += bar.style()->sizeFromContents(QStyle::CT_MenuBarItem, &option, words, &bar).width() +
              bar.style()->pixelMetric(QStyle::PM_MenuBarItemSpacing, &option, &bar);
  }
  brand->adjustSize();  // its height is what the bar centres
  brand->setVisible(needed <= bar.width());
  bar.setCornerWidget(brand, Qt::TopLeftCorner);  // lays it out anew
}

}  // namespace ergo
