#pragma once

#include <QWidget>

namespace ergo {

/// Black over a whole window, so that the audience looks at the speaker; any key or click takes it away and
/// does nothing else.
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
