#include "widgets/lecture/blackout_widget.h"

#include <QApplication>
#include <QEvent>

namespace ergo {

// A window of its own: no child can lie over a native OpenGL surface on every platform.
BlackoutWidget::BlackoutWidget(QWidget* window) : QWidget(window, Qt::Window | Qt::FramelessWindowHint) {
  setObjectName("blank");
  setStyleSheet("QWidget#blank { background: black; }");
  setAttribute(Qt::WA_StyledBackground);
  setCursor(Qt::BlankCursor);
}

void BlackoutWidget::cover() {
  const QWidget& window = *parentWidget();
  setGeometry(window.frameGeometry());
  window.isFullScreen() ? showFullScreen() : show();
  raise();
  activateWindow();
  // On the whole application: the window below may keep the focus, and its shortcuts must not act.
  qApp->installEventFilter(this);
}

bool BlackoutWidget::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::ShortcutOverride:
      event->accept();
      return true;
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
      hide();
      return true;
    default:
      return false;
  }
}

void BlackoutWidget::hideEvent(QHideEvent* event) {
  qApp->removeEventFilter(this);
  QWidget::hideEvent(event);
  parentWidget()->activateWindow();
}

}  // namespace ergo
