#pragma once

#include <QObject>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "widgets/presets/run_compiler.h"

namespace ergo {

class FormulaBar;

/// A typed text's way into the run. Its programs are compiled beside the run once nobody types on; when it is
/// entered before they are, the run goes on until then.
class FormulaEntry : public QObject {
  Q_OBJECT

 public:
  struct Host {
    FormulaBar& bar;
    std::function<std::vector<RunConfig>()> runs;
    std::function<void(const std::string& target, const std::string& text)> enter;  ///< makes the edit
  };
  /// `compiler`: the path of `ergo`; if empty, the one beside this program.
  FormulaEntry(Host host, const QString& compiler, QObject* parent);
  /// A text that has been entered is no longer wanted: there are other runs.
  void forget();

 private:
  struct Entered {
    std::string target, text;
    QStringList words;
  };
  void begin(const QString& target, const QString& text);
  void take(const QString& target, const QString& text);
  void enter_compiled();
  /// What `ergo compile` is to compile for the runs with this text; empty if it has a mistake.
  QStringList words_for(const QString& target, const QString& text) const;

  Host host_;
  RunCompiler compiler_;
  std::optional<Entered> waiting_;
};

}  // namespace ergo
