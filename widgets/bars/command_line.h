#pragma once

#include <QLineEdit>
#include <string>
#include <vector>

#include "core/config/run_config.h"

class QCompleter;
class QStringListModel;

namespace ergo {

inline constexpr const char* theme_path =
    "view.theme";  ///< path of the window's theme, which presets do not change
/// All paths of view settings, including the theme's. check_shown_path() throws Error for any other path.
std::vector<std::string> shown_paths();
void check_shown_path(const std::string& path);

/// Input line for assignments such as `sampler.step_size = 0.2`, with completion. It sets every parameter of
/// a run and of its view by keyboard.
class CommandLine : public QLineEdit {
  Q_OBJECT

 public:
  explicit CommandLine(QWidget* parent = nullptr);
  /// Sets the completions: paths of this run and of its view, and values that can be listed.
  void offer(const RunConfig& config);
  /// Shows the line and takes the keyboard focus. `begun`: text to go on with, in place of the present one.
  void open(const QString& begun = {});
  /// Call after an entered line was accepted. Prepares for the next one.
  void done();

 signals:
  void entered(const QString& line);
  void closed();

 protected:
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;  ///< does not receive Tab, which event() handles

 private:
  /// Inserts the completion selected in the open list, or the first one if none is selected.
  void complete();

  QStringListModel* words_;
  QStringList past_;
  int recalled_ = 0;  ///< how far back in the past the arrow keys have gone
};

}  // namespace ergo
