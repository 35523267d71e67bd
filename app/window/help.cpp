#include "app/window/help.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "app/help/help_dialogs.h"
#include "widgets/base/commands.h"

namespace ergo {
namespace {

struct Group {
  QString title;
  std::vector<std::pair<QString, QString>> rows;  ///< keys and what they do
};

/// The commands that have keys, menu by menu, then the gestures.
std::vector<Group> groups(const QMenuBar& bar) {
  std::vector<Group> all;
  for (const QAction* entry : bar.actions()) {
    if (!entry->menu()) continue;
    Group group{entry->text().remove('&'), {}};
    for (const QAction* action : entry->menu()->actions())
      for (const Command& command : commands())
        if (*command.keys && action->objectName() == command.id)
          group.rows.push_back(
              {QString(command.keys).replace(' ', QObject::tr(" or ")), QString::fromUtf8(command.sentence)});
    if (!group.rows.empty()) all.push_back(std::move(group));
  }
  all.push_back(
      {QObject::tr("Presets and gestures"),
       {{"1 – 9", QObject::tr("Open the preset at that place in the list")},
        {QObject::tr("Wheel"), QObject::tr("Zoom in or out at the pointer")},
        {QObject::tr("Drag"), QObject::tr("Move the picture")},
        {QObject::tr("Drag from the followed chain"),
         QObject::tr("Set its momentum or direction")},
        {QObject::tr("Double click"), QObject::tr("Restart with all chains around the pointer")},
        {QObject::tr("Editing the density"),
         QObject::tr("Drag a handle to move, turn or widen a Gaussian; wheel on it for its weight; double click for "
                     "another one. On a painting: drag to paint")},
        {QObject::tr("Ctrl+click"), QObject::tr("Type a slider's value")},
        {QObject::tr("Right click"),
         QObject::tr("Export a picture or plot; choose plots")},
        {QObject::tr("Wheel, drag on a plot"),
         QObject::tr("Zoom and move the axes; a double click follows the data again")}}});
  return all;
}

QLabel* label(const QString& words, const char* name, QWidget* page) {
  auto* made = new QLabel(words, page);
  made->setObjectName(name);
  made->setWordWrap(true);
  made->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  made->ensurePolished();  // the theme's size of text
  return made;
}

/// A group's heading and rows at this width, in pixels.
QWidget* table(const Group& group, int width, QWidget* parent) {
  auto* page = new QWidget(parent);
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(3);
  grid->addWidget(label(group.title, "heading", page), 0, 0, 1, 2);
  for (const auto& [keys, sentence] : group.rows) {
    const int row = grid->rowCount();
    QLabel* const key = label(keys, "title", page);
    const int of_keys = key->fontMetrics().horizontalAdvance("Ctrl+Shift+W") + 2;
    key->setFixedWidth(of_keys);
    grid->addWidget(key, row, 0);
    QLabel* const words = label(sentence, "words", page);
    words->setFixedWidth(width - of_keys - grid->horizontalSpacing());
    grid->addWidget(words, row, 1);
  }
  return page;
}

constexpr int column_width = 23;  // heights of a line
constexpr int most_columns = 3;

void show_keys(QMainWindow* window) {
  auto* dialog = new QDialog(window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName("help");
  dialog->setWindowTitle(QObject::tr("Keys and gestures"));
  auto* outer = new QVBoxLayout(dialog);
  auto* page = new QWidget(dialog);
  auto* across = new QHBoxLayout(page);
  const int line = std::unique_ptr<QLabel>(label({}, "words", page))->fontMetrics().height();
  const QSize screen = dialog->screen()->availableSize() * 0.95;
  const int gap = line, around = 4 * line;
  const int columns =
      std::clamp((screen.width() - around + gap) / (column_width * line + gap), 1, most_columns);
  const int width = std::min(column_width * line, screen.width() - around);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(gap);

  // Groups stay whole and in the menus' order within a column; the longest first finds the shortest column.
  std::vector<QWidget*> tables;
  for (const Group& group : groups(*window->menuBar())) tables.push_back(table(group, width, page));
  std::vector<std::size_t> by_height(tables.size());
  std::iota(by_height.begin(), by_height.end(), 0);
  std::ranges::stable_sort(by_height, std::greater(),
                           [&](std::size_t i) { return tables[i]->heightForWidth(width); });
  std::vector<int> heights(columns), column_of(tables.size());
  for (const std::size_t i : by_height) {
    const auto shortest = std::ranges::min_element(heights);
    column_of[i] = static_cast<int>(shortest - heights.begin());
    *shortest += tables[i]->heightForWidth(width);
  }
  for (int column = 0; column < columns; ++column) {
    auto* down = new QVBoxLayout;
    down->setSpacing(0);
    for (std::size_t i = 0; i < tables.size(); ++i)
      if (column_of[i] == column) down->addWidget(tables[i]);
    down->addStretch();
    across->addLayout(down);
  }

  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(page);
  outer->addWidget(scroll);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  outer->addWidget(buttons);
  // At most as high as its contents.
  const int needed = std::ranges::max(heights) + around + buttons->sizeHint().height();
  dialog->resize(columns * (width + gap) - gap + around, std::min(needed, screen.height()));
  dialog->show();
}

}  // namespace

void connect_help(QMainWindow& window, const std::map<QString, QAction*>& actions,
                  const std::function<std::string()>& theme) {
  const auto on = [&](const char* id, auto show) {
    QObject::connect(actions.at(id), &QAction::triggered, &window, show);
  };
  on("help", [&window] { show_keys(&window); });
  on("guide", [&window, theme] { show_guide(window, theme()); });
  on("glossary", [&window] { show_glossary(window); });
  on("about", [&window] { show_about(window); });
}

}  // namespace ergo
