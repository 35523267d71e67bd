#pragma once

#include <QMenu>
#include <functional>
#include <map>

#include "core/run/session.h"

namespace ergo {

/// The menu of runs side by side: which samplers may join the session in focus, and what all keep equal.
class CompareMenu : public QMenu {
  Q_OBJECT

 public:
  /// `session` gives the one in focus, or null.
  CompareMenu(const std::map<QString, QAction*>& actions, std::function<const Session*()> session,
              QWidget* parent);

 signals:
  /// A sampler's id, to be run beside.
  void chosen(const QString& sampler);

 private:
  void list_samplers();

  std::function<const Session*()> session_;
  QMenu* samplers_;
};

}  // namespace ergo
