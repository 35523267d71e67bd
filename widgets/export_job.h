#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <thread>
#include <variant>
#include <vector>

#include "core/io/preset.h"
#include "core/io/run_clip.h"
#include "core/io/run_recorder.h"

namespace ergo {

/// Makes runs again from their journals, in a thread and (on the GPU) a context of its own, and keeps it.
/// What is on screen goes on meanwhile. A job that is cancelled or destroyed leaves an older file as it was.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  using Record = std::variant<RunRecord, ClipRecord>;

  /// `backend`: what the runs on screen use, so that the states are the same.
  ExportJob(std::vector<PresetSession> runs, Pace pace, BackendKind backend, Record record,
            QObject* parent = nullptr);
  ~ExportJob() override;
  void cancel() { cancelled_ = true; }

 signals:
  /// Steps done of all.
  void progressed(double share);
  /// `error` is empty where all is written; `state` is the hash of the last step, of each run.
  void finished(const QString& error, const QString& state);

 private:
  void run(const std::vector<PresetSession>& runs, Pace pace, const Record& record);
  /// Writes the file; the states at its end.
  QString make(const std::vector<PresetSession>& runs, Pace pace, const Record& record);

  std::atomic<bool> cancelled_ = false;
  std::thread thread_;
};

}  // namespace ergo
