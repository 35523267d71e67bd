#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <string>

namespace ergo {

/// Has `ergo compile` beside this program run once for each version and device, at the lowest priority: the
/// driver then has on disk what it compiled, and switching to another sampler or target does not wait for it.
/// Where that does not work everything compiles when it is first used.
class CompileAhead : public QObject {
  Q_OBJECT

 public:
  /// `compiler`: the program `ergo`; none: the one beside this program. `folder`: where it is kept what has
  /// been done; none: in the user's cache.
  explicit CompileAhead(QObject* parent = nullptr, const QString& compiler = {}, const QString& folder = {});
  ~CompileAhead() override;
  /// All pairs, the target's first.
  void begin(const std::string& device, const std::string& target);

 signals:
  void done();

 private:
  QString folder_, program_, mark_;
  QProcess process_;
  bool all_ = false;  ///< under way are all pairs, not the target's alone
};

}  // namespace ergo
