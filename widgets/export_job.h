#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <thread>

#include "core/io/run_recorder.h"

namespace ergo {

/// Makes a run again from its journal, in a thread and (on the GPU) a context of its own, and keeps it. The
/// run on screen goes on meanwhile. A job that is cancelled or destroyed leaves an older file as it was.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  /// `backend`: what the run on screen uses, so that the states are the same.
  ExportJob(RunConfig initial, Journal journal, BackendKind backend, RunRecord record,
            QObject* parent = nullptr);
  ~ExportJob() override;
  void cancel() { cancelled_ = true; }

 signals:
  /// Steps done of all.
  void progressed(double share);
  /// `error` is empty where all is written; `state` is the hash of the last step.
  void finished(const QString& error, const QString& state);

 private:
  void run(const RunConfig& initial, const Journal& journal, const RunRecord& record);
  void make(const RunConfig& initial, const Journal& journal, const RunRecord& record);

  std::atomic<bool> cancelled_ = false;
  std::thread thread_;
};

}  // namespace ergo
