#pragma once

#include <QMenu>

#include "tests/window/window_fixture.h"

namespace ergo {

class PlotsTest : public WindowTest {
 protected:
  bool shown(const QString& id) {
    const Plot* plot = window().plots().find(id);
    EXPECT_TRUE(plot) << id.toStdString();
    return plot && plot->isVisible();
  }
  QAction* entry(const QString& id) { return window().plots().menu().findChild<QAction*>("plot." + id); }
};

}  // namespace ergo
