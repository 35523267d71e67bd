#pragma once

#include <QLineEdit>
#include <string>
#include <vector>

#include "core/config/run_config.h"

class QCompleter;
class QStringListModel;

namespace ergo {

inline constexpr const char* theme_path = "view.theme";  ///< of the window, which presets leave alone
/// Every path of how runs are shown, the theme's too; throws Error for another one.
std::vector<std::string> shown_paths();
void check_shown_path(const std::string& path);

/// A line to type assignments into, such as `sampler.step_size = 0.2`, completed as one types: every knob of
/// a run, and of how it is shown, by keyboard alone.
class CommandLine : public QLineEdit {
  Q_OBJECT

 public:
  explicit CommandLine(QWidget* parent = nullptr);
  /// What there is to complete: the paths of this run and of its view, and values that can be listed.
  void offer(const RunConfig& config);
  /// Shows the line and takes the keyboard.
  void open();
  /// The line entered was understood: ready for the next one.
  void done();

 signals:
  void entered(const QString& line);
  void closed();

 protected:
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;  ///< not of Tab, which event() gets

 private:
  /// The completion chosen in the list that is open, else its first.
  void complete();

  QStringListModel* words_;
  QStringList past_;
  int recalled_ = 0;  ///< how far back in the past the arrow keys have gone
};

}  // namespace ergo
