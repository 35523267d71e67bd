#pragma once

#include <QMenu>
#include <functional>
#include <map>

#include "core/run/session.h"

namespace ergo {

/// Menu for runs side by side. It lists the samplers that may run beside the session in focus, and what is
/// kept equal between all runs.
class CompareMenu : public QMenu {
  Q_OBJECT

 public:
  /// `session` gives the one in focus, or null.
  CompareMenu(const std::map<QString, QAction*>& actions, std::function<const Session*()> session,
              QWidget* parent);

 signals:
  /// Emits the id of the sampler to run beside the others.
  void chosen(const QString& sampler);

 private:
  void list_samplers();

  std::function<const Session*()> session_;
  QMenu* samplers_;
};

}  // namespace ergo
