#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>

namespace ergo {

/// Does what only the window's thread can do, and takes long, in portions: one in a turn of the event loop,
/// so that the window goes on meanwhile. One that is destroyed stops.
class PortionedTask : public QObject {
  Q_OBJECT

 public:
  /// Does a portion; false where it was the last one. May throw Error, which ends them.
  using Portion = std::function<bool()>;

  explicit PortionedTask(Portion portion, QObject* parent = nullptr);

 signals:
  /// `error` is empty where all is done.
  void finished(const QString& error);

 private:
  void turn();

  Portion portion_;
  QTimer timer_;
};

}  // namespace ergo
