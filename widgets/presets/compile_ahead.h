#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <string>

namespace ergo {

/// Runs `ergo compile` once for each version and device, at the lowest priority. It expects the program
/// `ergo` beside this one. The driver then keeps the compiled shaders on disk, so that switching to another
/// sampler or target does not wait for compilation. If this fails, each shader is compiled when it is first
/// used.
class CompileAhead : public QObject {
  Q_OBJECT

 public:
  /// `compiler` is the path of `ergo`; if empty, the one beside this program. `folder` holds the record of
  /// what has been compiled; if empty, it is in the user's cache.
  explicit CompileAhead(QObject* parent = nullptr, const QString& compiler = {}, const QString& folder = {});
  ~CompileAhead() override;
  /// Compiles all pairs of sampler and target, those of `target` first.
  void begin(const std::string& device, const std::string& target);

 signals:
  void done();

 private:
  QString folder_, program_, mark_;
  QProcess process_;
  bool all_ = false;  ///< whether the process compiles all pairs, not only the target's
};

}  // namespace ergo
