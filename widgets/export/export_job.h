#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include "core/backend/backend.h"
#include "core/gl/context.h"

namespace ergo {

/// What a job's thread computes and draws with; its context is made when first needed.
class Workshop {
 public:
  BackendFactory factory();
  void make_current();

 private:
  std::optional<OffscreenContext> context_;
};

/// Does what takes long for an export in a thread and (where it draws or its runs are on the GPU) a context
/// of its own, and keeps it. What is on screen goes on meanwhile. A job that is cancelled or destroyed leaves
/// an older file as it was.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  /// Gets the share that is done, now and then; throws where the job is cancelled.
  using Progress = std::function<void(double share)>;
  /// What is done in the thread; returns what to tell of it at the end.
  using Task = std::function<QString(Workshop&, const Progress&)>;

  explicit ExportJob(Task task, QObject* parent = nullptr) : QObject(parent), task_(std::move(task)) {}
  ~ExportJob() override;
  /// Begins, once; after its signals are connected, or a short task has ended before.
  void start();
  void cancel() { cancelled_ = true; }
  /// What is told of one that is cancelled.
  static QString cancelled_words() { return tr("Cancelled: nothing was written."); }

 signals:
  void progressed(double share);
  /// `error` is empty where all is done.
  void finished(const QString& error, const QString& words);

 private:
  void run();

  Task task_;
  std::atomic<bool> cancelled_ = false;
  std::thread thread_;
};

}  // namespace ergo
