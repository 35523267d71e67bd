#pragma once

#include <QWidget>

namespace ergo {

/// Covers a window in black. Any key or click removes it and does nothing else.
class BlackoutWidget : public QWidget {
  Q_OBJECT

 public:
  explicit BlackoutWidget(QWidget* window);
  void cover();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
};

}  // namespace ergo
