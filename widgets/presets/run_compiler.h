#pragma once

#include <QObject>
#include <QProcess>
#include <QSet>
#include <QString>
#include <QStringList>

namespace ergo {

/// Compiles the programs of runs ahead of their use: `ergo compile` in a process of its own, with the
/// priority of this one, as somebody may wait for it. The driver then keeps them on disk, so that the run
/// does not wait for compilation. Runs are told by the words that `ergo compile` takes: units, and
/// assignments.
class RunCompiler : public QObject {
  Q_OBJECT

 public:
  /// `compiler` is the path of `ergo`; if empty, the one beside this program.
  explicit RunCompiler(const QString& compiler = {}, QObject* parent = nullptr);
  ~RunCompiler() override;
  /// Compiles these runs in place of what is in work. Does nothing if they are done or in work.
  void begin(const QStringList& words);
  /// Whether there is nothing to wait for: they are compiled, they cannot be, or there is no compiler.
  bool done(const QStringList& words) const;

 signals:
  void finished();

 private:
  void stop();

  QString program_;
  QProcess process_;
  QString in_work_;      ///< empty: nothing
  QSet<QString> ended_;  ///< with success or without
};

}  // namespace ergo
