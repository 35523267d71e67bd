#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <string>

#include "core/live/target_preview.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace ergo {

struct Palette;

/// Where a target is typed as a formula. A mistake is told while one types, and a text without one is previewed. Enter
/// gives the text to the run, Shift+Enter begins a line, Esc closes.
class FormulaBar : public QWidget {
  Q_OBJECT

 public:
  explicit FormulaBar(QWidget* parent = nullptr);
  /// Shows the bar with the formula of a run's target, or, where it has none, the text that was there before, and takes the
  /// keyboard focus.
  void open(const RunConfig& run);
  /// What the run has become by an edit or an undo: the text follows it, unless something else is being typed.
  void follow(const RunConfig& run);
  void set_palette(const Palette& palette);
  /// Call with each frame: takes previews that are ready.
  void update_preview();
  QString text() const;
  void set_text(const QString& text);
  /// The message below the text: of a mistake, or what is known of the density.
  QString message() const;
  /// Says something else below it, until the text or the run changes; empty: no more.
  void tell(const QString& words);
  bool has_mistake() const { return mistaken_; }
  const std::optional<TargetPreview>& preview() const { return preview_; }

 signals:
  /// A text without mistakes, and the id of the target that it is the text of.
  void entered(const QString& target, const QString& text);
  /// One that has not changed for a while.
  void settled(const QString& target, const QString& text);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build_examples();
  void read();
  void ask_for_preview();
  void show_preview();
  void underline(int line, int column);
  void say(const QString& words, bool alarm = false);
  void fit_message();
  void fit_height();

  QPlainTextEdit* edit_;
  QLabel *message_, *picture_;
  QToolButton* examples_;
  QTimer pause_;  ///< after the last key, before a preview is asked for
  QTimer rest_;   ///< and before the text counts as settled
  TargetPreviewer previewer_;
  std::optional<TargetPreview> preview_;
  const Palette* palette_;
  std::string target_ = "formula";
  std::string of_run_;  ///< the text of the run's target
  UnitChoice run_target_;
  QString told_;        ///< empty: what is known of the density is shown
  bool mistaken_ = false;
};

}  // namespace ergo
