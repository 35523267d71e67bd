#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <functional>

#include "core/base/stop.h"
#include "core/live/machine.h"

namespace ergo {

/// Does the long work of an export in its own thread, with a machine of its own. The window goes on meanwhile. A job that is cancelled or destroyed leaves an older file as it was.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  /// Is called with the share that is done; throws if the job was cancelled.
  using Progress = std::function<void(double share)>;
  /// The work done in the thread; returns the message for the end.
  using Task = std::function<QString(Machine&, const Progress&)>;

  /// Pictures are drawn by this renderer.
  ExportJob(Task task, Renderer renderer, QObject* parent = nullptr)
      : QObject(parent), task_(std::move(task)), renderer_(renderer) {}
  ~ExportJob() override;
  /// Starts the work. Call it once, after the signals are connected.
  void start();
  void cancel() { cancelled_ = true; }
  /// The message of a job that was cancelled.
  static QString cancelled_words() { return tr("Cancelled. Nothing was written."); }

 signals:
  void progressed(double share);
  /// `error` is empty if the job was finished.
  void finished(const QString& error, const QString& words);

 private:
  void run();

  Task task_;
  Renderer renderer_;
  std::atomic<bool> cancelled_ = false;
  StoppableThread thread_;  ///< last: it uses the members above
};

}  // namespace ergo
